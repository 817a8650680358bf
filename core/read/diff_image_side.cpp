// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "io/posix_file.h"
#include "read/data_reader.h"
#include "read/diff_side.h"
#include "read/image.h"
#include "read/read_error.h"
#include "read/tree_walker.h"
#include "read/xattr_reader.h"

#include <algorithm>
#include <sys/stat.h>

namespace sqd::read {

namespace {

class ImageContents final : public DiffContents {
public:
    explicit ImageContents(std::shared_ptr<const FileReader> reader) : m_reader(std::move(reader)) {}

    // Whole blocks past the page store: each is wanted once.
    Result<void> read(std::uint64_t offset, std::span<std::byte> out) override
    {
        std::uint64_t block = offset / m_reader->blockSize();
        while (!out.empty()) {
            const std::size_t length = m_reader->blockLength(block);
            if (length > out.size())
                return internalError("a part of a block was asked for");
            SQD_CHECK(m_reader->readBlock(block++, out));
            out = out.subspan(length);
        }
        return {};
    }
    [[nodiscard]] bool isHole(std::uint64_t offset, std::uint64_t length) override
    {
        const std::uint64_t end = (offset + length + m_reader->blockSize() - 1) / m_reader->blockSize();
        for (std::uint64_t block = offset / m_reader->blockSize(); block < end; ++block)
            if (!m_reader->isHole(block))
                return false;
        return true;
    }

private:
    std::shared_ptr<const FileReader> m_reader;
};

class ImageTree final : public DiffTree {
public:
    explicit ImageTree(std::shared_ptr<const Image> image)
        : m_image(std::move(image)), m_walk(*m_image, [this](const Visit& v) { return take(v); })
    {
        for (const Finding& finding : m_image->openFindings())
            if (finding.severity != Severity::Note)
                m_findings.push_back(finding);
    }

    Result<bool> next(DiffItem& item) override
    {
        m_item = &item;
        do {
            m_taken = false;
            if (!m_walk.step())
                return false;
        } while (!m_taken);
        return true;
    }

    Result<DiffXattrs> xattrs(const DiffItem& item) override
    {
        SQD_TRY(XattrSet set, readXattrs(*m_image, item.inode));
        std::ranges::sort(set.values);
        return std::move(set.values);
    }

    Result<std::unique_ptr<DiffContents>> open(const DiffItem& item) override
    {
        SQD_TRY(FileReader reader, FileReader::open(m_image, item.inode, item.path));
        return imageContents(std::make_shared<const FileReader>(std::move(reader)));
    }
    [[nodiscard]] std::shared_ptr<const Image> image() const override { return m_image; }
    std::vector<Finding> takeFindings() override { return std::exchange(m_findings, {}); }

private:
    WalkStep take(const Visit& v)
    {
        if (v.damage != nullptr)
            m_findings.push_back(findingFrom(*v.damage, v.damageCode, v.path));
        // In a listing that is not sorted, what is the same on both sides could not be told from what is not.
        const bool ordered = m_last.empty() || comparePaths(m_last, v.path) < 0;
        if (!ordered && v.damage == nullptr)
            m_findings.push_back({Severity::Error, "directory-order", 0, v.path, "the directory is not sorted, so this entry cannot be compared"});
        if (!ordered)
            return WalkStep::Continue;
        m_last = v.path;
        m_taken = true;
        *m_item = {};
        m_item->path = v.path;
        m_item->usable = v.damage == nullptr || v.listing != nullptr;
        if (m_item->usable)
            describe(*v.inode);
        return WalkStep::Continue;
    }

    void describe(const Inode& inode)
    {
        DiffItem& item = *m_item;
        item.type = inode.type;
        item.mode = inode.mode;
        item.uid = inode.uid;
        item.gid = inode.gid;
        item.mtime = inode.mtime;
        item.major = inode.major;
        item.minor = inode.minor;
        item.size = inode.isFile() ? inode.sizeBytes : 0;
        item.target = inode.target;
        item.manyNames = inode.links > 1 && !inode.isDirectory();
        item.identity = {0, inode.reference};
        item.inode = inode;
    }

    const std::shared_ptr<const Image> m_image;
    TreeWalk m_walk;
    DiffItem* m_item = nullptr;
    bool m_taken = false;
    std::string m_last;
    std::vector<Finding> m_findings;
};

}  // namespace

int comparePaths(const std::string& a, const std::string& b)
{
    if (a == b)
        return 0;
    if (a == "/" || b == "/")
        return a == "/" ? -1 : 1;
    const auto [left, right] = std::ranges::mismatch(a, b);
    const auto rank = [](auto at, auto end) { return at == end ? -1 : *at == '/' ? 0 : static_cast<int>(static_cast<unsigned char>(*at)); };
    return rank(left, a.end()) < rank(right, b.end()) ? -1 : 1;
}

std::unique_ptr<DiffContents> imageContents(std::shared_ptr<const FileReader> reader)
{
    return std::make_unique<ImageContents>(std::move(reader));
}

Result<std::unique_ptr<DiffTree>> openImageTree(const DiffSide& side)
{
    SQD_TRY(std::shared_ptr<const io::RandomAccessFile> file, io::PosixFile::open(side.path));
    OpenOptions options;
    options.offset = side.offset;
    SQD_TRY(auto image, Image::open(std::move(file), options));
    return std::unique_ptr<DiffTree>(std::make_unique<ImageTree>(std::move(image)));
}

Result<std::unique_ptr<DiffTree>> openDiffTree(const DiffSide& side)
{
    struct stat st {};
    const bool folder = ::stat(side.path.c_str(), &st) == 0 && S_ISDIR(st.st_mode);
    return folder ? openFolderTree(side.path) : openImageTree(side);
}

}  // namespace sqd::read
