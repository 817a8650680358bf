// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "read/data_reader.h"
#include "read/extract_output.h"
#include "read/extract_session.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <span>

namespace sqd::read {

// Writing the contents of regular files. An object belongs to one session; its functions may be called by all workers.
class FileWriter {
public:
    explicit FileWriter(ExtractSession& session) : m_session(session) {}

    // A whole file by one worker.
    void write(ExtractWorker& worker, std::uint32_t entry);

    // A file that several workers write.
    struct Shared {
        std::uint32_t entry = 0;
        std::uint32_t left = 0;             // parts that are not done; guarded by the mutex
        std::once_flag opened;
        std::mutex mutex;
        // Written by whoever opens it, before the others go on.
        bool usable = false;
        Spot spot;
        std::optional<FileReader> reader;
        NewFile file;
        std::atomic<bool> broken{false};    // a part failed, and it was told
        std::atomic<bool> endsInHole{false};
    };
    void writePart(ExtractWorker& worker, Shared& shared, std::uint64_t firstBlock, std::uint64_t blocks);

    // Creates the file for an entry at its spot. False: it was told why not.
    bool create(std::uint32_t entry, const Spot& spot, NewFile& file);
    // Attributes, then the name.
    void finish(ExtractWorker& worker, std::uint32_t entry, Spot& spot, NewFile& file);

private:
    bool writeFromFragment(ExtractWorker& worker, std::uint32_t entry, Spot& spot);
    void writeBlocks(ExtractWorker& worker, std::uint32_t entry, Spot& spot);
    // Copies one block to its place; holes stay holes. False: it failed and was told.
    bool copyBlock(ExtractWorker& worker, std::uint32_t entry, const FileReader& reader, std::uint64_t block, int fd, bool& isHole);
    std::shared_ptr<const Page> fragmentPage(ExtractWorker& worker, std::uint32_t fragment);
    void openShared(ExtractWorker& worker, Shared& shared);
    void closeShared(ExtractWorker& worker, Shared& shared);
    Result<FileReader> openReader(std::uint32_t entry);

    ExtractSession& m_session;
};

}  // namespace sqd::read
