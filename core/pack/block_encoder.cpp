// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pack/block_encoder.h"

#include <algorithm>
#include <cstring>

namespace sqd::pack {

Result<std::unique_ptr<BlockEncoder>> BlockEncoder::create(const PackOptions& options, const std::atomic<bool>* abort)
{
    std::unique_ptr<BlockEncoder> encoder(new BlockEncoder);
    SQD_TRY(encoder->m_compressor, options.backend->makeCompressor(options.codecSettings, options.blockSize, codec::Role::Data));
    encoder->m_compressor->setAbortFlag(abort);
    encoder->m_savedPercent = options.rawUnlessSavedPercent;
    const bool probing = options.probe == Probe::On
        || (options.probe == Probe::Auto && options.backend->probePays != nullptr && options.backend->probePays(options.codecSettings, options.blockSize));
    if (probing) {
        SQD_TRY(encoder->m_probe, IncompressibleProbe::create(options.blockSize));
    }
    return encoder;
}

Result<BlockEncoder::Encoded> BlockEncoder::encode(std::span<const std::byte> contents, std::span<std::byte> out, bool compressing)
{
    Encoded result;
    const auto keepRaw = [&] {
        std::memcpy(out.data(), contents.data(), contents.size());
        result.word = static_cast<std::uint32_t>(contents.size()) | format::kBlockRawBit;
        return result;
    };
    const std::size_t limit = std::min(contents.size() - 1, contents.size() * static_cast<std::size_t>(100 - m_savedPercent) / 100);
    if (!compressing || limit == 0)
        return keepRaw();
    if (m_probe && m_probe->looksIncompressible(contents)) {
        result.probedRaw = true;
        return keepRaw();
    }
    SQD_TRY(const std::optional<std::size_t> stored, m_compressor->compress(contents, out.first(limit)));
    if (!stored || *stored == 0 || *stored > limit)
        return keepRaw();
    result.word = static_cast<std::uint32_t>(*stored);
    return result;
}

}  // namespace sqd::pack
