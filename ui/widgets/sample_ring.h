// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <array>
#include <cstddef>

namespace sqd::ui {

// The last 240 values of one curve, 24 seconds at ten a second, oldest first.
class SampleRing {
public:
    static constexpr std::size_t kCapacity = 240;

    void push(float value)
    {
        m_values[(m_begin + m_size) % kCapacity] = value;
        if (m_size < kCapacity)
            ++m_size;
        else
            m_begin = (m_begin + 1) % kCapacity;
    }
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] float at(std::size_t index) const { return m_values[(m_begin + index) % kCapacity]; }
    [[nodiscard]] float last() const { return m_size == 0 ? 0.0F : at(m_size - 1); }

private:
    std::array<float, kCapacity> m_values{};
    std::size_t m_begin = 0, m_size = 0;
};

}  // namespace sqd::ui
