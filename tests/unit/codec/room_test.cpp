// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "unit/codec/codec_samples.h"

#include <algorithm>

// Nothing is written beyond the room that is given, whatever the room.
namespace sqd::codec::test {
namespace {

constexpr std::size_t kGuard = 64;
constexpr std::byte kGuardByte{0xA7};

// A buffer of `size` bytes between two guards.
class GuardedBuffer {
public:
    explicit GuardedBuffer(std::size_t size) : m_bytes(size + 2 * kGuard, kGuardByte) {}
    std::span<std::byte> room() { return std::span(m_bytes).subspan(kGuard, m_bytes.size() - 2 * kGuard); }
    bool intact() const
    {
        const auto isGuard = [](std::byte b) { return b == kGuardByte; };
        return std::all_of(m_bytes.begin(), m_bytes.begin() + kGuard, isGuard) && std::all_of(m_bytes.end() - kGuard, m_bytes.end(), isGuard);
    }

private:
    Bytes m_bytes;
};

class Room : public ::testing::TestWithParam<const Backend*> {};

TEST_P(Room, tooLittleToPack_givesNoResultAndStaysInside)
{
    const Backend& backend = *GetParam();
    const Bytes in = sample(Kind::Text, 4096);
    const auto compressor = compressorOf(backend, {}, 4096);
    const std::size_t needed = pack(*compressor, in).size();
    ASSERT_GT(needed, 64U);
    for (const std::size_t room : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{5}, std::size_t{12}, std::size_t{13},
                                   std::size_t{14}, std::size_t{63}, needed / 2, needed - 2, needed - 1}) {
        GuardedBuffer buffer(room);
        const auto size = compressor->compress(in, buffer.room());
        ASSERT_TRUE(size.has_value()) << size.error().line();
        EXPECT_FALSE(size->has_value()) << room;
        EXPECT_TRUE(buffer.intact()) << room;
    }
}

TEST_P(Room, incompressible_givesNoResultEvenWithPlentyOfRoom)
{
    const Backend& backend = *GetParam();
    const auto compressor = compressorOf(backend, {}, 131072);
    for (const std::size_t size : {1U, 2U, 3U, 17U, 100U, 8192U, 131072U}) {
        const Bytes in = sample(Kind::Random, size);
        for (const std::size_t room : {size - 1, size, 2 * size}) {
            GuardedBuffer buffer(room);
            const auto result = compressor->compress(in, buffer.room());
            ASSERT_TRUE(result.has_value()) << result.error().line();
            EXPECT_FALSE(result->has_value()) << size << " into " << room;
            EXPECT_TRUE(buffer.intact()) << size << " into " << room;
        }
    }
}

TEST_P(Room, tooLittleToUnpack_isCorruptAndStaysInside)
{
    const Backend& backend = *GetParam();
    const auto decompressor = decompressorOf(backend);
    for (const Kind kind : {Kind::Text, Kind::Zero}) {
        const Bytes in = sample(kind, 4096);
        const Bytes packed = pack(backend, {}, in);
        for (const std::size_t room : {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{2048}, std::size_t{4095}}) {
            GuardedBuffer buffer(room);
            const auto produced = decompressor->decompress(packed, buffer.room());
            ASSERT_FALSE(produced.has_value()) << room;
            EXPECT_EQ(produced.error().code, Errc::Corrupt);
            EXPECT_TRUE(buffer.intact()) << room;
        }
    }
}

TEST_P(Room, changedBytes_neverLeaveTheRoom)
{
    const Backend& backend = *GetParam();
    const auto decompressor = decompressorOf(backend);
    const Bytes packed = pack(backend, {}, sample(Kind::Binary, 1000));
    std::size_t refused = 0;
    for (std::size_t i = 0; i < packed.size(); ++i)
        for (const int flip : {0x01, 0x80, 0xFF}) {
            Bytes changed = packed;
            changed[i] ^= static_cast<std::byte>(flip);
            GuardedBuffer buffer(1000);
            const auto produced = decompressor->decompress(changed, buffer.room());
            ASSERT_TRUE(buffer.intact()) << i;
            if (produced) {
                ASSERT_LE(*produced, 1000U);
            } else {
                ASSERT_EQ(produced.error().code, Errc::Corrupt) << produced.error().line();
                ++refused;
            }
        }
    EXPECT_GT(refused, packed.size() / 8);
}

INSTANTIATE_TEST_SUITE_P(Codec, Room, ::testing::ValuesIn(packingBackends()), backendName);

}  // namespace
}  // namespace sqd::codec::test
