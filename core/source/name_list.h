// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sqd::source {

// The names in one folder, sorted by unsigned bytes.
class NameList {
public:
    // Reads all names but "." and ".." from an open folder; `keep(name, d_type)` decides which stay. Returns 0, or the errno that ended
    // the listing early; what was read before is kept then. Errno ENAMETOOLONG: a name over 255 bytes.
    template<typename Keep>
    int read(int folder, const Keep& keep);
    void sort();
    [[nodiscard]] std::size_t size() const { return m_items.size(); }
    [[nodiscard]] std::size_t poolBytes() const { return m_pool.size(); }  // with a NUL after each name
    [[nodiscard]] std::string_view operator[](std::size_t i) const { return {m_pool.data() + m_items[i].offset, m_items[i].length}; }

private:
    struct Item {
        std::uint64_t prefix = 0;  // the first 8 bytes, big-endian: most comparisons end here
        std::size_t offset = 0;
        std::uint16_t length = 0;
    };
    // Room for some thousand names; each thread keeps one.
    static constexpr std::size_t kBufferBytes = 128 * 1024;
    // The next part of the listing in this thread's buffer: its bytes, 0 at the end, -errno.
    static long nextPart(int folder, const char*& data);
    // One record of a part; returns its length.
    static std::size_t parseRecord(const char* record, std::string_view& name, unsigned char& type);
    int append(std::string_view name);

    std::string m_pool;
    std::vector<Item> m_items;
};

template<typename Keep>
int NameList::read(int folder, const Keep& keep)
{
    const char* data = nullptr;
    for (long bytes = nextPart(folder, data); bytes != 0; bytes = nextPart(folder, data)) {
        if (bytes < 0)
            return static_cast<int>(-bytes);
        for (std::size_t at = 0; at < static_cast<std::size_t>(bytes);) {
            std::string_view name;
            unsigned char type = 0;
            at += parseRecord(data + at, name, type);
            if (name == "." || name == ".." || !keep(name, type))
                continue;
            if (const int failed = append(name); failed != 0)
                return failed;
        }
    }
    return 0;
}

}  // namespace sqd::source
