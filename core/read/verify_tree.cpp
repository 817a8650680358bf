// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/verify_tree.h"

#include "base/bytes.h"
#include "format/directory.h"
#include "read/block_list.h"
#include "read/image.h"
#include "read/limits.h"
#include "read/metadata_reader.h"
#include "read/table_reader.h"
#include "read/tree_walker.h"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace sqd::read {

namespace {

class TreeVerifier {
public:
    TreeVerifier(const Image& image, const InodeCatalog& catalog, const BrokenXattrSets& brokenXattrs, FindingCollector& findings)
        : m_image(image), m_catalog(catalog), m_brokenXattrs(brokenXattrs), m_findings(findings), m_names(catalog.references.size(), 0)
    {
    }

    WalkStep visit(const Visit& v)
    {
        if (v.damage != nullptr)
            m_findings.add(findingFrom(*v.damage, v.damageCode, v.path));
        if (v.inode == nullptr)
            return WalkStep::Continue;
        if (v.entry != nullptr && v.name.size() > format::kMaxNameLength)
            m_findings.add(Severity::Warning, "directory-name", v.inode->position, v.path, "the name has " + std::to_string(v.name.size()) + " bytes, more than any file system takes");
        if (v.inode->isDirectory() && v.listing != nullptr)
            checkFolder(v);
        if (isNew(v))
            checkInode(v);
        return WalkStep::Continue;
    }

    // Inodes that the walk never met, and link counts that it did not find.
    void finish(bool walkedAll)
    {
        if (m_overLimit)
            m_findings.add(Severity::Error, "limit", 0, std::nullopt, "the files use more than " + std::to_string(kMaxBlockUses) + " blocks; those beyond were not verified");
        if (!m_catalog.complete || !walkedAll)
            return;
        for (std::size_t i = 0; i < m_names.size(); ++i) {
            if (m_names[i] == 0)
                m_findings.add(Severity::Warning, "inode-orphan", m_image.inodeTable().begin() + (m_catalog.references[i] >> 16), std::nullopt, "inode " + std::to_string(m_catalog.numbers[i]) + " is in no directory");
        }
        for (const Linked& linked : m_linked) {
            const auto place = m_catalog.find(linked.reference);
            if (place && m_names[*place] != linked.links)
                m_findings.add(Severity::Warning, "inode-links", m_image.inodeTable().begin() + (linked.reference >> 16), linked.path, "the inode counts " + std::to_string(linked.links) + " links, the directories have " + std::to_string(m_names[*place]));
        }
    }

    TreeUses takeUses() { return std::move(m_uses); }

private:
    struct Linked {
        std::uint64_t reference;
        std::uint32_t links;
        std::string path;  // the first one
    };

    bool isNew(const Visit& v)
    {
        const Inode& inode = *v.inode;
        if (const auto place = m_catalog.find(inode.reference))
            return ++m_names[*place] == 1;
        if (m_catalog.complete)
            m_findings.add(Severity::Error, "directory-reference", inode.position, v.path, "the directory entry does not lead to the start of an inode");
        return m_elsewhere.insert(inode.reference).second;
    }

    void checkFolder(const Visit& v)
    {
        const Inode& inode = *v.inode;
        if (inode.storedListingSize < format::kListingSizeBias)
            m_findings.add(Severity::Warning, "directory-size", inode.position, v.path, "directory size " + std::to_string(inode.storedListingSize) + " is less than 3, which an empty directory has");
        if (!v.listing->sorted)
            m_findings.add(Severity::Error, "directory-order", inode.position, v.path, "directory listing: names are not in ascending order; Linux cannot open some of them");
        if (v.parent != nullptr && inode.parent != v.parent->number)
            m_findings.add(Severity::Warning, "directory-parent", inode.position, v.path, "the directory says its parent is inode " + std::to_string(inode.parent) + ", it is in inode " + std::to_string(v.parent->number));
        if (inode.indexCount != 0)
            checkIndex(v);
    }

