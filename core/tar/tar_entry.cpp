// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar/tar_entry.h"

#include "source/entry_reader.h"

#include <algorithm>
#include <limits>

namespace sqd::tar {

using format::InodeType;
using Kind = TarEntry::Kind;

// What a file may seem to hold. A hole costs nothing in an archive, but its blocks are counted in an image; no file system that is
// likely to have written the archive holds more in one file.
static constexpr std::uint64_t kMaxFileBytes = std::uint64_t{1} << 44;

namespace {

class Decoder {
public:
    Decoder(RawEntry& raw, const PaxRecords& global, TarWindow& window) : m_raw(raw), m_records{raw.own, global}, m_global(global), m_window(window) {}
    Result<TarEntry> run();

private:
    void setKind();
    void setOwners();
    std::uint32_t owner(const char* key, Number field, const char* what);
    void setTime();
    void setDevice();
    void setXattrs();
    Result<void> setData();
    Result<void> setSparse();
    void refuse(std::string why)
    {
        if (!m_entry.problem)
            m_entry.problem = std::move(why);
    }
    RawEntry& m_raw;
    const PaxView m_records;
    const PaxRecords& m_global;
    TarWindow& m_window;
    TarEntry m_entry;
};

void Decoder::setKind()
{
    m_entry.flag = m_raw.header.flag();
    switch (m_entry.flag) {
    case '\0':
    case '0':
    case '7':
    case 'S': m_entry.type = InodeType::File; break;
    case '1': m_entry.kind = Kind::HardLink; break;
    case '2': m_entry.type = InodeType::Symlink; break;
    case '3': m_entry.type = InodeType::CharDevice; break;
    case '4': m_entry.type = InodeType::BlockDevice; break;
    case '5':
    case 'D': m_entry.type = InodeType::Directory; break;
    case '6': m_entry.type = InodeType::Fifo; break;
    case 'V': m_entry.kind = Kind::Label; break;
    case 'M': refuse("is continued from another volume, its beginning is missing"); break;
    default:
        if (m_entry.flag >= 'A' && m_entry.flag <= 'Z')
            m_entry.kind = Kind::Unknown;  // the range of makers' own kinds
        else
            m_entry.notes.push_back(std::string("its type flag ") + m_entry.flag + " is unknown, it is taken for a file as the standard says");
        break;
    }
    m_entry.folderByName = m_entry.name.ends_with('/');
    if (m_entry.folderByName && m_entry.kind == Kind::Node && m_entry.type == InodeType::File) {
        if (m_raw.stored != 0)
            refuse("is a file with the name of a folder");
        m_entry.type = InodeType::Directory;  // V7 knows no other way
    }
}

std::uint32_t Decoder::owner(const char* key, Number field, const char* what)
{
    if (const std::string* record = m_records.find(key)) {
        const Number own = parseDecimal(*record);
        if (own.state == Number::State::Invalid)
            m_entry.notes.push_back("its record " + std::string(key) + " is no number, the value of its header counts");
        else
            field = own;
        if (own.state == Number::State::Overflow) {
            refuse("has the " + std::string(what) + " " + record->substr(0, 40) + ", which is out of range");
            return 0;
        }
    }
    if (field.natural() && field.value <= std::numeric_limits<std::uint32_t>::max())
        return static_cast<std::uint32_t>(field.value);
    refuse(field.good() ? "has the " + std::string(what) + " " + std::to_string(field.value) + ", an image holds 0 to 4294967295"
                        : "has no number for its " + std::string(what));
    return 0;
}

void Decoder::setOwners()
{
    const Number mode = m_raw.header.mode();
    if (!mode.natural())
        refuse("has no number for its mode");
    m_entry.mode = static_cast<std::uint16_t>(mode.value & 07777);
    m_entry.uid = owner("uid", m_raw.header.uid(), "owner");
    m_entry.gid = owner("gid", m_raw.header.gid(), "group");
    const std::string* user = m_records.find("uname");
    const std::string* group = m_records.find("gname");
    m_entry.userName = user ? *user : m_raw.header.userName();
    m_entry.groupName = group ? *group : m_raw.header.groupName();
}

void Decoder::setTime()
{
    Number time = m_raw.header.mtime();
    if (time.state == Number::State::Invalid)
        m_entry.notes.emplace_back("the mtime in its header is no number, it gets 1970");
    if (const std::string* record = m_records.find("mtime")) {
        const Number own = parseDecimal(*record, true);
        if (own.state == Number::State::Invalid)
            m_entry.notes.emplace_back("its record mtime is no number, the time of its header counts");
        else
            time = own;
        if (own.state == Number::State::Overflow)
            m_entry.notes.emplace_back("its record mtime is too large a number, the nearest time is stored");
    }
    m_entry.mtime = time.value;
}

void Decoder::setDevice()
{
    if (m_entry.type != InodeType::CharDevice && m_entry.type != InodeType::BlockDevice)
        return;
    Number major = m_raw.header.deviceMajor(), minor = m_raw.header.deviceMinor();
    if (const std::string* record = m_records.find("SCHILY.devmajor"))
        major = parseDecimal(*record);
    if (const std::string* record = m_records.find("SCHILY.devminor"))
        minor = parseDecimal(*record);
    constexpr std::int64_t kMax = std::numeric_limits<std::uint32_t>::max();
    const bool numbers = major.natural() && minor.natural() && major.value <= kMax && minor.value <= kMax;
    const auto device = numbers ? source::encodeDevice(static_cast<std::uint32_t>(major.value), static_cast<std::uint32_t>(minor.value)) : std::nullopt;
    if (!device)
        refuse("has a device number that SquashFS cannot hold (major up to 4095, minor up to 1048575)");
    m_entry.device = device.value_or(0);
}

void Decoder::setXattrs()
{
    source::Xattrs found;
    bool bad = false;
    const auto take = [&](const std::string& key, const std::string& value) {
        if (key.starts_with("SCHILY.acl."))
            m_entry.acl = m_entry.acl || !value.empty();
        else if (auto xattr = xattrOf(key, value, bad); !xattr.first.empty())
            found.push_back(std::move(xattr));
    };
    for (const auto& [key, value] : m_raw.own.all())
        take(key, value);
    for (const auto& [key, value] : m_global.all())
        if (m_raw.own.find(key) == nullptr)
            take(key, value);
    if (bad)
        m_entry.notes.emplace_back("has an attribute that cannot be decoded, it is left out");
    if (found.empty())
        return;
    std::ranges::stable_sort(found, {}, [](const auto& xattr) { return std::string_view(xattr.first); });
    const auto repeated = std::unique(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first == b.first; });
    found.erase(repeated, found.end());
    m_entry.xattrs = std::make_unique<source::Xattrs>(std::move(found));
}

Result<void> Decoder::setSparse()
{
    const PaxRecords& own = m_raw.own;
    const auto number = [&own](const char* key) {
        const std::string* record = own.find(key);
        return record ? parseDecimal(*record) : Number{};
    };
    std::optional<std::vector<Extent>> map;
    Number size;
    std::uint64_t used = 0;
    if (m_entry.flag == 'S') {
        map = sparseMapOfHeader(std::string(m_raw.header.sparseFields()) + m_raw.sparseBlocks);
        size = m_raw.header.sparseSize();
        if (const Number real = number("GNU.sparse.realsize"); real.good())
            size = real;
    } else if (number("GNU.sparse.major").good()) {
        SQD_TRY(map, sparseMapOfData(m_window, m_raw.dataPosition, m_raw.stored, used));
        size = number("GNU.sparse.realsize");
    } else if (own.find("GNU.sparse.size") != nullptr) {
        const std::string* list = own.find("GNU.sparse.map");
        map = list ? sparseMapOfList(*list) : sparseMapOfPairs(own);
        size = number("GNU.sparse.size");
    } else {
        return {};
    }
    if (!map || !size.natural()) {
        refuse("has a sparse map that makes no sense");
        return {};
    }
    m_entry.size = static_cast<std::uint64_t>(size.value);
    if (!placeExtents(*map, m_entry.size, m_raw.dataPosition + used, m_raw.stored - used))
        refuse("has a sparse map that does not fit its data");
    m_entry.extents = std::make_unique<std::vector<Extent>>(*std::move(map));
    return {};
}

Result<void> Decoder::setData()
{
    if (m_entry.kind != Kind::Node || m_entry.type != InodeType::File)
        return {};
    m_entry.size = m_raw.stored;
    m_entry.dataPosition = m_raw.dataPosition;
    SQD_CHECK(setSparse());
    if (m_entry.size > kMaxFileBytes)
        refuse("claims to have " + std::to_string(m_entry.size) + " bytes, more than 16 TiB are not taken");
    return {};
}

Result<TarEntry> Decoder::run()
{
    m_entry.name = m_raw.name;
    m_entry.number = m_raw.number;
    m_entry.position = m_raw.position;
    if (m_raw.malformedRecords)
        refuse("has an extended header that is malformed");
    setKind();
    if (m_entry.kind == Kind::Label || m_entry.kind == Kind::Unknown)
        return std::move(m_entry);
    const std::string* linkPath = m_records.find("linkpath");
    m_entry.link = linkPath ? *linkPath : m_raw.longLink ? *m_raw.longLink : m_raw.header.linkName();
    setOwners();
    setTime();
    setDevice();
    setXattrs();
    SQD_CHECK(setData());
    if (m_entry.kind == Kind::Node && m_entry.type == InodeType::Symlink) {
        m_entry.size = m_entry.link.size();
        if (m_entry.link.empty() || m_entry.link.size() > format::kMaxSymlinkLength || m_entry.link.find('\0') != std::string::npos)
            refuse("is a link whose target SquashFS cannot hold (1 to 65535 bytes)");
    }
    return std::move(m_entry);
}

}  // namespace

Result<TarEntry> decodeEntry(RawEntry& raw, const PaxRecords& global, TarWindow& window)
{
    return Decoder(raw, global, window).run();
}

}  // namespace sqd::tar
