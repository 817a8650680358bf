// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/registry.h"

#include "unit/codec/codec_samples.h"

#include <gtest/gtest.h>

namespace sqd::codec::test {
namespace {

TEST(Registry, backends_standInTheirOrder)
{
    std::vector<std::string_view> names;
    for (const Backend* backend : backends())
        names.push_back(backend->name);
    EXPECT_EQ(names, (std::vector<std::string_view>{"gzip", "lzma", "lzo", "xz", "lz4", "zstd", "none"}));
}

TEST(Registry, find_byNameAndNumber)
{
    for (const Backend* backend : packingBackends()) {
        EXPECT_EQ(findBackend(backend->name), backend);
        EXPECT_EQ(findBackend(backend->id), backend);
    }
    EXPECT_EQ(findBackend("none")->id, format::CodecId::Gzip);
    EXPECT_EQ(findBackend(format::CodecId::Gzip)->name, "gzip");
    EXPECT_EQ(findBackend("Gzip"), nullptr);
    EXPECT_EQ(findBackend(static_cast<format::CodecId>(7)), nullptr);
}

TEST(Registry, levels_areThoseOfTheCommandLine)
{
    struct Expected {
        std::string_view name;
        int lowest, highest;
    };
    for (const Expected& e : {Expected{"gzip", 1, 12}, {"lzma", 0, 9}, {"lzo", 1, 9}, {"xz", 0, 9}, {"lz4", 1, 12},
                              {"zstd", -131072, 22}, {"none", 0, 0}}) {
        const Backend& backend = *findBackend(e.name);
        EXPECT_EQ(backend.minLevel, e.lowest) << e.name;
        EXPECT_EQ(backend.maxLevel, e.highest) << e.name;
        EXPECT_LE(backend.minLevel, backend.defaultLevel) << e.name;
        EXPECT_GE(backend.maxLevel, backend.defaultLevel) << e.name;
    }
}

TEST(Registry, versions_nameALibraryWithANumber)
{
    for (const Backend* backend : packingBackends())
        EXPECT_NE(backend->versionOfLibrary().find_first_of("0123456789."), std::string::npos) << backend->name;
}

TEST(Registry, workerMemory_growsWithTheLevelsThatNeedMore)
{
    const auto memory = [](const char* codec, int level, std::uint32_t blockSize) {
        return findBackend(codec)->workerMemory(atLevel(level), blockSize);
    };
    EXPECT_GT(memory("gzip", 12, 131072), memory("gzip", 6, 131072) * 4);
    EXPECT_GT(memory("xz", 6, 1 << 20), 8U << 20);
    EXPECT_LT(memory("xz", 6, 131072), 8U << 20);
    EXPECT_GT(memory("zstd", 22, 1 << 20), memory("zstd", 1, 1 << 20));
    EXPECT_GT(memory("lzma", 5, 1 << 20), memory("lzma", 5, 131072));
    EXPECT_GT(memory("lz4", 12, 131072), memory("lz4", 1, 131072));
    EXPECT_GT(memory("lzo", 8, 131072), 400U << 10);
}

TEST(Registry, probe_paysOnlyForSlowCodecs)
{
    const auto pays = [](const char* codec, const Settings& settings) { return findBackend(codec)->probePays(settings, 131072); };
    EXPECT_FALSE(pays("lz4", {}));
    EXPECT_TRUE(pays("lz4", atLevel(12)));
    EXPECT_FALSE(pays("none", {}));
    EXPECT_FALSE(pays("zstd", atLevel(9)));
    EXPECT_TRUE(pays("zstd", {}));
    EXPECT_FALSE(pays("zstd", atLevel(-5)));
    EXPECT_FALSE(pays("lzo", withOption("algorithm", "lzo1x_1")));
    EXPECT_FALSE(pays("gzip", atLevel(1)));
    EXPECT_TRUE(pays("gzip", {}));
    EXPECT_TRUE(pays("lzo", {}));
    EXPECT_TRUE(pays("xz", {}));
    EXPECT_TRUE(pays("lzma", {}));
}

TEST(EffectiveLevel, anyWayOfNamingIt_isFound)
{
    EXPECT_EQ(effectiveLevel(*findBackend("gzip"), {}), findBackend("gzip")->defaultLevel);
    EXPECT_EQ(effectiveLevel(*findBackend("gzip"), atLevel(3)), 3);
    EXPECT_EQ(effectiveLevel(*findBackend("gzip"), withOption("compression-level", "4")), 4);
    EXPECT_EQ(effectiveLevel(*findBackend("xz"), withOption("preset", "2")), 2);
    EXPECT_EQ(effectiveLevel(*findBackend("lz4"), withOption("hc", "")), 12);
    EXPECT_EQ(effectiveLevel(*findBackend("lz4"), {}), 1);
    EXPECT_EQ(effectiveLevel(*findBackend("lzo"), withOption("algorithm", "lzo1x_1_15")), 0);
    EXPECT_EQ(effectiveLevel(*findBackend("lzo"), withOption("algorithm", "lzo1x_999")), 8);
    EXPECT_EQ(effectiveLevel(*findBackend("none"), {}), 0);
    EXPECT_TRUE(isLevelOption("preset"));
    EXPECT_TRUE(isLevelOption("compression-level"));
    EXPECT_FALSE(isLevelOption("hc"));
}

}  // namespace
}  // namespace sqd::codec::test
