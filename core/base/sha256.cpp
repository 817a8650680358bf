// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/sha256.h"

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace sqd {

namespace {

constexpr std::size_t kBlock = 64;

alignas(16) constexpr std::array<std::uint32_t, 64> kRounds{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t bigEndian(const std::byte* bytes)
{
    return std::to_integer<std::uint32_t>(bytes[0]) << 24 | std::to_integer<std::uint32_t>(bytes[1]) << 16 | std::to_integer<std::uint32_t>(bytes[2]) << 8 |
        std::to_integer<std::uint32_t>(bytes[3]);
}

bool cpuHasSha()
{
#if defined(__x86_64__)
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & bit_SSSE3) == 0 || (c & bit_SSE4_1) == 0)
        return false;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_SHA) != 0;
#else
    return false;
#endif
}

}  // namespace

Sha256::Sha256(Path path)
    : m_state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}
    , m_compress(path == Path::Fastest && hasInstructions() ? &Sha256::compressX86 : &Sha256::compressPlain)
{
}

bool Sha256::hasInstructions()
{
    static const bool has = cpuHasSha();
    return has;
}

void Sha256::compressPlain(State& state, const std::byte* blocks, std::size_t count)
{
    for (; count > 0; --count, blocks += kBlock) {
        std::array<std::uint32_t, 64> w;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
        for (std::size_t i = 0; i < 16; ++i)
            w[i] = bigEndian(blocks + 4 * i);
        for (std::size_t i = 16; i < 64; ++i) {
            const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
            const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
            w[i] = w[i - 16] + s0 + w[i - 7] + s1;
        }
        auto [a, b, c, d, e, f, g, h] = state;
        for (std::size_t i = 0; i < 64; ++i) {
            const std::uint32_t t1 = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + kRounds[i] + w[i];
            const std::uint32_t t2 = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
            h = g;
            g = f;
            f = e;
            e = d + t1;
            d = c;
            c = b;
            b = a;
            a = t1 + t2;
        }
        const State sum{a, b, c, d, e, f, g, h};
        for (std::size_t i = 0; i < sum.size(); ++i)
            state[i] += sum[i];
    }
}

#if defined(__x86_64__)
// Two rounds an instruction; the state lies in the registers as the instructions want it: {a b e f} and {c d g h}.
__attribute__((target("sha,sse4.1,ssse3"))) void Sha256::compressX86(State& state, const std::byte* blocks, std::size_t count)
{
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    auto* const words = reinterpret_cast<__m128i*>(state.data());
    const __m128i low = _mm_shuffle_epi32(_mm_loadu_si128(words), 0xB1), high = _mm_shuffle_epi32(_mm_loadu_si128(words + 1), 0x1B);
    __m128i abef = _mm_alignr_epi8(low, high, 8), cdgh = _mm_blend_epi16(high, low, 0xF0);
    for (; count > 0; --count, blocks += kBlock) {
        const __m128i abefBefore = abef, cdghBefore = cdgh;
        __m128i w[4];
        for (int i = 0; i < 4; ++i)
            w[i] = _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(blocks) + i), swap);
        for (std::size_t group = 0; group < 16; ++group) {
            __m128i& now = w[group % 4];
            if (group >= 4) {
                const __m128i shifted = _mm_alignr_epi8(w[(group + 3) % 4], w[(group + 2) % 4], 4);
                now = _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(now, w[(group + 1) % 4]), shifted), w[(group + 3) % 4]);
            }
            const __m128i sum = _mm_add_epi32(now, _mm_load_si128(reinterpret_cast<const __m128i*>(kRounds.data()) + group));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
        }
        abef = _mm_add_epi32(abef, abefBefore);
        cdgh = _mm_add_epi32(cdgh, cdghBefore);
    }
    const __m128i feba = _mm_shuffle_epi32(abef, 0x1B), dchg = _mm_shuffle_epi32(cdgh, 0xB1);
    _mm_storeu_si128(words, _mm_blend_epi16(feba, dchg, 0xF0));
    _mm_storeu_si128(words + 1, _mm_alignr_epi8(dchg, feba, 8));
}
#else
void Sha256::compressX86(State& state, const std::byte* blocks, std::size_t count)
{
    compressPlain(state, blocks, count);
}
#endif

void Sha256::update(std::span<const std::byte> bytes)
{
    const std::size_t had = m_length % kBlock;
    m_length += bytes.size();
    if (had != 0) {
        const std::size_t part = std::min(kBlock - had, bytes.size());
        std::copy_n(bytes.begin(), part, m_rest.begin() + static_cast<std::ptrdiff_t>(had));
        bytes = bytes.subspan(part);
        if (had + part < kBlock)
            return;
        m_compress(m_state, m_rest.data(), 1);
    }
    m_compress(m_state, bytes.data(), bytes.size() / kBlock);
    const std::span<const std::byte> rest = bytes.subspan(bytes.size() / kBlock * kBlock);
    std::ranges::copy(rest, m_rest.begin());
}

Sha256::Digest Sha256::finish()
{
    const std::uint64_t bits = m_length * 8;
    std::array<std::byte, 2 * kBlock> end{};
    const std::size_t had = m_length % kBlock;
    std::copy_n(m_rest.begin(), had, end.begin());
    end[had] = std::byte{0x80};
    const std::size_t blocks = had + 9 <= kBlock ? 1 : 2;
    for (std::size_t i = 0; i < 8; ++i)
        end[blocks * kBlock - 1 - i] = static_cast<std::byte>(bits >> (8 * i));
    m_compress(m_state, end.data(), blocks);
    Digest digest{};
    for (std::size_t i = 0; i < digest.size(); ++i)
        digest[i] = static_cast<std::byte>(m_state[i / 4] >> (24 - 8 * (i % 4)));
    return digest;
}

std::string hexText(const Sha256::Digest& digest)
{
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    for (const std::byte byte : digest) {
        text += kDigits[std::to_integer<unsigned>(byte) >> 4];
        text += kDigits[std::to_integer<unsigned>(byte) & 15];
    }
    return text;
}

}  // namespace sqd
