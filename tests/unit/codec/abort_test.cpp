// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "unit/codec/codec_samples.h"

#include "codec/registry.h"

// Codecs that take a second over one block of 1 MiB stop inside of it.
namespace sqd::codec::test {
namespace {

class Abort : public ::testing::TestWithParam<const char*> {};

TEST_P(Abort, flagIsSet_isCancelled)
{
    const Backend& backend = *findBackend(GetParam());
    const auto compressor = compressorOf(backend, {}, 1U << 20);
    std::atomic<bool> flag{true};
    compressor->setAbortFlag(&flag);
    const Bytes in = sample(Kind::Text, 300000);
    Bytes out(in.size());
    const auto packed = compressor->compress(in, out);
    ASSERT_FALSE(packed.has_value());
    EXPECT_EQ(packed.error().code, Errc::Cancelled);
}

TEST_P(Abort, flagClearedAgain_packsAsEver)
{
    const Backend& backend = *findBackend(GetParam());
    const auto compressor = compressorOf(backend, {}, 1U << 20);
    const Bytes in = sample(Kind::Text, 300000);
    const Bytes expected = pack(*compressor, in);
    std::atomic<bool> flag{true};
    compressor->setAbortFlag(&flag);
    Bytes out(in.size());
    EXPECT_FALSE(compressor->compress(in, out).has_value());
    flag = false;
    EXPECT_EQ(pack(*compressor, in), expected);
}

INSTANTIATE_TEST_SUITE_P(Codec, Abort, ::testing::Values("xz", "lzma"));

}  // namespace
}  // namespace sqd::codec::test