    // Section 7.2. Reading does not need the index, other readers look names up through it.
    void checkIndex(const Visit& v)
    {
        const Inode& inode = *v.inode;
        const auto wrong = [&](std::uint32_t record, const std::string& what) {
            m_findings.add(Severity::Error, "directory-index", inode.position, v.path, "directory index, record " + std::to_string(record) + ": " + what);
        };
        auto cursor = MetadataCursor::at(m_image.inodeTable(), inode.indexReference);
        if (!cursor)
            return wrong(0, cursor.error().what);
        std::array<std::byte, format::kDirectoryIndexSize + format::kMaxStoredNameLength> raw{};
        auto entry = v.listing->entries.begin();
        for (std::uint32_t i = 0; i < inode.indexCount; ++i) {
            if (auto head = cursor->read(std::span(raw).first(format::kDirectoryIndexSize)); !head)
                return wrong(i, head.error().what);
            const std::uint64_t length = std::uint64_t{load32(raw, 8)} + 1;
            if (length > format::kMaxStoredNameLength)
                return wrong(i, "name longer than 256 bytes");
            if (auto name = cursor->read(std::span(raw).subspan(format::kDirectoryIndexSize, static_cast<std::size_t>(length))); !name)
                return wrong(i, name.error().what);
            format::DirectoryIndex record;
            (void)format::decodeDirectoryIndex(std::span<const std::byte>(raw).first(format::kDirectoryIndexSize + static_cast<std::size_t>(length)), record);
            // Records ascend, so the search goes on where the last one ended.
            while (entry != v.listing->entries.end() && entry->headerOffset < record.index)
                ++entry;
            if (entry == v.listing->entries.end() || entry->headerOffset != record.index)
                return wrong(i, "byte " + std::to_string(record.index) + " of the listing is no header, or the records do not ascend");
            if (v.listing->name(*entry) != record.name)
                return wrong(i, "its name is not the first one behind its header");
            const auto block = m_image.directoryTable().advance(makeReference(inode.listingBlock, inode.listingOffset), record.index);
            if (!block || *block >> 16 != record.block)
                return wrong(i, "it names another metadata block than the one that holds its header");
        }
    }

    void checkInode(const Visit& v)
    {
        const Inode& inode = *v.inode;
        checkXattrs(v);
        if (inode.isDirectory())
            return;
        if (inode.links == 0)
            m_findings.add(Severity::Warning, "inode-links", inode.position, v.path, "the inode counts no link");
        else if (inode.links != 1)
            m_linked.push_back({inode.reference, inode.links, v.path});
        if (inode.isFile())
            gather(v);
    }

    void checkXattrs(const Visit& v)
    {
        const std::uint32_t index = v.inode->xattrIndex;
        if (index == format::kNoXattr)
            return;
        const LookupTable* table = m_image.xattrTable();
        if (table == nullptr) {
            m_findings.add(Severity::Error, "xattr-index", v.inode->position, v.path, "attribute index " + std::to_string(index) + ", but the image has no readable attributes");
            return;
        }
        if (index >= table->count()) {
            m_findings.add(Severity::Error, "xattr-index", v.inode->position, v.path, "attribute index " + std::to_string(index) + " is out of range (the image has " + std::to_string(table->count()) + ")");
            return;
        }
        if (const auto broken = m_brokenXattrs.find(index); broken != m_brokenXattrs.end())
            m_findings.add(findingFrom(broken->second, "xattr-set", v.path));
    }

    void gather(const Visit& v)
    {
        const Inode& inode = *v.inode;
        const auto file = static_cast<std::uint32_t>(m_uses.files.size());
        m_uses.files.push_back(inode.reference);
        m_uses.bytes += inode.sizeBytes;
        auto blocks = forEachBlock(m_image, inode, [&](const BlockPlace& block) {
            if (block.word != 0 && m_uses.blocks.size() == kMaxBlockUses)
                m_overLimit = true;
            else if (block.word != 0)
                m_uses.blocks.push_back({block.position, block.word, block.length, file, static_cast<std::uint32_t>(block.index)});
        });
        if (!blocks)
            m_findings.add(findingFrom(blocks.error(), "data-block", v.path));
        if (inode.hasFragment()) {
            auto entry = fragmentOf(m_image, inode);
            if (!entry)
                m_findings.add(findingFrom(entry.error(), "fragment", v.path));
            else
                m_uses.tails.push_back({inode.fragment, inode.fragmentOffset, static_cast<std::uint32_t>(inode.sizeBytes % m_image.superblock().blockSize), file});
        }
        if (inode.sparseBytes > inode.sizeBytes)
            m_findings.add(Severity::Warning, "inode-sparse", inode.position, v.path, "the inode counts more bytes in holes than the file has");
    }

    const Image& m_image;
    const InodeCatalog& m_catalog;
    const BrokenXattrSets& m_brokenXattrs;
    FindingCollector& m_findings;
    std::vector<std::uint32_t> m_names;                  // names met, by record of the catalog
    std::unordered_set<std::uint64_t> m_elsewhere;       // references that the catalog does not have
    std::vector<Linked> m_linked;
    TreeUses m_uses;
    bool m_overLimit = false;
};

}  // namespace

Result<TreeUses> verifyTree(const Image& image, const InodeCatalog& catalog, const BrokenXattrSets& brokenXattrs, FindingCollector& findings, std::stop_token stop)
{
    TreeVerifier verifier(image, catalog, brokenXattrs, findings);
    SQD_TRY(const WalkTotals totals, walkTree(image, [&](const Visit& v) { return verifier.visit(v); }, std::move(stop)));
    verifier.finish(totals.damaged == 0);
    return verifier.takeUses();
}

}  // namespace sqd::read
