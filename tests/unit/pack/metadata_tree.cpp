// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "unit/pack/metadata_tree.h"

#include "base/bytes.h"
#include "concurrency/worker_group.h"
#include "format/superblock.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace sqd::pack::test {

using format::InodeType;
using source::Entry;
using source::FileData;
using source::Folder;

Node file(std::string name, std::string contents)
{
    Node n;
    n.name = std::move(name);
    n.text = std::move(contents);
    return n;
}

Node folder(std::string name, std::vector<Node> children)
{
    Node n;
    n.name = std::move(name);
    n.type = InodeType::Directory;
    n.mode = 0755;
    n.children = std::move(children);
    return n;
}

Node softLink(std::string name, std::string target)
{
    Node n = file(std::move(name), std::move(target));
    n.type = InodeType::Symlink;
    return n;
}

Node hardLink(std::string name, std::string to)
{
    Node n = file(std::move(name));
    n.linkTo = std::move(to);
    return n;
}

Node device(std::string name, InodeType type, std::uint32_t encoded)
{
    Node n = file(std::move(name));
    n.type = type;
    n.device = encoded;
    return n;
}

static void setEntry(Entry& entry, const Node& node, const char* name)
{
    entry.name = name;
    entry.nameLength = static_cast<std::uint16_t>(node.name.size());
    entry.type = node.type;
    entry.mode = node.mode;
    entry.uid = node.uid;
    entry.gid = node.gid;
    entry.mtime = node.mtime;
    entry.device = node.device;
    entry.dropped = node.dropped;
    if (!node.xattrs.empty())
        entry.xattrs = std::make_unique<source::Xattrs>(node.xattrs);
    if (node.type == InodeType::File || node.type == InodeType::Symlink)
        entry.size = node.text.size();
    if (node.type == InodeType::Symlink) {
        entry.target = std::make_unique<char[]>(node.text.size());
        std::memcpy(entry.target.get(), node.text.data(), node.text.size());
    }
}

static void fillFolder(Folder& folder, const Node& node, std::vector<std::pair<Folder*, const Node*>>& open)
{
    std::vector<const Node*> children;
    std::size_t nameBytes = 0;
    for (const Node& child : node.children) {
        children.push_back(&child);
        nameBytes += child.name.size();
    }
    std::sort(children.begin(), children.end(), [](const Node* a, const Node* b) { return a->name < b->name; });
    folder.count = static_cast<std::uint32_t>(children.size());
    folder.entries = std::make_unique<Entry[]>(children.size());
    folder.names = std::make_unique<char[]>(nameBytes);
    char* name = folder.names.get();
    for (std::size_t i = 0; i < children.size(); ++i) {
        Entry& entry = folder.entries[i];
        std::memcpy(name, children[i]->name.data(), children[i]->name.size());
        setEntry(entry, *children[i], name);
        name += children[i]->name.size();
        entry.parent = &folder;
        if (entry.type == InodeType::Directory) {
            entry.folder = std::make_unique<Folder>();
            entry.folder->self = &entry;
            entry.folder->depth = folder.depth + 1;
            open.emplace_back(entry.folder.get(), children[i]);
        }
    }
}

static void resolveLinks(source::Tree& tree, const Node& root)
{
    std::vector<std::pair<Folder*, const Node*>> open{{tree.root.folder.get(), &root}};
    while (!open.empty()) {
        const auto [folder, node] = open.back();
        open.pop_back();
        std::map<std::string_view, const Node*> byName;
        for (const Node& child : node->children)
            byName[child.name] = &child;
        for (std::uint32_t i = 0; i < folder->count; ++i) {
            Entry& entry = folder->entries[i];
            const Node& child = *byName.at(entry.nameView());
            if (entry.folder)
                open.emplace_back(entry.folder.get(), &child);
            if (child.linkTo.empty())
                continue;
            entry.linkOwner = findEntry(tree, child.linkTo);
            entry.type = entry.linkOwner->type;
            ++entry.linkOwner->links;
        }
    }
}

void buildTree(const Node& root, source::Tree& tree)
{
    setEntry(tree.root, root, "");
    tree.root.folder = std::make_unique<Folder>();
    tree.root.folder->self = &tree.root;
    std::vector<std::pair<Folder*, const Node*>> open{{tree.root.folder.get(), &root}};
    while (!open.empty()) {
        const auto [folder, node] = open.back();
        open.pop_back();
        fillFolder(*folder, *node, open);
    }
    resolveLinks(tree, root);
}

