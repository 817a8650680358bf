// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "read/inode.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace sqd::concurrency {
class WorkerGroup;
}

namespace sqd::read {

class Image;
struct Page;

// The contents of one regular file. open() checks everything that can be checked without decoding: block words, ranges, fragment
// index. Immutable afterwards; read() is thread-safe. Cheap to move.
class FileReader {
public:
    // `label` is the path for messages (Error::where). Errors: Corrupt, LimitExceeded, InputUnreadable.
    static Result<FileReader> open(std::shared_ptr<const Image> image, const Inode& inode, std::string label);

    [[nodiscard]] std::uint64_t sizeBytes() const { return m_inode.sizeBytes; }
    [[nodiscard]] std::uint32_t blockSize() const { return m_blockSize; }
    // Blocks, holes included; the tail end in a fragment is the last one.
    [[nodiscard]] std::uint64_t blockCount() const { return m_words.size() + (m_inode.hasFragment() ? 1 : 0); }
    [[nodiscard]] std::span<const std::uint32_t> words() const { return m_words; }
    [[nodiscard]] std::uint64_t blockPosition(std::uint64_t block) const;  // image byte where the stored block begins
    [[nodiscard]] std::uint32_t blockLength(std::uint64_t block) const;    // contents bytes, 1…block size
    [[nodiscard]] bool isHole(std::uint64_t block) const { return block < m_words.size() && m_words[static_cast<std::size_t>(block)] == 0; }
    // Bytes that its own blocks take in the image; without the share of a fragment.
    [[nodiscard]] std::uint64_t storedBytes() const { return m_storedBytes; }
    [[nodiscard]] const Inode& inode() const { return m_inode; }
    [[nodiscard]] const std::string& label() const { return m_label; }

    // Fills `out` from `offset`; fewer bytes only at the end of the file. Holes read as zeros. A block that cannot be decoded to exactly
    // its length is Corrupt and names the block; nothing wrong is ever returned.
    Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out) const;
    // Decodes one block into `out` (at least blockLength() bytes), past the page store for whole data blocks that are wanted once.
    Result<void> readBlock(std::uint64_t block, std::span<std::byte> out) const;

private:
    FileReader(std::shared_ptr<const Image> image, const Inode& inode, std::string label);
    Result<void> loadWords();
    Result<void> checkFragment();
    Result<std::shared_ptr<const Page>> page(std::uint64_t block) const;
    Result<void> readTail(std::span<std::byte> out, std::uint32_t skip) const;
    [[nodiscard]] Error blockError(std::uint64_t block, Error cause) const;

    std::shared_ptr<const Image> m_image;
    Inode m_inode;
    std::string m_label;
    std::uint32_t m_blockSize = 0;
    std::vector<std::uint32_t> m_words;
    std::vector<std::uint64_t> m_checkpoints;  // position of every kCheckpointStep-th block
    std::uint64_t m_storedBytes = 0;
    std::uint64_t m_fragmentPosition = 0;
    std::uint32_t m_fragmentWord = 0;
};

// Sum of the stored sizes of a file's own blocks (the "stored" of `list`), without keeping the list. Errors as open().
Result<std::uint64_t> storedBytes(const Image& image, const Inode& inode);

// Where contents go, in order. Called on one thread.
class ContentSink {
public:
    virtual ~ContentSink() = default;
    virtual Result<void> data(std::span<const std::byte> bytes) = 0;
    // The next `bytes` are zeros that the image does not store.
    virtual Result<void> hole(std::uint64_t bytes) = 0;
};

// The whole contents, in order. With `workers` (at least 2 of them, not running) blocks are decoded ahead in parallel; the memory is a
// few blocks per worker. Errors: Corrupt, Cancelled, whatever the sink returns.
Result<void> streamContents(const FileReader& reader, ContentSink& sink, concurrency::WorkerGroup* workers, std::stop_token stop = {});

}  // namespace sqd::read
