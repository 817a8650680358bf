// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace sqd::codec {

// Runs `attempt(index, room)` for 0…count-1 and keeps the shortest result in `out`; of equal ones the first. Each later attempt
// gets just too little room for a result that would not be shorter, so that the library gives up early. `scratch` is kept by the
// caller between blocks.
template<typename Attempt>
Result<std::optional<std::size_t>> keepBest(std::size_t count, std::span<std::byte> out, std::vector<std::byte>& scratch,
                                            Attempt&& attempt)
{
    std::optional<std::size_t> best;
    if (out.empty())
        return best;
    SQD_TRY(best, attempt(std::size_t{0}, out));
    for (std::size_t i = 1; i < count; ++i) {
        const std::size_t room = best ? *best - 1 : out.size();
        if (room == 0)
            break;
        if (scratch.size() < room)
            scratch.resize(out.size());
        SQD_TRY(const std::optional<std::size_t> size, attempt(i, std::span(scratch).first(room)));
        if (!size)
            continue;
        std::copy_n(scratch.begin(), *size, out.begin());
        best = size;
    }
    return best;
}

// The room a result may take: it must be smaller than the input and fit `out`. Empty = nothing can.
inline std::span<std::byte> usefulRoom(std::span<const std::byte> in, std::span<std::byte> out)
{
    return out.first(std::min(out.size(), in.empty() ? 0 : in.size() - 1));
}

}  // namespace sqd::codec
