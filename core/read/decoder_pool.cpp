// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/decoder_pool.h"

namespace sqd::read {

Result<DecoderPool::Lease> DecoderPool::borrow()
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_free.empty()) {
            Lease lease(this, std::move(m_free.back()));
            m_free.pop_back();
            return lease;
        }
    }
    SQD_TRY(auto made, m_backend.makeDecompressor(m_blockSize));
    return Lease(this, std::move(made));
}

void DecoderPool::giveBack(std::unique_ptr<codec::Decompressor> decoder)
{
    const std::lock_guard lock(m_mutex);
    m_free.push_back(std::move(decoder));
}

}  // namespace sqd::read
