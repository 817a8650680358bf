// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What no packer can beat: the time of the bare libraries over the blocks that an image of a folder has, on one thread, in memory.
// Blocks as a pack makes them: duplicates of whole files left out, zero blocks left out, tail ends gathered into blocks. Without a probe:
// every block is compressed. The limit with N workers is this time divided by N.
//
//     codec_limit TREE [BLOCK-SIZE] [CODEC[:LEVEL]…]

#include "base/bytes.h"
#include "base/bytes_text.h"
#include "base/hash.h"
#include "codec/registry.h"

#include <algorithm>
#include <chrono>
#include <charconv>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace fs = std::filesystem;
using namespace sqd;

namespace {

using Block = std::vector<std::byte>;

// All blocks are held in memory, so that reading is no part of the time.
struct Blocks {
    std::vector<Block> blocks;
    std::uint64_t sourceBytes = 0, blockBytes = 0;
    std::size_t files = 0, duplicates = 0, unreadable = 0;
};

void addBlock(Blocks& all, std::span<const std::byte> bytes)
{
    all.blocks.emplace_back(bytes.begin(), bytes.end());
    all.blockBytes += bytes.size();
}

Blocks collect(const fs::path& tree, std::size_t blockSize)
{
    std::vector<fs::path> paths;
    for (const auto& entry : fs::recursive_directory_iterator(tree, fs::directory_options::skip_permission_denied))
        if (entry.is_regular_file() && !entry.is_symlink())
            paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    Blocks all;
    Block tails;
    std::unordered_set<Hash128, Hash128Hasher> seen;
    for (const fs::path& path : paths) {
        std::ifstream in(path, std::ios::binary);
        Block bytes(static_cast<std::size_t>(fs::file_size(path)));
        if (!in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()))) {
            ++all.unreadable;
            continue;
        }
        ++all.files;
        all.sourceBytes += bytes.size();
        if (!bytes.empty() && !seen.insert(hashBytes(bytes)).second) {
            ++all.duplicates;
            continue;
        }
        const std::size_t whole = bytes.size() / blockSize * blockSize;
        for (std::size_t at = 0; at < whole; at += blockSize)
            if (const auto block = std::span(bytes).subspan(at, blockSize); !allZero(block))
                addBlock(all, block);
        if (tails.size() + bytes.size() - whole > blockSize) {
            addBlock(all, tails);
            tails.clear();
        }
        tails.insert(tails.end(), bytes.begin() + static_cast<std::ptrdiff_t>(whole), bytes.end());
    }
    if (!tails.empty())
        addBlock(all, tails);
    return all;
}

double cpuSeconds()
{
    timespec t{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

bool measure(const Blocks& all, std::string_view wanted, std::uint32_t blockSize)
{
    const std::string_view name = wanted.substr(0, wanted.find(':'));
    codec::Settings settings;
    if (name.size() < wanted.size()) {
        int level = 0;
        const std::string_view digits = wanted.substr(name.size() + 1);
        if (std::from_chars(digits.data(), digits.data() + digits.size(), level).ec == std::errc{})
            settings.level = level;
    }
    const codec::Backend* backend = codec::findBackend(name);
    if (backend == nullptr) {
        std::fprintf(stderr, "codec_limit: no codec %.*s\n", static_cast<int>(name.size()), name.data());
        return false;
    }
    auto compressor = backend->makeCompressor(settings, blockSize, codec::Role::Data);
    if (!compressor) {
        std::fprintf(stderr, "codec_limit: %s\n", compressor.error().line().c_str());
        return false;
    }
    Block out(blockSize);
    std::uint64_t stored = 0;
    std::size_t raw = 0;
    const auto since = std::chrono::steady_clock::now();
    const double cpuBefore = cpuSeconds();
    for (const Block& block : all.blocks) {
        auto size = (*compressor)->compress(block, out);
        if (!size) {
            std::fprintf(stderr, "codec_limit: %s\n", size.error().line().c_str());
            return false;
        }
        raw += *size ? 0 : 1;
        stored += *size ? **size : block.size();
    }
    const double cpu = cpuSeconds() - cpuBefore;
    const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
    std::printf("| %s %d | %s | %.3f | %.3f | %.1f | %.2f | %zu |\n", backend->name.data(), codec::effectiveLevel(*backend, settings),
                backend->versionOfLibrary().c_str(), cpu, wall, static_cast<double>(all.blockBytes) / 1e6 / cpu, static_cast<double>(stored) / 1e6, raw);
    std::fflush(stdout);
    return true;
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fputs("usage: codec_limit TREE [BLOCK-SIZE] [CODEC[:LEVEL]…]\n", stderr);
        return 2;
    }
    const std::uint64_t blockSize = argc > 2 ? parseSize(argv[2]).value_or(0) : format::kDefaultBlockSize;
    if (blockSize < format::kMinBlockSize || blockSize > format::kMaxBlockSize) {
        std::fputs("codec_limit: the block size goes from 4K to 1M\n", stderr);
        return 2;
    }
    const Blocks all = collect(argv[1], static_cast<std::size_t>(blockSize));
    std::printf("%zu files, %.1f MB; %zu duplicates; %zu blocks with %.1f MB to compress; %zu files could not be read\n\n", all.files,
                static_cast<double>(all.sourceBytes) / 1e6, all.duplicates, all.blocks.size(), static_cast<double>(all.blockBytes) / 1e6, all.unreadable);
    std::puts("| codec, level | library | CPU s | wall s | MB/s | data MB | raw blocks |");
    std::puts("|---|---|---:|---:|---:|---:|---:|");
    std::vector<std::string> wanted(argv + std::min(argc, 3), argv + argc);
    if (wanted.empty())
        for (const codec::Backend* backend : codec::backends())
            wanted.emplace_back(backend->name);
    bool good = true;
    for (const std::string& name : wanted)
        good = measure(all, name, static_cast<std::uint32_t>(blockSize)) && good;
    return good ? 0 : 1;
}
