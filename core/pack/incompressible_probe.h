// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/codec.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace sqd::pack {

// Says quickly that a block will not get smaller, so that a slow codec need not be asked. A pure function of the contents, so that
// images do not depend on order or workers. Not thread-safe (it owns scratch memory).
//
// Three steps, each only when the one before it could not decide (ADR 0010): the byte entropy of a sample; lz4; zstd level 1, which
// finds the entropy-only savings that lz4 misses. Only a block that none of them shrinks by kMinSavedFraction is called incompressible.
class IncompressibleProbe {
public:
    static Result<IncompressibleProbe> create(std::uint32_t blockSize);
    bool looksIncompressible(std::span<const std::byte> contents);

private:
    std::unique_ptr<codec::Compressor> m_lz4, m_zstd;
    std::vector<std::byte> m_scratch;
};

// Order-0 entropy of a sample of the contents, in bits per byte, 0…8.
double sampledEntropy(std::span<const std::byte> contents);

}  // namespace sqd::pack
