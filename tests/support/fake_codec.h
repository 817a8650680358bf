// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "codec/codec.h"
#include "codec/registry.h"

#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>

namespace sqd::test {

// What the fake codec does to each data block. Static because a Backend is a table of plain functions; one test at a time uses it.
struct FakeCodecPlan {
    static inline std::atomic<int> sleepMicroseconds{0};  // instead of computing
    static inline std::atomic<long> failAtBlock{-1};      // this call to compress, counted from 0 over all workers, fails
    static inline std::atomic<long> calls{0};
    static void reset()
    {
        sleepMicroseconds = 0;
        failAtBlock = -1;
        calls = 0;
    }
};

// Keeps every other byte's run length out of it: "compresses" by cutting trailing equal bytes. Real enough to give blocks of different
// stored sizes, and it can be decoded: u32 length, then the prefix; the rest repeats the last byte.
class FakeCompressor final : public codec::Compressor {
public:
    explicit FakeCompressor(codec::Role role) : m_role(role) {}
    Result<std::optional<std::size_t>> compress(std::span<const std::byte> in, std::span<std::byte> out) override
    {
        if (m_role == codec::Role::Data) {
            const long call = FakeCodecPlan::calls.fetch_add(1);
            if (call == FakeCodecPlan::failAtBlock.load())
                return internalError("the fake codec was told to fail");
            if (const int us = FakeCodecPlan::sleepMicroseconds.load(); us > 0)
                std::this_thread::sleep_for(std::chrono::microseconds(us));
        }
        std::size_t keep = in.size();
        while (keep > 1 && in[keep - 2] == in[keep - 1])
            --keep;
        if (keep + 4 > out.size())
            return std::optional<std::size_t>();
        const auto length = static_cast<std::uint32_t>(in.size());
        std::memcpy(out.data(), &length, 4);
        std::memcpy(out.data() + 4, in.data(), keep);
        return std::optional<std::size_t>(keep + 4);
    }

private:
    codec::Role m_role;
};

class FakeDecompressor final : public codec::Decompressor {
public:
    Result<std::size_t> decompress(std::span<const std::byte> in, std::span<std::byte> out) override
    {
        std::uint32_t length = 0;
        if (in.size() < 5)
            return corruptError("fake", "short");
        std::memcpy(&length, in.data(), 4);
        if (length > out.size() || in.size() - 4 > length)
            return corruptError("fake", "long");
        std::memcpy(out.data(), in.data() + 4, in.size() - 4);
        std::memset(out.data() + in.size() - 4, static_cast<int>(in.back()), length - (in.size() - 4));
        return std::size_t{length};
    }
};

inline const codec::Backend& fakeBackend()
{
    static const codec::Backend backend{
        format::CodecId::Zstd, "fake", 0, 0, 0,
        [] { return std::string("1"); },
        []() -> const std::vector<codec::OptionInfo>& { static const std::vector<codec::OptionInfo> none; return none; },
        [](const codec::Settings&, std::uint32_t) -> Result<void> { return {}; },
        [](const codec::Settings&, std::uint32_t) { return std::size_t{0}; },
        [](const codec::Settings&, std::uint32_t, codec::Role role) -> Result<std::unique_ptr<codec::Compressor>> {
            return std::unique_ptr<codec::Compressor>(std::make_unique<FakeCompressor>(role));
        },
        [](std::uint32_t) -> Result<std::unique_ptr<codec::Decompressor>> { return std::unique_ptr<codec::Decompressor>(std::make_unique<FakeDecompressor>()); },
        [](const codec::Settings&, std::uint32_t) { return std::vector<std::byte>(); },
        [](const codec::Settings&, std::uint32_t) { return false; },
    };
    return backend;
}

}  // namespace sqd::test
