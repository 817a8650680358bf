// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs a target over stored inputs, without libFuzzer: replay FOLDER… ; exit code 1 when there is none. With --mutate N each input is also
// changed N times, always in the same ways: bits flipped, cut off, pieces of another input put in.
#include "fuzz/fuzz_target.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace {

using sqd::fuzz::Bytes;

std::vector<Bytes> inputsOf(const std::vector<std::string>& folders)
{
    std::vector<std::filesystem::path> paths;
    for (const std::string& folder : folders)
        if (std::filesystem::is_directory(folder))
            for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
                if (entry.is_regular_file())
                    paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<Bytes> inputs;
    for (const auto& path : paths) {
        std::ifstream file(path, std::ios::binary);
        const std::string text((std::istreambuf_iterator<char>(file)), {});
        const auto bytes = std::as_bytes(std::span(text));
        inputs.emplace_back(bytes.begin(), bytes.end());
    }
    return inputs;
}

Bytes mutated(const Bytes& input, const Bytes& other, std::mt19937_64& random)
{
    Bytes result = input;
    const auto below = [&random](std::size_t limit) { return static_cast<std::size_t>(random() % limit); };
    switch (random() % 4) {
    case 0:
        for (std::size_t flips = 1 + below(8); flips > 0 && !result.empty(); --flips)
            result[below(result.size())] ^= static_cast<std::byte>(1U << below(8));
        break;
    case 1:
        result.resize(below(result.size() + 1));
        break;
    case 2:
        if (!result.empty() && !other.empty()) {
            const std::size_t to = below(result.size()), from = below(other.size());
            const std::size_t length = 1 + below(std::min({result.size() - to, other.size() - from, std::size_t{512}}));
            std::copy_n(other.begin() + static_cast<std::ptrdiff_t>(from), length, result.begin() + static_cast<std::ptrdiff_t>(to));
        }
        break;
    default:
        if (result.size() > 8) {
            static constexpr std::uint64_t kEdges[] = {0, 1, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, ~0ULL, ~0ULL >> 1};
            const std::uint64_t edge = kEdges[below(std::size(kEdges))];
            const std::size_t width = std::size_t{1} << below(4);
            std::memcpy(result.data() + below(result.size() - 8), &edge, width);
        }
    }
    return result;
}

}  // namespace

int main(int argc, char** argv)
{
    std::vector<std::string> folders;
    std::size_t mutations = 0;
    for (int i = 1; i < argc; ++i) {
        if (std::string(argv[i]) == "--mutate" && i + 1 < argc)
            mutations = static_cast<std::size_t>(std::strtoul(argv[++i], nullptr, 10));
        else
            folders.emplace_back(argv[i]);
    }
    const std::vector<Bytes> inputs = inputsOf(folders);
    std::mt19937_64 random(20261130);
    std::size_t runs = 0;
    for (const Bytes& input : inputs) {
        sqd::fuzz::runInput(input);
        ++runs;
        for (std::size_t i = 0; i < mutations; ++i, ++runs)
            sqd::fuzz::runInput(mutated(input, inputs[random() % inputs.size()], random));
    }
    std::printf("%zu runs over %zu inputs\n", runs, inputs.size());
    return inputs.empty() ? 1 : 0;
}
