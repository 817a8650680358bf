// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/codec.h"
#include "format/constants.h"
#include "source/source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sqd::pack {

enum class TailEnds { Small, All, None };  // small: only files under one block; none: no fragments at all
enum class Probe { Auto, On, Off };

// Everything that decides the image's bytes, and three things that never do: jobs, memoryBytes, verify. Plain value; validated by
// Packer::run().
struct PackOptions {
    std::string target;
    bool replaceTarget = false;
    const codec::Backend* backend = nullptr;  // null = zstd
    codec::Settings codecSettings;
    std::uint32_t blockSize = format::kDefaultBlockSize;
    TailEnds tailEnds = TailEnds::All;
    bool duplicates = true;                   // remove whole-file duplicates
    bool sparse = true;                       // zero blocks become holes
    bool hardLinks = true;
    bool exportTable = true;
    bool compressInodes = true, compressIds = true, compressFragments = true, compressXattrs = true, compressData = true;
    Probe probe = Probe::Auto;
    int rawUnlessSavedPercent = 0;            // 0…99: keep a block raw unless it shrinks by that much
    std::uint64_t padTo = 4096;               // 0 = no padding
    std::uint64_t imageOffset = 0;            // bytes before the superblock, zeros or `header`
    std::string headerFile;                   // copied to the start of the target
    std::optional<std::uint32_t> imageTime;   // null = now
    bool skipUnreadable = false;              // a file that cannot be read is left out instead of ending the run
    int jobs = -1;                            // -1 = usable processors, 0 = serial reference without a pool
    std::uint64_t memoryBytes = 0;            // bound for buffers in flight; 0 = a quarter of the usable memory
    bool verify = true;
    std::string manifestFile;                 // sha256 per file, written when not empty
};

struct WorkerReport {
    std::uint64_t bytesIn = 0, bytesOut = 0, blocks = 0;
    double busySeconds = 0;
};

// Where the time went, summed over workers, in seconds.
struct StageSeconds {
    double scanning = 0, reading = 0, hashing = 0, compressing = 0, ordering = 0, writing = 0, decoding = 0, waiting = 0;
};

struct PackReport {
    std::string image, codec;
    int level = 0;
    std::uint32_t blockSize = 0;
    int jobs = 0;
    std::uint64_t bytesIn = 0;    // contents of all regular files, hard links once
    std::uint64_t bytesOut = 0;   // size of the image file
    double seconds = 0, scanSeconds = 0, packSeconds = 0, tableSeconds = 0, verifySeconds = 0, syncSeconds = 0;
    std::uint64_t files = 0, directories = 0, symlinks = 0, devices = 0, others = 0;
    std::uint64_t hardLinks = 0;       // sets of names that share an inode
    std::uint64_t duplicates = 0;      // files whose data is wholly shared, not hard links
    std::uint64_t duplicateBytes = 0;
    std::uint64_t skipped = 0;         // entries left out by rule
    std::uint64_t fragments = 0, blocks = 0, rawBlocks = 0, holes = 0, probedRaw = 0;
    bool verified = false;
    std::vector<WorkerReport> workers;
    StageSeconds stages;
    std::uint64_t peakMemory = 0;      // of the process, bytes
    std::vector<source::Warning> warnings;
};

}  // namespace sqd::pack
