// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "concurrency/task_queue.h"
#include "read/data_reader.h"
#include "read/finding.h"
#include "read/image.h"
#include "source/filter.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sqd::tar {

// The names of one inode that has several: the first one is written with its contents, the others as links to it. Used by the thread
// that walks and writes only.
struct LinkGroup {
    std::string firstName;
    bool written = false;
};

struct ExportBatch;

// Some blocks of a file, decoded by one worker.
struct ExportChunk {
    std::uint64_t firstBlock = 0, endBlock = 0;  // in between, holes are left out of sparse files
    std::size_t byteCount = 0;                   // of the blocks that are no holes
    std::unique_ptr<std::byte[]> bytes;          // the worker's until its ticket is done
    std::optional<Error> error;
    concurrency::TaskQueue::Ticket ticket;
};

// One entry on its way into the archive. Made by the walk, prepared and decoded by workers, written by the thread of the walk; each
// has it alone, the tickets hand it over.
struct ExportMember {
    // Set by the walk.
    std::string name;                 // in the archive
    std::string path;                 // in the image
    read::Inode inode;
    std::shared_ptr<LinkGroup> group;  // null for inodes of one name
    bool isLink = false;              // a further name of the group

    // Set by prepare().
    std::string headers;
    std::shared_ptr<const read::FileReader> reader;  // regular files with contents
    bool sparse = false;
    std::uint64_t dataBytes = 0;      // behind the headers, without padding
    std::optional<Error> damage;      // the entry cannot be taken
    std::optional<Error> xattrDamage;  // it is taken without its attributes
    std::uint32_t unknownXattrs = 0;  // attributes of a namespace without a name, left out

    std::shared_ptr<ExportBatch> batch;  // prepares it, and decodes all of it; null when the walk has done that
    std::deque<std::unique_ptr<ExportChunk>> chunks;
};

// Small entries that one task prepares and decodes.
struct ExportBatch {
    std::vector<ExportMember*> members;
    std::size_t cost = 0;             // about the bytes that they will take
    bool submitted = false;
    concurrency::TaskQueue::Ticket ticket;
};

// What preparing needs. Borrowed; read-only.
struct ExportContext {
    std::shared_ptr<const read::Image> image;
    bool xattrs = true;
    source::RegexList include, exclude;
};

// Makes the headers; opens the file. Every failure is noted in the member.
void prepareMember(ExportMember& member, const ExportContext& context);
// Cuts the data of a prepared member from `firstBlock` on: the next chunk of at most about `chunkBytes`; null at the end.
std::unique_ptr<ExportChunk> nextChunk(const ExportMember& member, std::uint64_t firstBlock, std::size_t chunkBytes);
// Decodes a chunk into memory of its own; with `keep` false the bytes are only looked at.
void decodeChunk(const ExportMember& member, ExportChunk& chunk, bool keep, concurrency::WorkerCounters* counters);

}  // namespace sqd::tar
