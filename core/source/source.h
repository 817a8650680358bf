// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "source/source_tree.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

// What a packer can consume. Implementations: directory_source (folders and files); later tar streams, images, partitions.
namespace sqd::source {

// Something that was left out or changed on the way, with the entry's path as the user knows it (source path).
struct Warning {
    std::string path;
    std::string what;
    bool skipped = false;  // the entry, its data or a stored property is missing from the image (exit status 6)
    bool folder = false;   // the path is a folder
};

// One file opened for reading. Not thread-safe; several may be open for one entry.
class FileReader {
public:
    virtual ~FileReader() = default;
    // Fills `out` from `offset`. A file that is shorter than the scan said, or that changed since, is an Error (InputUnreadable,
    // "changed while it was read").
    virtual Result<void> readExact(std::uint64_t offset, std::span<std::byte> out) = 0;
    // The first offset >= `offset` that may hold data; the file's size when the rest is a hole. `offset` itself where holes are unknown.
    virtual std::uint64_t nextData(std::uint64_t offset) = 0;
};

class Source {
public:
    virtual ~Source() = default;

    // Leaves out a file that is no part of the source although it may lie in it: the output. {device, inode}; call before the first listing.
    virtual void ignoreFile(std::uint64_t device, std::uint64_t inode)
    {
        (void)device;
        (void)inode;
    }
    // Prepares the root (opens the source folders, checks that they exist). Call first, once. Errors: InputUnreadable naming the source.
    virtual Result<void> open(Tree& tree) = 0;

    // --- scanning; thread-safe for different folders ---
    // A listing in parts, so that several workers can share one huge folder. beginListing() reads the names of `folder`, sorts and
    // filters them and allocates its entries; returns how many entries there are.
    virtual Result<std::uint32_t> beginListing(Folder& folder) = 0;
    // Fills the entries [first, first + count): attributes, link targets, xattrs. Different ranges may run at once. An entry that cannot
    // be read never ends the scan, so that all of them get named: it is dropped, with a warning, and scanResult() decides. Errors: what no
    // image can hold (NotExpressible).
    virtual Result<void> fillEntries(Folder& folder, std::uint32_t first, std::uint32_t count) = 0;
    // After all parts: removes dropped entries, makes a Folder for every directory entry. The folder is complete afterwards.
    virtual Result<void> endListing(Folder& folder) = 0;
    // After the last folder: success, or, where unreadable entries may not be left out, the Error that names all of them (Error::also).
    [[nodiscard]] virtual Result<void> scanResult() const { return {}; }
    // How many entries were left out by rule (excludes, file system borders).
    [[nodiscard]] virtual std::uint64_t excludedCount() const { return 0; }

    // --- reading; thread-safe ---
    virtual Result<std::unique_ptr<FileReader>> openFile(const Entry& entry) = 0;
    // A whole small file; `out` has its size. The same errors as opening it and reading all of it, with fewer calls of the system.
    virtual Result<void> readWhole(const Entry& entry, std::span<std::byte> out)
    {
        SQD_TRY(const auto reader, openFile(entry));
        return reader->readExact(0, out);
    }
    // The entry's path as the user knows it ("in/sub/file"), for messages and progress.
    [[nodiscard]] virtual std::string sourcePath(const Entry& entry) const = 0;

    // Warnings collected so far, sorted by path. Thread-safe, at any time.
    [[nodiscard]] virtual std::vector<Warning> warnings() const = 0;
    // How many there are. Thread-safe, and cheap enough to be asked ten times a second.
    [[nodiscard]] virtual std::uint64_t warningCount() const { return 0; }
};

}  // namespace sqd::source
