// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "read/inode.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sqd::read {

class Image;
struct Directory;

// A folder of the index. Ids are handed out as folders are seen: a folder's id is always smaller than those below it.
using FolderId = std::uint32_t;
inline constexpr FolderId kRootFolder = 0;
inline constexpr FolderId kNoFolder = ~FolderId{0};
// Entries that an index takes in: about 2 GB of memory. More is told as a limit, the folders read so far stay.
inline constexpr std::uint64_t kMaxIndexedEntries = 25'000'000;

// What is wrong with one name of a folder.
enum class EntryDamage : std::uint8_t {
    None,
    Name,       // no entry can be called like that
    Duplicate,  // its folder has the name twice
    Record,     // the inode cannot be read: type and number are the listing's, all else is 0
    Type,       // the listing and the inode do not agree about the type
    Number,     // … or about the inode number
    Loop,       // the folder was reached before on another way
    Depth,      // deeper than kMaxDepth
    Blocks,     // the list of its blocks is broken: `storedBytes` is what came before
};

// One name of a folder with the facts of its inode. 64 bytes, no memory of its own.
struct IndexEntry {
    std::uint64_t reference = 0;    // of the inode
    std::uint64_t sizeBytes = 0;    // files: contents; links: length of the target
    std::uint64_t storedBytes = 0;  // files: of its own blocks in the image; without its share of a fragment block
    std::uint32_t nameOffset = 0;   // in FolderListing::names
    std::uint32_t number = 0;       // inode number
    std::uint32_t mtime = 0;        // seconds since 1970
    std::uint32_t uid = 0;
    std::uint32_t gid = 0;
    std::uint32_t links = 1;
    std::uint32_t fragment = format::kNoFragment;  // fragment block that holds the tail end
    FolderId folder = kNoFolder;    // folders that can be entered
    std::uint16_t nameLength = 0;
    std::uint16_t mode = 0;         // 12 bits
    format::InodeType type = format::InodeType::File;
    EntryDamage damage = EntryDamage::None;

    [[nodiscard]] bool isDirectory() const { return type == format::InodeType::Directory; }
    [[nodiscard]] bool isFile() const { return type == format::InodeType::File; }
};

// What a folder holds: folders first, then natural order ("a2" before "a10", capitals beside small letters). Immutable.
struct FolderListing {
    std::string names;
    std::vector<IndexEntry> entries;
    std::optional<Error> damage;  // the listing broke off: what was read before stands in `entries`

    [[nodiscard]] std::string_view name(const IndexEntry& entry) const
    {
        return std::string_view(names).substr(entry.nameOffset, entry.nameLength);
    }
    // Row of the entry with that name, or nullopt.
    [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const;
};

// Natural order of two names; names that differ are never equal.
bool naturalLess(std::string_view first, std::string_view second);

// One entry anywhere in the image.
struct EntryPlace {
    FolderId folder = kNoFolder;
    std::uint32_t row = 0;
    bool operator==(const EntryPlace&) const = default;
};

// The tree of an image for models: folders are read when they are asked for (or all of them, by several workers), kept as flat arrays,
// and never change afterwards. Hostile trees end: a folder is entered once, and all listings together are no longer than their table.
// Thread-safe.
class TreeIndex {
public:
    explicit TreeIndex(std::shared_ptr<const Image> image);
    ~TreeIndex();
    TreeIndex(const TreeIndex&) = delete;
    TreeIndex& operator=(const TreeIndex&) = delete;

    [[nodiscard]] const std::shared_ptr<const Image>& image() const { return m_image; }
    // The listing when it has been read; never reads.
    [[nodiscard]] std::shared_ptr<const FolderListing> loaded(FolderId folder) const;
    // The listing, read with up to `workers` threads when it is long. Waits when another thread is reading it. Errors: Cancelled,
    // LimitExceeded; damage stands in the listing.
    Result<std::shared_ptr<const FolderListing>> load(FolderId folder, int workers, std::stop_token stop);
    // Every folder that can be reached. Errors: Cancelled, LimitExceeded.
    Result<void> loadAll(int workers, std::stop_token stop);

    [[nodiscard]] std::uint32_t folderCount() const;  // seen so far
    [[nodiscard]] std::uint64_t entryCount() const { return m_entries.load(std::memory_order_relaxed); }  // read so far
    [[nodiscard]] bool complete() const { return m_complete.load(std::memory_order_acquire); }            // loadAll() came to its end
    // "/" for the root, else "/a/b"; raw bytes.
    [[nodiscard]] std::string path(FolderId folder) const;
    // Of an entry of a folder that has been read.
    [[nodiscard]] std::string path(const EntryPlace& place) const;
    // Where the folder itself is listed; nullopt for the root.
    [[nodiscard]] std::optional<EntryPlace> placeOf(FolderId folder) const;
    // The entry at a path without links ("/a/b"), reading the folders on the way. nullopt for the root. Errors: InputUnreadable (no
    // such entry), as load().
    Result<std::optional<EntryPlace>> find(std::string_view path, std::stop_token stop);

private:
    enum class State : std::uint8_t { Unread, Reading, Read };
    struct Folder {
        std::uint64_t reference = 0;
        EntryPlace place;  // folder == kNoFolder: the root
        std::uint32_t depth = 0;
        State state = State::Unread;
        std::shared_ptr<const FolderListing> listing;
    };
    Result<std::shared_ptr<FolderListing>> read(std::uint64_t reference, std::uint32_t depth, int workers, std::stop_token stop);
    void readEntry(const Directory& directory, std::size_t index, FolderListing& listing, std::uint32_t depth) const;
    void registerFolders(FolderId parent, std::uint32_t depth, FolderListing& listing);  // with m_mutex held
    void giveUp(FolderId folder);

    const std::shared_ptr<const Image> m_image;
    std::atomic<std::uint64_t> m_listingBytesLeft;
    std::atomic<std::uint64_t> m_entries{0};
    std::atomic<bool> m_complete{false};
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<Folder> m_folders;                             // guarded by m_mutex
    std::unordered_map<std::uint64_t, FolderId> m_byReference;  // guarded by m_mutex
};

}  // namespace sqd::read
