// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "source/long_path.h"
#include "support/tree_builder.h"
#include "unit/source/scan.h"

#include <gtest/gtest.h>

#include <atomic>
#include <fcntl.h>
#include <mutex>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace sqd::test;
using sqd::source::Entry;
using sqd::source::Folder;
using test::from;
using test::Scan;

// `levels` folders in each other with a file "bottom" in the last.
static void buildDeep(const std::string& root, int levels, const std::string& name)
{
    int fd = ::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int i = 0; i < levels; ++i) {
        ASSERT_EQ(::mkdirat(fd, name.c_str(), 0755), 0);
        const int next = ::openat(fd, name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        ::close(fd);
        fd = next;
        ASSERT_GE(fd, 0);
    }
    const int file = ::openat(fd, "bottom", O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    ASSERT_EQ(::write(file, "deep\n", 5), 5);
    ::close(file);
    ::close(fd);
}

TEST(DirectoryLimits, FiveThousandLevels_areScannedAndRead)
{
    const TemporaryFolder dir(TemporaryFolder::Where::Memory);
    buildDeep(dir.path(), 5000, "lev");
    sqd::source::DirectoryOptions options = from(dir.path());
    auto source = *sqd::source::makeDirectorySource(options);
    sqd::source::Tree tree;
    ASSERT_TRUE(source->open(tree).has_value());
    Folder* folder = tree.root.folder.get();
    const Entry* last = nullptr;
    std::uint32_t depth = 0;
    while (folder != nullptr) {
        ASSERT_EQ(*source->beginListing(*folder), 1U) << depth << ": " << (source->warnings().empty() ? "" : source->warnings()[0].what);
        ASSERT_TRUE(source->fillEntries(*folder, 0, 1).has_value());
        ASSERT_TRUE(source->endListing(*folder).has_value());
        last = &folder->entries[0];
        EXPECT_EQ(folder->depth, depth++);
        folder = last->folder.get();
    }
    EXPECT_EQ(depth, 5001U);
    EXPECT_EQ(last->nameView(), "bottom");
    EXPECT_EQ(source->sourcePath(*last).size(), dir.path().size() + 5000 * 4 + 7);
    EXPECT_EQ(*test::contents(*source, *last), "deep\n");
}

TEST(DirectoryLimits, NamesOf255Bytes_passPathMax)
{
    const TemporaryFolder dir(TemporaryFolder::Where::Memory);
    buildDeep(dir.path(), 40, std::string(255, 'd'));
    Scan scan(from(dir.path()));
    ASSERT_TRUE(scan.ok());
    ASSERT_EQ(scan.entries().size(), 42U) << scan.warnings();
    const Entry& bottom = *scan.entries().rbegin()->second;
    EXPECT_EQ(*test::contents(scan.source(), bottom), "deep\n");
}

TEST(DirectoryLimits, ManyLevelsInMemory_areFreedWithoutRecursion)
{
    sqd::source::Tree tree;
    Entry* at = &tree.root;
    for (int i = 0; i < 300000; ++i) {
        at->folder = std::make_unique<Folder>();
        at->folder->entries = std::make_unique<Entry[]>(1);
        at->folder->count = 1;
        at->folder->self = at;
        at->folder->entries[0].parent = at->folder.get();
        at = &at->folder->entries[0];
    }
    EXPECT_NE(at, &tree.root);
}

TEST(PathOpener, NameThatIsTooLong_saysSo)
{
    sqd::source::PathOpener opener;
    EXPECT_FALSE(opener.open("/" + std::string(5000, 'x'), O_RDONLY));
    EXPECT_EQ(errno, ENAMETOOLONG);
    EXPECT_FALSE(opener.open("/" + std::string(5000, 'x') + "/y", O_RDONLY));
    EXPECT_EQ(errno, ENAMETOOLONG);
    EXPECT_FALSE(opener.open("/nosuch/" + std::string(5000, '/') + "x", O_RDONLY));
    EXPECT_EQ(errno, ENOENT);
}

TEST(PathOpener, NeighboursOfARememberedPath_areNotMixedUp)
{
    const TemporaryFolder dir(TemporaryFolder::Where::Memory);
    const std::string name(250, 'd');
    buildDeep(dir.path(), 20, name);
    std::string deep = dir.path();
    for (int i = 0; i < 20; ++i)
        deep += "/" + name;
    sqd::source::PathOpener opener;
    EXPECT_TRUE(opener.open(deep + "/bottom", O_RDONLY));
    EXPECT_TRUE(opener.open(deep, O_RDONLY | O_DIRECTORY));
    EXPECT_FALSE(opener.open(deep + "x/bottom", O_RDONLY));
    EXPECT_EQ(errno, ENOENT);
    EXPECT_TRUE(opener.open(dir.path() + std::string(9000, '/') + deep.substr(dir.path().size() + 1) + "/bottom", O_RDONLY));
    EXPECT_FALSE(opener.open("/nosuch" + deep + "/bottom", O_RDONLY));
    EXPECT_TRUE(opener.open(deep + "/bottom", O_RDONLY));
}

TEST(JoinPath, Slashes_areNeverDoubled)
{
    using sqd::source::joinPath;
    EXPECT_EQ(joinPath("a", "b"), "a/b");
    EXPECT_EQ(joinPath("/", "b"), "/b");
    EXPECT_EQ(joinPath("", "b"), "b");
}

// Sixteen threads take folders from a list, fill them, and read every file; returns "" or what went wrong.
static std::string scanWithThreads(sqd::source::Source& source, sqd::source::Tree& tree, int threads, std::uint64_t& bytes)
{
    std::mutex mutex;
    std::vector<Folder*> open{tree.root.folder.get()};
    std::size_t busy = 0;
    std::string failure;
    std::atomic<std::uint64_t> read{0};
    const auto work = [&] {
        for (;;) {
            Folder* folder = nullptr;
            {
                const std::lock_guard lock(mutex);
                if (!failure.empty() || (open.empty() && busy == 0))
                    return;
                if (!open.empty()) {
                    folder = open.back();
                    open.pop_back();
                    ++busy;
                }
            }
            if (folder == nullptr) {
                std::this_thread::yield();
                continue;
            }
            std::string wrong;
            const auto count = source.beginListing(*folder);
            if (!count || !source.fillEntries(*folder, 0, *count) || !source.endListing(*folder))
                wrong = "scan";
            std::vector<std::unique_ptr<sqd::source::FileReader>> held;  // as a worker that has several files open
            for (std::uint32_t i = 0; wrong.empty() && i < folder->count; ++i) {
                const Entry& entry = folder->entries[i];
                if (entry.folder)
                    continue;
                auto reader = source.openFile(entry);
                std::vector<std::byte> data(static_cast<std::size_t>(entry.size));
                if (!reader)
                    wrong = reader.error().line();
                else if (auto done = (*reader)->readExact(0, data); !done)
                    wrong = done.error().line();
                else
                    held.push_back(std::move(*reader));
                read += data.size();
            }
            const std::lock_guard lock(mutex);
            for (std::uint32_t i = 0; i < folder->count; ++i)
                if (folder->entries[i].folder)
                    open.push_back(folder->entries[i].folder.get());
            if (!wrong.empty())
                failure = wrong;
            --busy;
        }
    };
    std::vector<std::thread> pool;
    for (int i = 0; i < threads; ++i)
        pool.emplace_back(work);
    for (std::thread& t : pool)
        t.join();
    bytes = read;
    return failure;
}

TEST(DirectoryLimits, SixteenWorkersWith32Descriptors_readEverything)
{
    const TemporaryFolder dir;
    std::vector<Item> items;
    for (int i = 0; i < 600; ++i)
        items.push_back(file("d" + std::to_string(i % 30) + "/f" + std::to_string(i), std::string(static_cast<std::size_t>(i), 'x')));
    ASSERT_EQ(buildTree(dir.path(), items), "");
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
    for (const rlim_t limit : {rlim_t{32}, rlim_t{20}}) {
        const rlimit tight{limit, before.rlim_max};
        ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &tight), 0);
        auto source = *sqd::source::makeDirectorySource(from(dir.path()));
        sqd::source::Tree tree;
        std::uint64_t bytes = 0;
        const bool opened = source->open(tree).has_value();
        const std::string failure = opened ? scanWithThreads(*source, tree, 16, bytes) : "open";
        ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
        EXPECT_EQ(failure, "");
        EXPECT_EQ(bytes, 600U * 599 / 2);
        EXPECT_TRUE(source->warnings().empty());
    }
}

