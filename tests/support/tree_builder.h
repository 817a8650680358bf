// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

// Small trees on disk for tests, from a list:
//   TemporaryFolder dir;
//   buildTree(dir.path(), {folder("a").withMode(0700), file("a/b", "text"), symbolicLink("a/l", "b"), hardLink("a/h", "a/b")});
namespace sqd::test {

// A new folder that goes away with the object, with everything in it, however deep. Mode 0755.
class TemporaryFolder {
public:
    // `Memory`: on a file system without a disk where there is one, for trees that would take a disk long.
    enum class Where { Disk, Memory };
    explicit TemporaryFolder(Where where = Where::Disk);
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    [[nodiscard]] const std::string& path() const { return m_path; }
    [[nodiscard]] std::string operator/(const std::string& name) const { return m_path + "/" + name; }

private:
    std::string m_path;
};

struct Item {
    enum class Kind { Folder, File, Symlink, HardLink, Fifo, Socket, CharDevice, BlockDevice };
    Kind kind = Kind::File;
    std::string path;      // relative; missing parents are made with mode 0755
    std::string content;   // of a file; the target of a link (hard links: relative path)
    dev_t device = 0;
    std::optional<mode_t> mode;
    std::optional<std::pair<uid_t, gid_t>> owner;
    std::optional<std::pair<std::int64_t, long>> time;  // seconds, nanoseconds
    std::vector<std::pair<std::string, std::string>> xattrs;
    std::uint64_t holeBefore = 0;  // of a file: the content begins here
    std::uint64_t holeAfter = 0;

    Item withMode(mode_t m) &&;
    Item withOwner(uid_t u, gid_t g) &&;
    Item withTime(std::int64_t seconds, long nanoseconds = 0) &&;
    Item withXattr(std::string name, std::string value) &&;
    Item withHoles(std::uint64_t before, std::uint64_t after) &&;
};

Item folder(std::string path);
Item file(std::string path, std::string content = {});
Item symbolicLink(std::string path, std::string target);
Item hardLink(std::string path, std::string existing);
Item fifo(std::string path);
Item unixSocket(std::string path);
Item charDevice(std::string path, unsigned major, unsigned minor);   // root only
Item blockDevice(std::string path, unsigned major, unsigned minor);  // root only

// Makes the items below `root`, attributes last and in reverse order, so that a folder may be made unreadable. Returns an empty text,
// or what failed.
std::string buildTree(const std::string& root, const std::vector<Item>& items);

// Removes what lies at `path`, of any depth.
void removeTree(const std::string& path);

// Runs `body` in a child process as this user and group without other groups or capabilities, and returns what it returned, or -1 when
// that is not possible here. `body` must not use the test framework.
int runAs(uid_t user, gid_t group, const std::function<int()>& body);

}  // namespace sqd::test
