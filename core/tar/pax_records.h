// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sqd::tar {

// The records of extended headers (POSIX pax): key → value, both bytes. Of a repeated key the last counts.
class PaxRecords {
public:
    // Adds the records of one extended header. False when it is malformed; the records before that place count.
    bool add(std::string_view data);
    void clear();
    [[nodiscard]] const std::string* find(std::string_view key) const;
    [[nodiscard]] const std::map<std::string, std::string, std::less<>>& all() const { return m_records; }
    // GNU.sparse.offset and .numbytes, which are the only repeated keys that all count (sparse format 0.0).
    [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& sparsePairs() const { return m_sparsePairs; }

private:
    std::map<std::string, std::string, std::less<>> m_records;
    std::vector<std::pair<std::string, std::string>> m_sparsePairs;
};

// What counts for one entry: its own records, then the global ones. An empty value takes a record away.
struct PaxView {
    const PaxRecords& own;
    const PaxRecords& global;
    [[nodiscard]] const std::string* find(std::string_view key) const;
};

// The extended attribute that a record stands for, as {full name, value}; an empty name when it stands for none. `bad` is set when it
// should be one but cannot be decoded.
std::pair<std::string, std::string> xattrOf(std::string_view key, std::string_view value, bool& bad);

}  // namespace sqd::tar
