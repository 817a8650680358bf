// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/sha256.h"

#include <gtest/gtest.h>

namespace sqd {

namespace {

std::string hashOf(const std::string& text, Sha256::Path path, std::size_t piece = ~std::size_t{0})
{
    Sha256 hash(path);
    const auto bytes = std::as_bytes(std::span(text));
    for (std::size_t at = 0; at < bytes.size(); at += std::min(piece, bytes.size() - at))
        hash.update(bytes.subspan(at, std::min(piece, bytes.size() - at)));
    return hexText(hash.finish());
}

TEST(Sha256, vectorsOfTheStandard_areMetOnBothPaths)
{
    for (const auto path : {Sha256::Path::Plain, Sha256::Path::Fastest}) {
        EXPECT_EQ(hashOf("", path), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        EXPECT_EQ(hashOf("abc", path), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        EXPECT_EQ(hashOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", path), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
        EXPECT_EQ(hashOf(std::string(1'000'000, 'a'), path), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    }
}

TEST(Sha256, bothPaths_agreeForEveryLengthAndCut)
{
    std::string text;
    for (int i = 0; i < 300; ++i) {
        const std::string plain = hashOf(text, Sha256::Path::Plain);
        EXPECT_EQ(hashOf(text, Sha256::Path::Fastest), plain) << i;
        for (const std::size_t piece : {1U, 7U, 63U, 64U, 65U, 130U})
            EXPECT_EQ(hashOf(text, Sha256::Path::Fastest, piece), plain) << i << " " << piece;
        text += static_cast<char>(i * 37);
    }
}

}  // namespace

}  // namespace sqd
