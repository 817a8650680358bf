// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "read/extract_log.h"
#include "read/extract_plan.h"
#include "source/filter.h"

#include <atomic>
#include <functional>
#include <memory>
#include <sys/types.h>

namespace sqd::read {

// Sets owner, attributes, mode and time of what was made, as far as the options and the system allow; what is refused is told to the
// log, once per kind. Thread-safe.
class ExtractAttributes {
public:
    // Errors: InvalidArgument for a bad expression.
    static Result<std::unique_ptr<ExtractAttributes>> create(const Image& image, const ExtractOptions& options, ExtractLog& log);

    // Where the thing is: `fd` refers to it. With `isPathOnly` the descriptor was opened with O_PATH (links, devices …).
    struct Target {
        int fd = -1;
        bool isPathOnly = false;
        bool isSymlink = false;
        bool isFolder = false;
        std::uint32_t createdGid = 0;      // the group it got; see `groupKnown`
        bool groupKnown = false;
        int createdMode = -1;              // the mode it certainly has, or -1
        const std::function<std::string()>* path = nullptr;  // of the entry in the image, for messages
    };
    void apply(const PlanAttributes& wanted, const Target& target);
    // A link in a folder of our own, by name: no descriptor is needed. False when its attributes want one.
    bool applyToOwnLink(const PlanAttributes& wanted, int folder, const char* name, std::uint32_t createdGid, bool groupKnown, const std::function<std::string()>& path);

    // The mode to create a regular file with, so that apply() has the least to do.
    [[nodiscard]] mode_t creationMode(const PlanAttributes& wanted) const;
    // The mode a file created with `mode` certainly has where nothing but the umask takes part.
    [[nodiscard]] int certainMode(mode_t mode) const { return static_cast<int>(mode & ~m_umask); }
    // The group that new files get in a folder of that group, when it can be told without asking.
    [[nodiscard]] bool knowsGroupIn(std::uint32_t folderGid) const { return folderGid == m_gid; }
    [[nodiscard]] bool isRoot() const { return m_uid == 0; }
    [[nodiscard]] bool mayChange(std::uint32_t owner) const { return isRoot() || owner == m_uid; }
    [[nodiscard]] bool wantsXattrs(const PlanAttributes& wanted) const { return m_options.xattrs && wanted.xattr != format::kNoXattr; }

private:
    ExtractAttributes(const Image& image, const ExtractOptions& options, ExtractLog& log);
    bool setOwner(const PlanAttributes& wanted, const Target& target);
    int setOne(const Target& target, const char* procPath, const std::string& name, const std::string& value) const;  // 0 or errno
    void setXattrs(const PlanAttributes& wanted, const Target& target);
    void setMode(const PlanAttributes& wanted, const Target& target, bool ownerIsRight);
    void setTime(const PlanAttributes& wanted, const Target& target);
    [[nodiscard]] bool ownerDiffers(const PlanAttributes& wanted, std::uint32_t createdGid, bool groupKnown) const;
    void noteOtherOwner(const PlanAttributes& wanted);
    void refused(const char* what, int reason, const Target& target);

    const Image& m_image;
    const ExtractOptions& m_options;
    ExtractLog& m_log;
    source::RegexList m_include;
    source::RegexList m_exclude;
    std::uint32_t m_uid = 0;
    std::uint32_t m_gid = 0;
    mode_t m_umask = 022;
    std::atomic<bool> m_otherOwnerNoted{false};
};

}  // namespace sqd::read
