// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "io/memory_file.h"
#include "read/data_reader.h"
#include "read/image.h"
#include "read/tree_walker.h"
#include "read/verifier.h"
#include "support/image_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

// Shared by the tests of read/: images in memory, opened, walked and verified.
namespace sqd::read {

inline std::shared_ptr<io::MemoryFile> inMemory(std::vector<std::byte> bytes) { return std::make_shared<io::MemoryFile>("test.sqfs", std::move(bytes)); }
inline Result<std::shared_ptr<const Image>> openBytes(std::vector<std::byte> bytes, const OpenOptions& options = {}) { return Image::open(inMemory(std::move(bytes)), options); }

inline std::shared_ptr<const Image> openOrFail(std::vector<std::byte> bytes)
{
    auto image = openBytes(std::move(bytes));
    if (!image) {
        ADD_FAILURE() << image.error().line();
        return nullptr;
    }
    return *image;
}

// path → "" or the damage's text.
inline std::map<std::string, std::string> walk(const Image& image)
{
    std::map<std::string, std::string> seen;
    const auto done = walkTree(image, [&](const Visit& v) {
        seen[v.path] += v.damage != nullptr ? std::string(v.damageCode) + ": " + v.damage->what : std::string();
        return WalkStep::Continue;
    });
    EXPECT_TRUE(done);
    return seen;
}

inline VerifyReport verifyBytes(std::vector<std::byte> bytes, int jobs = 0)
{
    concurrency::ProgressCounters counters(jobs);
    VerifyOptions options;
    options.jobs = jobs;
    auto report = verifyImage(inMemory(std::move(bytes)), options, counters, {});
    if (!report) {
        ADD_FAILURE() << report.error().line();
        return {};
    }
    return *report;
}

// Findings worse than notes, as "code path".
inline std::vector<std::string> problems(const VerifyReport& report)
{
    std::vector<std::string> list;
    for (const Finding& f : report.findings) {
        if (f.severity != Severity::Note)
            list.push_back(f.code + " " + f.path.value_or("-"));
    }
    std::sort(list.begin(), list.end());
    return list;
}

inline Result<std::string> contents(const std::shared_ptr<const Image>& image, const Inode& inode, const std::string& label)
{
    SQD_TRY(const FileReader reader, FileReader::open(image, inode, label));
    std::string text(static_cast<std::size_t>(inode.sizeBytes), '?');
    SQD_TRY(const std::size_t got, reader.read(0, std::as_writable_bytes(std::span(text))));
    text.resize(got);
    return text;
}

}  // namespace sqd::read
