// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "concurrency/task_queue.h"
#include "tar/tar_exporter.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sqd::tar {

// The archive's bytes on their way to the sink: gathered, so that small members take few calls. One thread.
class ArchiveOutput {
public:
    explicit ArchiveOutput(ByteSink& sink) : m_sink(sink) {}
    Result<void> write(std::span<const std::byte> bytes);
    Result<void> write(std::string_view bytes) { return write(std::as_bytes(std::span(bytes))); }
    Result<void> zeros(std::size_t count);
    Result<void> flush();
    [[nodiscard]] std::uint64_t position() const { return m_position; }
    [[nodiscard]] bool canRewind() const { return m_sink.canRewind(); }
    // Forgets everything from `position` on; only where canRewind().
    Result<void> rewind(std::uint64_t position);

private:
    ByteSink& m_sink;
    std::vector<std::byte> m_buffer;
    std::uint64_t m_position = 0;
};

// Compresses what it is given into another sink: pieces of fixed size, each a stream of its own, by all workers. Every format that is
// offered may be a sequence of such streams. The bytes do not depend on the number of workers. One thread.
class CompressingSink final : public ByteSink {
public:
    // `format` is one of those of TarExportOptions::compress. `tasks` may be used by others too.
    CompressingSink(std::string format, ByteSink& sink, concurrency::TaskQueue& tasks);
    ~CompressingSink() override;
    // Errors: InvalidArgument (a format that is not known or cannot be written here), those of the sink.
    Result<void> write(std::span<const std::byte> bytes) override;
    // Call once, last.
    Result<void> finish();
    // Whether `format` can be written on this machine. Errors: InvalidArgument.
    static Result<void> check(const std::string& format);

private:
    struct Piece;
    void submit();
    Result<void> writeFront();
    const std::string m_format;
    ByteSink& m_sink;
    concurrency::TaskQueue& m_tasks;
    std::atomic<bool> m_abandoned{false};         // nobody wants the pieces any more
    std::unique_ptr<Piece> m_open;
    std::deque<std::unique_ptr<Piece>> m_pieces;  // submitted, in order
};

}  // namespace sqd::tar
