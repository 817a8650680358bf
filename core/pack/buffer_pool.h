// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace sqd::pack {

// Bytes that move through the pipeline with one owner. Not initialised: a megabyte of zeros per block would cost more than some codecs.
struct Buffer {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t capacity = 0;

    explicit operator bool() const { return bytes != nullptr; }
    [[nodiscard]] std::span<std::byte> first(std::size_t n) { return {bytes.get(), n}; }
    [[nodiscard]] std::span<std::byte> at(std::size_t offset, std::size_t n) { return {bytes.get() + offset, n}; }
};

// Buffers of one size, kept for reuse: allocations of this size would otherwise be mapped and unmapped, page by page, for each block.
// Thread-safe. It bounds nothing; the scheduler's budget does.
class BufferPool {
public:
    explicit BufferPool(std::size_t capacity) : m_capacity(capacity) {}

    Buffer get()
    {
        {
            const std::lock_guard lock(m_mutex);
            if (!m_free.empty()) {
                Buffer b = std::move(m_free.back());
                m_free.pop_back();
                return b;
            }
        }
        return {std::make_unique_for_overwrite<std::byte[]>(m_capacity), m_capacity};
    }
    void put(Buffer buffer)
    {
        if (!buffer)
            return;
        const std::lock_guard lock(m_mutex);
        m_free.push_back(std::move(buffer));
    }
    [[nodiscard]] std::size_t capacity() const { return m_capacity; }

private:
    const std::size_t m_capacity;
    std::mutex m_mutex;
    std::vector<Buffer> m_free;  // guarded by m_mutex
};

}  // namespace sqd::pack
