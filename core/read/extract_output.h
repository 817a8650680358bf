// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "io/posix_file.h"

#include <cstdint>
#include <string>
#include <sys/types.h>

namespace sqd::read {

// A regular file that is being written. In a folder of our own it has its final name from the beginning; in a folder that was there
// it has no name (O_TMPFILE), or a hidden one where the file system cannot do that, until publish(). What is not published when the
// object goes is removed. The folder's descriptor is borrowed and must outlive the object. One thread at a time, but for writes.
class NewFile {
public:
    NewFile() = default;
    NewFile(NewFile&& other) noexcept;
    NewFile& operator=(NewFile&&) = delete;
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;
    ~NewFile();

    // Returns 0 or errno; EEXIST only in an own folder.
    int create(int folder, const char* name, bool ownFolder, mode_t mode);
    [[nodiscard]] int fd() const { return m_fd.get(); }
    // Gives the file its name. EEXIST when something has it (never with `replace`). Returns 0 or errno.
    int publish(const char* name, bool replace);

private:
    enum class State : std::uint8_t { None, Final, Unnamed, Hidden, Done };
    int createHidden(mode_t mode);
    int linkTo(const char* name) const;
    int moveTo(const char* name, bool replace);

    State m_state = State::None;
    int m_folder = -1;
    io::UniqueFd m_fd;
    std::string m_name;  // Final, Hidden
};

// A name that nobody else has, for something that is renamed at once.
std::string hiddenName();
// Moves `from` to `to` in one folder; without `replace` EEXIST when `to` is taken. Returns 0 or errno.
int renameInside(int folder, const char* from, const char* to, bool replace);

}  // namespace sqd::read