source::Entry* findEntry(source::Tree& tree, std::string_view path)
{
    Entry* entry = &tree.root;
    while (!path.empty()) {
        const std::string_view name = path.substr(0, path.find('/'));
        path.remove_prefix(std::min(path.size(), name.size() + 1));
        if (!entry->folder)
            return nullptr;
        const std::span<Entry> entries(entry->folder->entries.get(), entry->folder->count);
        const auto found = std::lower_bound(entries.begin(), entries.end(), name, [](const Entry& e, std::string_view n) { return e.nameView() < n; });
        if (found == entries.end() || found->nameView() != name)
            return nullptr;
        entry = &*found;
    }
    return entry;
}

TestImage::TestImage(const Node& root, std::uint64_t superblockOffset) : m_offset(superblockOffset)
{
    options.backend = codec::findBackend("gzip");
    options.blockSize = 4096;
    buildTree(root, m_tree);
    std::vector<std::pair<Folder*, const Node*>> open{{m_tree.root.folder.get(), &root}};
    while (!open.empty()) {
        const auto [folder, node] = open.back();
        open.pop_back();
        for (const Node& child : node->children) {
            const std::span<Entry> entries(folder->entries.get(), folder->count);
            Entry& entry = *std::lower_bound(entries.begin(), entries.end(), child.name, [](const Entry& e, const std::string& n) { return e.nameView() < n; });
            if (child.type == InodeType::Directory)
                open.emplace_back(entry.folder.get(), &child);
            else if (child.type == InodeType::File && !child.text.empty())
                m_contents.emplace_back(&entry, child.text);
        }
    }
}

source::FileData& TestImage::dataOf(Entry& entry)
{
    if (entry.data == nullptr)
        entry.data = &m_data.emplace_back();
    if (!entry.data->blocks)
        entry.data->blocks = std::make_unique<source::FileBlocks>();
    return *entry.data;
}

Result<void> TestImage::closeFragment()
{
    if (m_fragment.empty())
        return {};
    const auto size = static_cast<std::uint32_t>(m_fragment.size());
    fragments.push_back({m_position, size | format::kBlockRawBit, size, 0});
    SQD_CHECK(m_output.write(m_offset + m_position, std::as_bytes(std::span(m_fragment))));
    m_position += size;
    m_fragment.clear();
    return {};
}

Result<void> TestImage::layOutFile(Entry& entry, const std::string& contents)
{
    FileData& data = dataOf(entry);
    const std::size_t blocks = contents.size() / options.blockSize;
    const std::string_view tail = std::string_view(contents).substr(blocks * options.blockSize);
    if (!tail.empty() && m_fragment.size() + tail.size() > options.blockSize)
        SQD_CHECK(closeFragment());
    data.blockCount = static_cast<std::uint32_t>(blocks);
    data.blocks->words = blocks > 0 ? std::make_unique<std::uint32_t[]>(blocks) : nullptr;
    for (std::size_t i = 0; i < blocks; ++i) {
        const auto block = std::as_bytes(std::span(contents)).subspan(i * options.blockSize, options.blockSize);
        if (allZero(block)) {
            data.blocks->sparseBytes += block.size();
            continue;
        }
        if (data.start() == 0)
            data.blocks->start = m_position;
        data.blocks->words[i] = options.blockSize | format::kBlockRawBit;
        SQD_CHECK(m_output.write(m_offset + m_position, block));
        m_position += block.size();
    }
    if (!tail.empty()) {
        data.fragment = static_cast<std::uint32_t>(fragments.size());
        data.fragmentOffset = static_cast<std::uint32_t>(m_fragment.size());
        m_fragment += tail;
    }
    return {};
}

Result<void> TestImage::layOutData()
{
    m_position = format::kSuperblockSize;
    for (const auto& [entry, contents] : m_contents)
        SQD_CHECK(layOutFile(*entry, contents));
    m_contents.clear();
    return closeFragment();
}

Result<MetadataResult> TestImage::write(int workers)
{
    SQD_CHECK(layOutData());
    concurrency::WorkerGroup group(workers);
    concurrency::ProgressCounters progress(workers);
    const MetadataJob job{m_tree, options, fragments, m_output, m_offset, m_position, group, progress, stop};
    auto result = writeMetadataWithin(limits, job);
    if (!result)
        return result;
    m_bytesUsed = result->superblock.bytesUsed;
    SQD_CHECK(m_output.write(m_offset, format::encodeSuperblock(result->superblock)));
    return result;
}

std::vector<std::byte> TestImage::bytes() const
{
    auto all = m_output.bytes();
    all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(m_offset));
    all.resize(std::min<std::size_t>(all.size(), static_cast<std::size_t>(m_bytesUsed)));
    return all;
}

}  // namespace sqd::pack::test
