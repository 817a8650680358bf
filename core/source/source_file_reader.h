// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "io/posix_file.h"
#include "source/descriptor_budget.h"
#include "source/long_path.h"
#include "source/source.h"

#include <memory>
#include <string>
#include <sys/stat.h>

namespace sqd::source {

// Reads one file of a folder source and notices when it is not the file of the scan any more: at every open, and once more when its
// last byte was read. Holds a descriptor while the budget allows it, else opens it again for each call.
class SourceFileReader final : public FileReader {
public:
    // `flags` are added to O_RDONLY. `entry` gives identity, size and time; it may go away afterwards, `opener` and `budget` may not.
    static Result<std::unique_ptr<FileReader>> open(const Entry& entry, std::string path, int flags, PathOpener& opener,
                                                    DescriptorBudget& budget);
    // Opens, reads and closes: all of a file, whose size `out` has. Whether it is still the file that was listed is looked at once, behind
    // the read.
    static Result<void> readWhole(const Entry& entry, std::string path, int flags, PathOpener& opener, DescriptorBudget& budget,
                                  std::span<std::byte> out);
    Result<void> readExact(std::uint64_t offset, std::span<std::byte> out) override;
    std::uint64_t nextData(std::uint64_t offset) override;

private:
    SourceFileReader(const Entry& entry, std::string path, int flags, PathOpener& opener, DescriptorBudget& budget);
    [[nodiscard]] Result<io::UniqueFd> openPlain() const;
    [[nodiscard]] Result<io::UniqueFd> openChecked() const;
    [[nodiscard]] Result<void> check(int fd) const;
    [[nodiscard]] Result<void> readFrom(int fd, std::uint64_t offset, std::span<std::byte> out) const;
    [[nodiscard]] std::uint64_t nextDataIn(int fd, std::uint64_t offset) const;
    [[nodiscard]] Error changed() const;

    const std::string m_path;
    const int m_flags;
    PathOpener& m_opener;
    DescriptorBudget& m_budget;
    const std::uint64_t m_inode, m_size;
    const std::uint32_t m_device;
    const std::int64_t m_seconds;
    const std::uint32_t m_nanoseconds;
    DescriptorBudget::Permit m_permit;
    io::UniqueFd m_fd;  // open while m_permit is held; declared after it, so closed before the permit goes back
};

}  // namespace sqd::source
