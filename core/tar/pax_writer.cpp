// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar/pax_writer.h"

#include "base/bytes_text.h"
#include "tar/tar_window.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace sqd::tar {

namespace {

constexpr std::size_t kNameField = 100, kPrefixField = 155, kRecord = 20 * kBlock;
constexpr std::uint64_t kMaxOctal7 = 07777777, kMaxOctal11 = 077777777777;

// One ustar header.
class HeaderBlock {
public:
    HeaderBlock()
    {
        put(257, std::string_view("ustar\0" "00", 8));
    }
    void put(std::size_t at, std::string_view bytes) { std::memcpy(m_bytes.data() + at, bytes.data(), bytes.size()); }
    // Octal digits with a NUL behind; what does not fit stands in base 256, as GNU tar, bsdtar and others read it.
    void number(std::size_t at, std::size_t width, std::uint64_t value)
    {
        std::uint64_t left = value;
        for (std::size_t i = width - 1; i-- > 0; left >>= 3)
            m_bytes[at + i] = static_cast<char>('0' + (left & 7));
        m_bytes[at + width - 1] = '\0';
        if (left == 0)
            return;
        for (std::size_t i = width; i-- > 0; value >>= 8)
            m_bytes[at + i] = static_cast<char>(value & 0xFF);
        m_bytes[at] = static_cast<char>(0x80);
    }
    // False when it does not fit into name and prefix; then the first bytes stand there.
    bool name(std::string_view name)
    {
        if (name.size() <= kNameField) {
            put(0, name);
            return true;
        }
        // The last slash that leaves a name behind it, not only the slash of a folder.
        const std::size_t slash = name.substr(0, std::min(kPrefixField + 1, name.size() - 1)).rfind('/');
        if (slash != std::string_view::npos && slash > 0 && name.size() - slash - 1 <= kNameField) {
            put(345, name.substr(0, slash));
            put(0, name.substr(slash + 1));
            return true;
        }
        put(0, name.substr(0, kNameField));
        return false;
    }
    std::string_view finish()
    {
        put(148, "        ");
        unsigned sum = 0;
        for (const char c : m_bytes)
            sum += static_cast<unsigned char>(c);
        number(148, 7, sum);  // six digits, NUL, blank
        return {m_bytes.data(), m_bytes.size()};
    }

private:
    std::array<char, kBlock> m_bytes{};
};

void pad(std::string& bytes)
{
    bytes.resize(bytes.size() + paxPadding(bytes.size()), '\0');
}

// "LENGTH KEY=VALUE\n"; the length counts itself.
void record(std::string& records, std::string_view key, std::string_view value)
{
    const std::size_t rest = key.size() + value.size() + 3;
    std::size_t length = rest + 1;
    while (std::to_string(length).size() + rest != length)
        length = rest + std::to_string(length).size();
    records += std::to_string(length);
    records += ' ';
    records += key;
    records += '=';
    records += value;
    records += '\n';
}

// `all`: as libarchive's names, which are URL-encoded; else only what GNU tar escapes in keys.
std::string percentEncoded(std::string_view name, bool all)
{
    static constexpr char kDigits[] = "0123456789ABCDEF";
    std::string text;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '%' || c == '=' || (all && (byte < 33 || byte > 126))) {
            text += '%';
            text += kDigits[byte >> 4];
            text += kDigits[byte & 15];
        } else {
            text += c;
        }
    }
    return text;
}

void xattrRecords(std::string& records, const PaxMember& member)
{
    for (const auto& [name, value] : member.xattrs) {
        record(records, "SCHILY.xattr." + percentEncoded(name, false), value);
        if (isUtf8(value) && value.find('\0') == std::string::npos)
            continue;
        // For readers that take records for text.
        std::string text = base64(value);
        while (!text.empty() && text.back() == '=')
            text.pop_back();
        record(records, "LIBARCHIVE.xattr." + percentEncoded(name, true), text);
    }
}

std::string sparseMap(const PaxMember& member)
{
    std::vector<SparseRange> ranges = *member.sparse;
    // The end of a file that ends in a hole is known by an empty range.
    if (ranges.empty() || ranges.back().offset + ranges.back().length < member.size)
        ranges.push_back({member.size, 0});
    std::string map = std::to_string(ranges.size()) + "\n";
    for (const SparseRange& range : ranges)
        map += std::to_string(range.offset) + "\n" + std::to_string(range.length) + "\n";
    pad(map);
    return map;
}

