// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "codec/codec.h"
#include "format/superblock.h"
#include "io/file.h"
#include "read/finding.h"
#include "read/inode.h"
#include "read/limits.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sqd::read {

class DecoderPool;
struct Directory;
class ImageBytes;
class LookupTable;
class MetadataTable;
class PageStore;

struct OpenOptions {
    // Byte of the file at which the superblock stands. nullopt: found by itself (0, then the end of an ELF program's sections, then
    // the first 16 MiB, then the last 96 bytes for streamed images).
    std::optional<std::uint64_t> offset;
    std::uint64_t pageBytes = kDefaultPageBytes;          // decoded data and fragment blocks kept
    std::uint64_t metadataBytes = kDefaultMetadataBytes;  // decoded metadata blocks kept
};

// An open image: superblock checked, codec known, tables located, root inode proven to be a directory. Immutable but for its caches;
// every function is thread-safe. The objects of read/ (FileReader …) keep the image they came from alive.
//
// All positions, here and in Error::imageOffset, are bytes from the superblock, not from the start of the file.
class Image {
public:
    // Errors: InputUnreadable (system; empty file; no image and nothing like one), Corrupt (breaks the format so that it cannot be
    // read: field and value are named; truncated: both sizes are named), Unsupported (other version, byte order, vendor mark, codec
    // unknown or not built in).
    static Result<std::shared_ptr<const Image>> open(std::shared_ptr<const io::RandomAccessFile> file, const OpenOptions& options = {});
    ~Image();
    Image(const Image&) = delete;
    Image& operator=(const Image&) = delete;

    [[nodiscard]] const std::string& name() const;           // of the file
    [[nodiscard]] std::uint64_t offset() const;              // of the image in the file
    [[nodiscard]] std::uint64_t fileSizeBytes() const;       // of the whole file
    [[nodiscard]] bool streamed() const;                     // the superblock stood at the end of the file
    [[nodiscard]] const format::Superblock& superblock() const;
    [[nodiscard]] const codec::Backend& backend() const;
    // Payload of the stored compressor options; empty without.
    [[nodiscard]] std::span<const std::byte> optionsRecord() const;
    // What was odd but did not prevent opening (bad codec options, an unreadable attribute or export table, gaps …). Commands print
    // them as warnings; the verifier takes them over.
    [[nodiscard]] const std::vector<Finding>& openFindings() const;
    // Attributes can be read; false also when the table is there but broken (openFindings says why).
    [[nodiscard]] bool hasXattrs() const;
    [[nodiscard]] bool hasExportTable() const;

    [[nodiscard]] const Inode& root() const;
    // The record at a reference. Errors: Corrupt, InputUnreadable.
    [[nodiscard]] Result<Inode> inode(std::uint64_t reference) const;
    [[nodiscard]] const std::vector<std::uint32_t>& ids() const;
    // The listing of a directory from a small cache, for callers that come back to the same folders. Its damage stands inside of it.
    [[nodiscard]] std::shared_ptr<const Directory> directory(const Inode& inode) const;

    // --- for the other files of read/ ---
    [[nodiscard]] const ImageBytes& bytes() const;
    [[nodiscard]] const MetadataTable& inodeTable() const;
    [[nodiscard]] const MetadataTable& directoryTable() const;
    [[nodiscard]] const MetadataTable* xattrPairs() const;    // null without attributes
    [[nodiscard]] const LookupTable& fragmentTable() const;
    [[nodiscard]] const LookupTable* exportTable() const;     // null without
    [[nodiscard]] const LookupTable* xattrTable() const;      // null without attributes
    [[nodiscard]] const LookupTable& idTable() const;
    [[nodiscard]] PageStore& pages() const;
    [[nodiscard]] DecoderPool& decoders() const;
    [[nodiscard]] std::uint64_t dataStart() const;            // first byte behind superblock and options

private:
    struct Parts;
    explicit Image(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> m_parts;
    friend class ImageOpener;
};

}  // namespace sqd::read
