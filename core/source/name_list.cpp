// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "source/name_list.h"

#include "format/constants.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <dirent.h>
#include <memory>
#include <unistd.h>

namespace sqd::source {

long NameList::nextPart(int folder, const char*& data)
{
    thread_local const std::unique_ptr<char[]> buffer(new char[kBufferBytes]);
    data = buffer.get();
    for (;;) {
        const ssize_t bytes = ::getdents64(folder, buffer.get(), kBufferBytes);
        if (bytes >= 0)
            return bytes;
        if (errno == ENOENT)  // the folder was removed meanwhile: nothing more in it
            return 0;
        if (errno != EINTR)
            return -errno;
    }
}

std::size_t NameList::parseRecord(const char* record, std::string_view& name, unsigned char& type)
{
    std::uint16_t length = 0;  // records are 8-byte aligned in the buffer, memcpy keeps the compiler out of that question
    std::memcpy(&length, record + offsetof(dirent64, d_reclen), sizeof length);
    type = static_cast<unsigned char>(record[offsetof(dirent64, d_type)]);
    name = record + offsetof(dirent64, d_name);
    return length;
}

int NameList::append(std::string_view name)
{
    if (name.size() > format::kMaxNameLength)
        return ENAMETOOLONG;
    Item item;
    for (std::size_t i = 0; i < 8; ++i)
        item.prefix = item.prefix << 8 | (i < name.size() ? static_cast<unsigned char>(name[i]) : 0U);
    item.offset = m_pool.size();
    item.length = static_cast<std::uint16_t>(name.size());
    m_pool += name;
    m_pool += '\0';
    m_items.push_back(item);
    return 0;
}

void NameList::sort()
{
    std::ranges::sort(m_items, [this](const Item& a, const Item& b) {
        if (a.prefix != b.prefix)
            return a.prefix < b.prefix;
        const int order = std::memcmp(m_pool.data() + a.offset, m_pool.data() + b.offset, std::min(a.length, b.length));
        return order != 0 ? order < 0 : a.length < b.length;
    });
}

}  // namespace sqd::source
