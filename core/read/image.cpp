// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/image.h"

#include "read/image_parts.h"
#include "read/inode_reader.h"

namespace sqd::read {

Image::Image(std::unique_ptr<Parts> parts) : m_parts(std::move(parts)) {}
Image::~Image() = default;

const std::string& Image::name() const { return m_parts->bytes.file().name(); }
std::uint64_t Image::offset() const { return m_parts->bytes.offset(); }
std::uint64_t Image::fileSizeBytes() const { return m_parts->bytes.file().sizeBytes(); }
bool Image::streamed() const { return m_parts->streamed; }
const format::Superblock& Image::superblock() const { return m_parts->superblock; }
const codec::Backend& Image::backend() const { return m_parts->backend; }
std::span<const std::byte> Image::optionsRecord() const { return m_parts->optionsRecord; }
const std::vector<Finding>& Image::openFindings() const { return m_parts->findings; }
bool Image::hasXattrs() const { return m_parts->xattrTable.has_value(); }
bool Image::hasExportTable() const { return m_parts->exportTable.has_value(); }
const Inode& Image::root() const { return m_parts->root; }
const std::vector<std::uint32_t>& Image::ids() const { return m_parts->ids; }
const ImageBytes& Image::bytes() const { return m_parts->bytes; }
const MetadataTable& Image::inodeTable() const { return *m_parts->inodes; }
const MetadataTable& Image::directoryTable() const { return *m_parts->directories; }
const MetadataTable* Image::xattrPairs() const { return m_parts->xattrPairs.get(); }
const LookupTable& Image::fragmentTable() const { return *m_parts->fragmentTable; }
const LookupTable* Image::exportTable() const { return m_parts->exportTable ? &*m_parts->exportTable : nullptr; }
const LookupTable* Image::xattrTable() const { return m_parts->xattrTable ? &*m_parts->xattrTable : nullptr; }
const LookupTable& Image::idTable() const { return *m_parts->idTable; }
PageStore& Image::pages() const { return m_parts->pages; }
DecoderPool& Image::decoders() const { return m_parts->decoders; }
std::uint64_t Image::dataStart() const { return m_parts->dataStart; }

std::shared_ptr<const Directory> Image::directory(const Inode& inode) const
{
    auto listing = m_parts->listings.get(inode.reference, [&]() -> Result<std::shared_ptr<const Directory>> {
        return std::shared_ptr<const Directory>(std::make_shared<Directory>(readDirectory(*this, inode)));
    });
    return *listing;
}

Result<Inode> Image::inode(std::uint64_t reference) const
{
    return readInodeAt(reference, {*m_parts->inodes, m_parts->ids, m_parts->superblock.blockSize});
}

}  // namespace sqd::read