TEST(DirectoryLimits, OneFolderFilledByManyThreads_isComplete)
{
    const TemporaryFolder dir;
    std::vector<Item> items;
    for (int i = 0; i < 2000; ++i)
        items.push_back(i % 5 == 0 ? symbolicLink("n" + std::to_string(i), "target" + std::to_string(i)) : file("n" + std::to_string(i), std::to_string(i)));
    ASSERT_EQ(buildTree(dir.path(), items), "");
    auto source = *sqd::source::makeDirectorySource(from(dir.path()));
    sqd::source::Tree tree;
    ASSERT_TRUE(source->open(tree).has_value());
    Folder& root = *tree.root.folder;
    ASSERT_EQ(*source->beginListing(root), 2000U);
    std::atomic<std::uint32_t> next{0};
    std::atomic<int> failures{0};
    std::vector<std::thread> pool;
    for (int t = 0; t < 8; ++t) {
        pool.emplace_back([&] {
            for (std::uint32_t first = next.fetch_add(37); first < 2000; first = next.fetch_add(37))
                failures += source->fillEntries(root, first, std::min(37U, 2000 - first)) ? 0 : 1;
        });
    }
    for (std::thread& t : pool)
        t.join();
    EXPECT_EQ(failures.load(), 0);
    EXPECT_FALSE(source->fillEntries(root, 1999, 2).has_value());
    ASSERT_TRUE(source->endListing(root).has_value());
    EXPECT_FALSE(source->endListing(root).has_value());
    ASSERT_EQ(root.count, 2000U);
    for (std::uint32_t i = 0; i < root.count; ++i) {
        const Entry& entry = root.entries[i];
        const std::string number(entry.nameView().substr(1));
        if (entry.type == sqd::format::InodeType::Symlink)
            EXPECT_EQ(entry.targetView(), "target" + number);
        else
            EXPECT_EQ(entry.size, number.size());
    }
}
