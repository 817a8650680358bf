// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/codec.h"

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace sqd::read {

// Decompressors that are free at the moment; one is made when none is. Thread-safe; a Lease belongs to one thread.
class DecoderPool {
public:
    DecoderPool(const codec::Backend& backend, std::uint32_t blockSize) : m_backend(backend), m_blockSize(blockSize) {}

    class Lease {
    public:
        Lease(DecoderPool* pool, std::unique_ptr<codec::Decompressor> decoder) : m_pool(pool), m_decoder(std::move(decoder)) {}
        Lease(Lease&& other) noexcept = default;
        Lease& operator=(Lease&&) = delete;
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;
        ~Lease()
        {
            if (m_decoder)
                m_pool->giveBack(std::move(m_decoder));
        }
        codec::Decompressor& operator*() { return *m_decoder; }
        codec::Decompressor* operator->() { return m_decoder.get(); }

    private:
        DecoderPool* m_pool;
        std::unique_ptr<codec::Decompressor> m_decoder;
    };

    // Errors: Internal (the library cannot make one).
    Result<Lease> borrow();
    [[nodiscard]] const codec::Backend& backend() const { return m_backend; }
    [[nodiscard]] std::uint32_t blockSize() const { return m_blockSize; }

private:
    void giveBack(std::unique_ptr<codec::Decompressor> decoder);

    const codec::Backend& m_backend;
    const std::uint32_t m_blockSize;
    std::mutex m_mutex;
    std::vector<std::unique_ptr<codec::Decompressor>> m_free;  // guarded by m_mutex
};

}  // namespace sqd::read
