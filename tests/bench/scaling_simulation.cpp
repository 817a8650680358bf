// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How the pipeline scales past the cores of this machine: the real scheduler, order keeper and workers with a codec that sleeps instead
// of computing. Efficiency = (blocks × sleep ÷ workers) ÷ wall time. Usage: scaling_simulation [sleep in ms, default 20]

#include "io/memory_file.h"
#include "pack/packer.h"
#include "support/fake_codec.h"
#include "support/memory_source.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using namespace sqd;

constexpr std::size_t kBlock = 128 * 1024;

// Discards what is written: the simulation is about the pipeline, not about memory bandwidth.
class NullOutput final : public io::OutputFile {
public:
    Result<void> write(std::uint64_t, std::span<const std::byte>) override { return {}; }
    Result<void> resize(std::uint64_t) override { return {}; }
    [[nodiscard]] const io::RandomAccessFile& readBack() const override { return m_empty; }
    [[nodiscard]] const std::string& name() const override { return m_empty.name(); }

private:
    io::MemoryFile m_empty;
};

// Contents that the fake codec can shorten: a number that differs per block, then one repeated byte.
std::string contents(std::size_t size, unsigned seed)
{
    std::string s(size, 'x');
    for (std::size_t at = 0; at + 8 < size; at += kBlock)
        std::snprintf(s.data() + at, 9, "%08x", seed++);
    return s;
}

void report(const char* what, test::MemorySource& source, int workers, int sleepMs)
{
    std::vector<double> efficiencies;
    for (int run = 0; run < 3; ++run) {
        test::FakeCodecPlan::reset();
        test::FakeCodecPlan::sleepMicroseconds = sleepMs * 1000;
        pack::PackOptions options;
        options.backend = &test::fakeBackend();
        options.jobs = workers;
        options.verify = false;
        options.duplicates = false;
        NullOutput out;
        pack::Packer packer(source, options);
        const auto packed = packer.runInto(out, {});
        if (!packed) {
            std::fprintf(stderr, "%s\n", packed.error().line().c_str());
            std::exit(1);
        }
        const double ideal = static_cast<double>(test::FakeCodecPlan::calls) * sleepMs / 1000 / workers;
        efficiencies.push_back(ideal / packed->packSeconds);
    }
    std::sort(efficiencies.begin(), efficiencies.end());
    std::printf("| %-28s | %7d | %6ld | %6.1f %% | %5.1f – %.1f %% |\n", what, workers, test::FakeCodecPlan::calls.load(), efficiencies[1] * 100,
                efficiencies[0] * 100, efficiencies[2] * 100);
}

}  // namespace

int main(int argc, char** argv)
{
    const int sleepMs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 20;
    std::printf("| stream                       | workers | blocks | median  | range         |\n|---|---|---|---|---|\n");
    for (const int workers : {2, 8, 16, 64}) {
        const auto blocks = static_cast<std::size_t>(workers) * 48;
        test::MemorySource full;
        full.add("file", contents(blocks * kBlock, 1));
        report("one file of full blocks", full, workers, sleepMs);
        test::MemorySource tails;
        for (std::size_t i = 0; i < blocks; ++i)
            tails.add("f" + std::to_string(i), contents(kBlock + 3000, static_cast<unsigned>(i * 2)));
        report("a block and a tail end a file", tails, workers, sleepMs);
        test::MemorySource small;
        for (std::size_t i = 0; i < blocks * 16; ++i)
            small.add("s" + std::to_string(i), contents(8000, static_cast<unsigned>(i)));
        report("small files only", small, workers, sleepMs);
    }
    return 0;
}
