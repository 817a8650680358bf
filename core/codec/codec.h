// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "format/constants.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// One interface over all codecs. One file per library, one exported Backend constant each, listed in registry.cpp.
namespace sqd::codec {

// What a user chose: a level and `-X name=value` pairs, by the names that the backend's options() list. Plain value.
struct Settings {
    std::optional<int> level;                    // nullopt = the backend's default
    std::map<std::string, std::string> options;  // name → value; for a flag "" or "1" = on, "0" = off
    friend bool operator==(const Settings&, const Settings&) = default;
};

enum class OptionKind { Number, Size, Choice, Flag, FlagList };

// One `-X` option, described well enough for `-X help` and for a form that builds itself.
struct OptionInfo {
    std::string_view name;
    OptionKind kind = OptionKind::Flag;
    std::int64_t minimum = 0;                // Number, Size
    std::int64_t maximum = 0;
    std::vector<std::string_view> choices;   // Choice: one of; FlagList: any of, separated by commas
    std::string_view defaultText;            // as a user would type it
    std::string_view help;                   // one sentence, without a period
};

enum class Role { Data, Metadata };

// Compresses independent blocks. One per worker and role, reused for all its blocks; not thread-safe. The bytes depend only on the
// settings, the role and the input, never on earlier blocks.
class Compressor {
public:
    virtual ~Compressor() = default;
    // Bytes written to `out`; nullopt = the result would not be smaller than `in` (or does not fit `out`): keep the block raw.
    // `in`: 1…block size bytes. `out`: at least in.size() - 1 bytes; backends never write past it. Errors: Internal (library failure,
    // out of memory).
    virtual Result<std::optional<std::size_t>> compress(std::span<const std::byte> in, std::span<std::byte> out) = 0;
    // Where a codec can take a second over one block, compress() looks at `flag` on its way and gives up with Cancelled soon after it is
    // set. `flag` outlives the compressor; null = never.
    virtual void setAbortFlag(const std::atomic<bool>* flag) { (void)flag; }
};

// Decodes independent blocks. Reused, not thread-safe. Safe on hostile input: never writes past `out`, never allocates by a size that
// the stream names beyond the limits of format section 13 item 10.
class Decompressor {
public:
    virtual ~Decompressor() = default;
    // Bytes produced, at most out.size(). A stream that is broken, unfinished, longer than `out`, or followed by other bytes: Corrupt.
    virtual Result<std::size_t> decompress(std::span<const std::byte> in, std::span<std::byte> out) = 0;
};

// One implementation of one on-disk codec. Constant data; all functions are thread-safe and need no state.
struct Backend {
    format::CodecId id;
    std::string_view name;         // "gzip", "lzma", "lzo", "xz", "lz4", "zstd", "none"
    int minLevel, maxLevel, defaultLevel;
    std::string (*versionOfLibrary)();
    const std::vector<OptionInfo>& (*options)();
    // Checks level and options against each other and the block size. Errors: InvalidArgument that names option, value and range.
    Result<void> (*validate)(const Settings&, std::uint32_t blockSize);
    // Bytes one Compressor for data needs, roughly (for --memory and for the window).
    std::size_t (*workerMemory)(const Settings&, std::uint32_t blockSize);
    Result<std::unique_ptr<Compressor>> (*makeCompressor)(const Settings&, std::uint32_t blockSize, Role role);
    Result<std::unique_ptr<Decompressor>> (*makeDecompressor)(std::uint32_t blockSize);
    // The options block of the image (format section 3.1), payload only; empty = none is written.
    std::vector<std::byte> (*optionsRecord)(const Settings&, std::uint32_t blockSize);
    // False for codecs so fast that a probe for incompressible blocks costs more than it saves at these settings (ADR 0010).
    bool (*probePays)(const Settings&, std::uint32_t blockSize);
};

}  // namespace sqd::codec
