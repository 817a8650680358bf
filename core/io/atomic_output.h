// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "io/posix_file.h"

#include <memory>
#include <string>

namespace sqd::io {

// A file that appears under its name only when it is complete: written as a hidden temporary file beside the target, synced, then
// renamed over it. Destroyed without commit(), it leaves nothing behind and the old target as it was. A target that is no regular
// file (a device, /dev/null, /dev/full, a fifo) is never renamed over: that is refused. A file that is replaced hands its mode on; a
// link to a file stays, and the file behind it is replaced.
class AtomicOutput final : public OutputFile {
public:
    // Errors: TargetExists when there is something under the name and `replace` is false; OutputUnwritable.
    static Result<std::unique_ptr<AtomicOutput>> create(const std::string& path, bool replace);
    ~AtomicOutput() override;
    AtomicOutput(const AtomicOutput&) = delete;
    AtomicOutput& operator=(const AtomicOutput&) = delete;

    Result<void> write(std::uint64_t offset, std::span<const std::byte> data) override;
    Result<void> resize(std::uint64_t sizeBytes) override;
    [[nodiscard]] const RandomAccessFile& readBack() const override { return *m_readBack; }
    [[nodiscard]] const std::string& name() const override { return m_path; }
    // Asks the system to begin writing [offset, offset + length) to the disk, so that the sync at the end is short. Never fails.
    void startWriteback(std::uint64_t offset, std::uint64_t length);
    // fsync of the file, rename, fsync of the folder. Call once, last. With `replace` false an entry that appeared meanwhile is kept
    // and the call fails with TargetExists.
    Result<void> commit();
    // Identity of the temporary file, so that a source scan can leave it out. {device, inode}
    [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> identity() const { return m_identity; }

private:
    AtomicOutput() = default;
    std::string m_path;           // as given, for messages
    std::string m_target;         // what gets the finished file: m_path, or the file behind that link
    std::string m_temporaryPath;
    bool m_replace = false;
    bool m_committed = false;
    int m_fd = -1;  // owned by m_readBack
    std::unique_ptr<PosixFile> m_readBack;
    std::pair<std::uint64_t, std::uint64_t> m_identity;
};

}  // namespace sqd::io
