// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/image_finalizer.h"

#include "base/bytes.h"
#include "base/checked.h"
#include "io/posix_file.h"

#include <algorithm>
#include <ctime>
#include <vector>

namespace sqd::pack {

static Result<std::uint64_t> copyHeader(const std::string& path, io::OutputFile& output)
{
    SQD_TRY(const auto header, io::PosixFile::open(path));
    std::vector<std::byte> piece(256U << 10);
    std::uint64_t at = 0;
    for (;;) {
        SQD_TRY(const std::size_t n, header->read(at, piece));
        if (n == 0)
            return at;
        SQD_CHECK(output.write(at, std::span(piece).first(n)));
        at += n;
    }
}

Result<std::uint64_t> beginImage(PackOptions& options, io::OutputFile& output)
{
    if (!options.headerFile.empty()) {
        SQD_TRY(const std::uint64_t headerBytes, copyHeader(options.headerFile, output));
        if (options.imageOffset == 0)
            options.imageOffset = headerBytes;
        if (headerBytes > options.imageOffset) {
            Error e;
            e.code = Errc::InvalidArgument;
            e.where = options.headerFile;
            e.what = "has " + std::to_string(headerBytes) + " bytes, more than the offset of " + std::to_string(options.imageOffset);
            e.hint = "choose a larger --offset, or leave it out";
            return e;
        }
    }
    const std::vector<std::byte> record = options.backend->optionsRecord(options.codecSettings, options.blockSize);
    if (record.empty())
        return std::uint64_t{format::kSuperblockSize};
    std::vector<std::byte> block(2 + record.size());
    store16(block, 0, static_cast<std::uint16_t>(record.size() | format::kMetadataRawBit));
    std::copy(record.begin(), record.end(), block.begin() + 2);
    SQD_CHECK(output.write(options.imageOffset + format::kSuperblockSize, block));
    return std::uint64_t{format::kSuperblockSize + block.size()};
}

static std::uint32_t imageTime(const PackOptions& options)
{
    if (options.imageTime)
        return *options.imageTime;
    const std::time_t now = std::time(nullptr);
    return static_cast<std::uint32_t>(std::clamp<std::time_t>(now, 0, static_cast<std::time_t>(0xFFFFFFFF)));
}

Result<void> finishImage(const PackOptions& options, format::Superblock superblock, io::OutputFile& output)
{
    superblock.mkfsTime = imageTime(options);
    if (!options.backend->optionsRecord(options.codecSettings, options.blockSize).empty())
        superblock.flags |= format::kCompressorOptions;
    const std::uint64_t padded = options.padTo == 0 ? superblock.bytesUsed : ceilDiv(superblock.bytesUsed, options.padTo) * options.padTo;
    SQD_CHECK(output.resize(options.imageOffset + padded));
    return output.write(options.imageOffset, format::encodeSuperblock(superblock));
}

}  // namespace sqd::pack