// "folder/word/name" as far as it fits a header.
std::string besideName(std::string_view name, const std::string& word)
{
    while (name.size() > 1 && name.back() == '/')
        name.remove_suffix(1);
    const std::size_t slash = name.rfind('/');
    const std::string_view last = name.substr(slash == std::string_view::npos ? 0 : slash + 1);
    std::string text = slash == std::string_view::npos ? "" : std::string(name.substr(0, slash + 1));
    text += word + "/";
    text += last;
    if (text.size() > kNameField)
        text = (word + "/" + std::string(last)).substr(0, kNameField);
    return text;
}

std::string extendedHeader(const PaxMember& member, const std::string& records)
{
    HeaderBlock header;
    header.put(0, besideName(member.name, "PaxHeaders"));
    header.number(100, 8, 0644);
    header.number(108, 8, 0);
    header.number(116, 8, 0);
    header.number(124, 12, records.size());
    header.number(136, 12, static_cast<std::uint64_t>(std::clamp<std::int64_t>(member.mtime, 0, kMaxOctal11)));
    header.put(156, "x");
    std::string bytes(header.finish());
    bytes += records;
    pad(bytes);
    return bytes;
}

// What the fields of a header cannot hold.
std::string numberRecords(const PaxMember& member, std::uint64_t stored)
{
    std::string records;
    if (member.uid > kMaxOctal7)
        record(records, "uid", std::to_string(member.uid));
    if (member.gid > kMaxOctal7)
        record(records, "gid", std::to_string(member.gid));
    if (stored > kMaxOctal11)
        record(records, "size", std::to_string(stored));
    if (member.mtime < 0 || member.mtime > static_cast<std::int64_t>(kMaxOctal11))
        record(records, "mtime", std::to_string(member.mtime));
    return records;
}

std::string sparseRecords(const PaxMember& member)
{
    std::string records;
    record(records, "GNU.sparse.major", "1");
    record(records, "GNU.sparse.minor", "0");
    record(records, "GNU.sparse.name", member.name);
    record(records, "GNU.sparse.realsize", std::to_string(member.size));
    return records;
}

}  // namespace

std::size_t paxPadding(std::uint64_t size)
{
    return static_cast<std::size_t>((kBlock - size % kBlock) % kBlock);
}

std::size_t paxEnd(std::uint64_t size)
{
    const std::uint64_t end = size + 2 * kBlock;
    return static_cast<std::size_t>(2 * kBlock + (kRecord - end % kRecord) % kRecord);
}

std::string paxHeaders(const PaxMember& member)
{
    const std::string map = member.sparse ? sparseMap(member) : std::string();
    std::uint64_t stored = member.flag == '0' ? member.size : 0;
    if (member.sparse) {
        stored = map.size();
        for (const SparseRange& range : *member.sparse)
            stored += range.length;
    }
    HeaderBlock header;
    std::string texts, records;
    // A reader that knows no sparse files gets the map under a name that says so; the others go by the records.
    if (!header.name(member.sparse ? besideName(member.name, "GNUSparseFile.0") : member.name) || member.sparse)
        record(texts, "path", member.name);
    header.put(157, std::string_view(member.link).substr(0, kNameField));
    if (member.link.size() > kNameField)
        record(texts, "linkpath", member.link);
    // Names in records are UTF-8 unless something else is said.
    if (!texts.empty() && !(isUtf8(member.name) && isUtf8(member.link)))
        record(records, "hdrcharset", "BINARY");
    records += texts + numberRecords(member, stored) + (member.sparse ? sparseRecords(member) : "");
    xattrRecords(records, member);

    header.number(100, 8, member.mode);
    header.number(108, 8, member.uid);
    header.number(116, 8, member.gid);
    header.number(124, 12, stored);
    header.number(136, 12, static_cast<std::uint64_t>(std::clamp<std::int64_t>(member.mtime, 0, kMaxOctal11)));
    header.put(156, std::string_view(&member.flag, 1));
    header.number(329, 8, member.major);
    header.number(337, 8, member.minor);
    std::string bytes = records.empty() ? std::string() : extendedHeader(member, records);
    bytes += header.finish();
    return bytes + map;
}

}  // namespace sqd::tar
