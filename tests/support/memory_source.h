// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "source/source.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sqd::test {

// A source in memory: paths with contents, for tests of the packer without a disk. Folders come into being by their files' paths.
class MemorySource : public source::Source {
public:
    struct File {
        std::string contents;
        std::uint64_t identity = 0;  // equal numbers other than 0 are hard links of each other
    };
    std::map<std::string, File> files;          // "a/b" → file
    std::function<Result<void>(const std::string& path, std::uint64_t offset)> onRead;  // may fail a read
    source::Folder* root = nullptr;  // of the tree that was opened; lives as long as its packer
    std::atomic<int> opened{0};
    std::atomic<std::uint64_t> bytesRead{0};

    void add(const std::string& path, std::string contents) { files[path] = {std::move(contents), 0}; }

    Result<void> open(source::Tree& tree) override
    {
        tree.root.type = format::InodeType::Directory;
        tree.root.mode = 0755;
        tree.root.folder = std::make_unique<source::Folder>();
        tree.root.folder->self = &tree.root;
        root = tree.root.folder.get();
        return {};
    }

    Result<std::uint32_t> beginListing(source::Folder& folder) override
    {
        const std::string prefix = prefixOf(folder);
        std::vector<std::string> names;
        for (const auto& [path, file] : files) {
            if (path.compare(0, prefix.size(), prefix) != 0)
                continue;
            std::string name = path.substr(prefix.size(), path.find('/', prefix.size()) - prefix.size());
            if (names.empty() || names.back() != name)
                names.push_back(std::move(name));
        }
        std::sort(names.begin(), names.end());
        names.erase(std::unique(names.begin(), names.end()), names.end());
        std::size_t bytes = 0;
        for (const std::string& n : names)
            bytes += n.size();
        folder.names = std::make_unique<char[]>(bytes + 1);
        folder.entries = std::make_unique<source::Entry[]>(names.size());
        folder.count = static_cast<std::uint32_t>(names.size());
        char* at = folder.names.get();
        for (std::size_t i = 0; i < names.size(); ++i) {
            std::memcpy(at, names[i].data(), names[i].size());
            folder.entries[i].name = at;
            folder.entries[i].nameLength = static_cast<std::uint16_t>(names[i].size());
            folder.entries[i].parent = &folder;
            at += names[i].size();
        }
        return folder.count;
    }

    Result<void> fillEntries(source::Folder& folder, std::uint32_t first, std::uint32_t count) override
    {
        const std::string prefix = prefixOf(folder);
        for (std::uint32_t i = first; i < first + count; ++i) {
            source::Entry& e = folder.entries[i];
            const auto it = files.find(prefix + std::string(e.nameView()));
            e.mode = 0644;
            if (it == files.end()) {
                e.type = format::InodeType::Directory;
                continue;
            }
            e.size = it->second.contents.size();
            e.sourceInode = it->second.identity;
            e.hasOtherNames = it->second.identity != 0;
        }
        return {};
    }

    Result<void> endListing(source::Folder& folder) override
    {
        for (std::uint32_t i = 0; i < folder.count; ++i)
            if (source::Entry& e = folder.entries[i]; e.type == format::InodeType::Directory) {
                e.folder = std::make_unique<source::Folder>();
                e.folder->self = &e;
                e.folder->depth = folder.depth + 1;
            }
        return {};
    }

    Result<std::unique_ptr<source::FileReader>> openFile(const source::Entry& entry) override
    {
        ++opened;
        return std::unique_ptr<source::FileReader>(std::make_unique<Reader>(*this, sourcePath(entry)));
    }
    [[nodiscard]] std::string sourcePath(const source::Entry& entry) const override { return source::imagePath(entry).substr(1); }
    [[nodiscard]] std::vector<source::Warning> warnings() const override { return {}; }

private:
    struct Reader final : source::FileReader {
        Reader(MemorySource& s, std::string p) : owner(s), path(std::move(p)) {}
        Result<void> readExact(std::uint64_t offset, std::span<std::byte> out) override
        {
            if (owner.onRead)
                SQD_CHECK(owner.onRead(path, offset));
            const std::string& c = owner.files.at(path).contents;
            if (offset + out.size() > c.size())
                return inputError(path, "changed while it was read", 0);
            std::memcpy(out.data(), c.data() + offset, out.size());
            owner.bytesRead += out.size();
            return {};
        }
        std::uint64_t nextData(std::uint64_t offset) override { return offset; }
        MemorySource& owner;
        std::string path;
    };
    static std::string prefixOf(const source::Folder& folder)
    {
        const std::string path = source::imagePath(*folder.self).substr(1);
        return path.empty() ? path : path + "/";
    }
};

}  // namespace sqd::test
