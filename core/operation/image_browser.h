// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "operation/image_facts.h"
#include "read/entry_layout.h"
#include "read/extractor.h"
#include "read/tree_index.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace sqd::operation {

// The beginning of an entry's contents, or what it is instead.
struct EntryPreview {
    read::IndexEntry entry;
    std::string name;
    std::vector<std::byte> bytes;      // files: the first of them
    std::string target;                // links
    std::uint32_t major = 0, minor = 0;  // devices
    std::optional<Error> damage;       // why `bytes` ends before it should
};

struct SearchQuery {
    std::string text;    // bytes as typed
    bool regex = false;  // a POSIX extended expression over the path; otherwise a glob (source/filter.h), or, without any of *?[\ a part of a name
    bool operator==(const SearchQuery&) const = default;
};

// How an image whose end is missing is opened.
enum class Opening {
    Sound,     // refused
    Readable,  // as long as its tables are there: what lies behind the end of the file is told as damage where it is met
};

// An open image for the window: what the Browse page asks. Every function may read the file, so the window calls them off its GUI thread;
// all are thread-safe, and end soon after `stop` asks for it.
class ImageBrowser {
public:
    // Errors: as read::Image::open().
    static Result<std::shared_ptr<ImageBrowser>> open(const std::string& path, std::optional<std::uint64_t> offset, Opening opening);

    [[nodiscard]] const std::string& path() const { return m_path; }
    [[nodiscard]] std::optional<std::uint64_t> offset() const { return m_offset; }
    [[nodiscard]] Opening opening() const { return m_opening; }
    [[nodiscard]] std::string codec() const;
    [[nodiscard]] std::uint32_t blockSize() const;
    [[nodiscard]] std::uint64_t imageBytes() const;  // that the image says it has
    [[nodiscard]] std::uint64_t fileBytes() const;
    [[nodiscard]] std::uint32_t inodeCount() const;  // as the image says
    [[nodiscard]] const std::vector<read::Finding>& openFindings() const;
    [[nodiscard]] read::TreeIndex& index() { return m_index; }

    Result<std::shared_ptr<const read::FolderListing>> folder(read::FolderId folder, std::stop_token stop);
    Result<void> loadAll(std::stop_token stop);
    // Counted once, then kept.
    Result<std::shared_ptr<const FragmentShares>> shares(std::stop_token stop);
    Result<std::shared_ptr<const ImageFacts>> facts(std::stop_token stop);
    // Entries that match, in the order of the tree; loads what is not loaded. Errors: InvalidArgument (the pattern), as loadAll().
    Result<std::vector<read::EntryPlace>> search(const SearchQuery& query, std::stop_token stop);
    // The entry that a path means; links are followed inside the image. nullopt for the root. Errors: as read::lookupPath().
    Result<std::optional<read::EntryPlace>> locate(const std::string& path, std::stop_token stop);
    Result<EntryPreview> preview(const read::EntryPlace& place, std::size_t maxBytes);
    Result<read::EntryLayout> layout(const read::EntryPlace& place);
    // Contents bytes of these entries and all below them, counting ends at `limit`. Errors: as folder().
    Result<std::uint64_t> contentBytes(const std::vector<read::EntryPlace>& places, std::uint64_t limit, std::stop_token stop);
    // Writes these entries, which all have the same folder, straight into `target` (made when missing); only the user may read them.
    // Errors: as read::extractImage().
    Result<read::ExtractReport> extractCopies(const std::vector<read::EntryPlace>& places, const std::string& target, bool readOnly, std::stop_token stop);

private:
    ImageBrowser(std::string path, std::optional<std::uint64_t> offset, Opening opening, std::shared_ptr<const read::Image> image);
    [[nodiscard]] Result<read::IndexEntry> entryAt(const read::EntryPlace& place) const;

    const std::string m_path;
    const std::optional<std::uint64_t> m_offset;
    const Opening m_opening;
    const int m_workers;
    read::TreeIndex m_index;
    std::mutex m_mutex;
    std::shared_ptr<const FragmentShares> m_shares;  // guarded by m_mutex
    std::shared_ptr<const ImageFacts> m_facts;       // guarded by m_mutex
};

}  // namespace sqd::operation
