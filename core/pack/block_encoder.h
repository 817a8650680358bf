// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/codec.h"
#include "pack/incompressible_probe.h"
#include "pack/pack_options.h"

#include <cstdint>
#include <atomic>
#include <memory>
#include <optional>
#include <span>

namespace sqd::pack {

// Turns the contents of one block into its stored bytes: compressed, or raw when that is not smaller. One per worker; not thread-safe.
// The result depends on the contents and the options only.
class BlockEncoder {
public:
    // Slow codecs give up with Cancelled inside a block when `abort` is set. Errors: those of the backend's makeCompressor.
    static Result<std::unique_ptr<BlockEncoder>> create(const PackOptions& options, const std::atomic<bool>* abort = nullptr);

    struct Encoded {
        std::uint32_t word = 0;     // block-size word (format section 4.1), never 0
        bool probedRaw = false;     // the codec was not asked
        [[nodiscard]] std::uint32_t storedBytes() const { return word & format::kBlockSizeMask; }
        [[nodiscard]] bool raw() const { return (word & format::kBlockRawBit) != 0; }
    };
    // `contents`: 1…block size bytes; `out`: at least as many. `compressing` false = store raw without trying.
    Result<Encoded> encode(std::span<const std::byte> contents, std::span<std::byte> out, bool compressing);

private:
    BlockEncoder() = default;
    std::unique_ptr<codec::Compressor> m_compressor;
    std::optional<IncompressibleProbe> m_probe;
    int m_savedPercent = 0;
};

}  // namespace sqd::pack
