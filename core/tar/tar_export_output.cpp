// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar/tar_export_output.h"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <array>
#include <new>
#include <optional>
#include <utility>

namespace sqd::tar {

// Bytes gathered before the sink is called.
static constexpr std::size_t kGather = 256 * 1024;
// Bytes that are compressed as one stream. Larger ones compress a little better, and keep more memory and fewer workers busy.
static constexpr std::size_t kPiece = 8U << 20;

Result<void> ArchiveOutput::write(std::span<const std::byte> bytes)
{
    m_position += bytes.size();
    if (m_buffer.size() + bytes.size() > kGather)
        SQD_CHECK(flush());
    if (bytes.size() >= kGather)
        return m_sink.write(bytes);
    m_buffer.insert(m_buffer.end(), bytes.begin(), bytes.end());
    return {};
}

Result<void> ArchiveOutput::zeros(std::size_t count)
{
    static constexpr std::array<std::byte, 16 * 1024> kZeros{};
    while (count > 0) {
        const std::size_t part = std::min(count, kZeros.size());
        SQD_CHECK(write(std::span(kZeros).first(part)));
        count -= part;
    }
    return {};
}

Result<void> ArchiveOutput::flush()
{
    if (m_buffer.empty())
        return {};
    SQD_CHECK(m_sink.write(m_buffer));
    m_buffer.clear();
    return {};
}

Result<void> ArchiveOutput::rewind(std::uint64_t position)
{
    SQD_CHECK(flush());
    m_position = position;
    return m_sink.rewind(position);
}

struct CompressingSink::Piece {
    std::vector<std::byte> plain, packed;
    std::optional<Error> error;
    concurrency::TaskQueue::Ticket ticket;
};

namespace {

using Writer = std::unique_ptr<archive, decltype(&archive_write_free)>;
using EntryHandle = std::unique_ptr<archive_entry, decltype(&archive_entry_free)>;

la_ssize_t appendPacked(archive*, void* data, const void* bytes, std::size_t size)
{
    auto& packed = *static_cast<std::vector<std::byte>*>(data);
    const auto* first = static_cast<const std::byte*>(bytes);
    packed.insert(packed.end(), first, first + size);
    return static_cast<la_ssize_t>(size);
}

Error cannotCompress(const std::string& format, archive* writer)
{
    Error e;
    e.code = Errc::InvalidArgument;
    e.where = format;
    e.what = "cannot be written on this machine";
    const char* reason = writer == nullptr ? nullptr : archive_error_string(writer);
    e.why = reason == nullptr ? "" : reason;
    return e;
}

int addFilter(archive* writer, const std::string& format)
{
    if (format == "gzip")
        return archive_write_add_filter_gzip(writer);
    if (format == "bzip2")
        return archive_write_add_filter_bzip2(writer);
    if (format == "xz")
        return archive_write_add_filter_xz(writer);
    if (format == "zstd")
        return archive_write_add_filter_zstd(writer);
    if (format == "lz4")
        return archive_write_add_filter_lz4(writer);
    return format == "lzo" ? archive_write_add_filter_lzop(writer) : ARCHIVE_FATAL;
}

// One stream of the format.
Result<void> compress(const std::string& format, std::span<const std::byte> plain, std::vector<std::byte>& packed, const std::atomic<bool>& abandoned)
{
    const Writer writer(archive_write_new(), &archive_write_free);
    const EntryHandle entry(archive_entry_new(), &archive_entry_free);
    if (!writer || !entry)
        return internalError("libarchive gives no writer");
    archive* const w = writer.get();
    if (archive_write_set_format_raw(w) != ARCHIVE_OK || addFilter(w, format) < ARCHIVE_WARN)
        return cannotCompress(format, w);
    (void)archive_write_set_bytes_in_last_block(w, 1);  // no padding
    if (format == "gzip")
        (void)archive_write_set_filter_option(w, "gzip", "timestamp", nullptr);  // the same bytes every time
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    if (archive_write_open(w, &packed, nullptr, appendPacked, nullptr) != ARCHIVE_OK || archive_write_header(w, entry.get()) != ARCHIVE_OK)
        return cannotCompress(format, w);
    while (!plain.empty()) {
        if (abandoned.load(std::memory_order_relaxed))
            return cancelledError();
        const std::span<const std::byte> part = plain.first(std::min(plain.size(), kGather));
        if (archive_write_data(w, part.data(), part.size()) != static_cast<la_ssize_t>(part.size()))
            return cannotCompress(format, w);
        plain = plain.subspan(part.size());
    }
    return archive_write_close(w) == ARCHIVE_OK ? Result<void>() : cannotCompress(format, w);
}

}  // namespace

CompressingSink::CompressingSink(std::string format, ByteSink& sink, concurrency::TaskQueue& tasks)
    : m_format(std::move(format)), m_sink(sink), m_tasks(tasks), m_open(std::make_unique<Piece>())
{
}

// Tasks still refer to the pieces.
CompressingSink::~CompressingSink()
{
    m_abandoned.store(true, std::memory_order_relaxed);
    for (const auto& piece : m_pieces)
        m_tasks.wait(piece->ticket);
}

Result<void> CompressingSink::check(const std::string& format)
{
    std::vector<std::byte> packed;
    return compress(format, std::as_bytes(std::span("x", 1)), packed, false);
}

Result<void> CompressingSink::write(std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        auto& plain = m_open->plain;
        if (plain.capacity() == 0)
            plain.reserve(kPiece);
        const std::size_t part = std::min(bytes.size(), kPiece - plain.size());
        plain.insert(plain.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(part));
        bytes = bytes.subspan(part);
        if (plain.size() < kPiece)
            continue;
        submit();
        while (m_pieces.size() > static_cast<std::size_t>(m_tasks.workers()) + 1)
            SQD_CHECK(writeFront());
    }
    return {};
}

void CompressingSink::submit()
{
    Piece* const piece = m_open.get();
    m_pieces.push_back(std::exchange(m_open, std::make_unique<Piece>()));
    m_tasks.submit([this, piece](concurrency::WorkerCounters* counters) {
        if (counters != nullptr)
            counters->enter(concurrency::Activity::Compressing);
        try {
            if (auto done = compress(m_format, piece->plain, piece->packed, m_abandoned); !done)
                piece->error = std::move(done).error();
        } catch (const std::bad_alloc&) {
            piece->error = cannotCompress(m_format, nullptr);
        }
        piece->plain = {};
    }, piece->ticket, true);
}

Result<void> CompressingSink::writeFront()
{
    Piece& piece = *m_pieces.front();
    m_tasks.wait(piece.ticket);
    if (piece.error)
        return *piece.error;
    SQD_CHECK(m_sink.write(piece.packed));
    m_pieces.pop_front();
    return {};
}

Result<void> CompressingSink::finish()
{
    if (!m_open->plain.empty())
        submit();
    while (!m_pieces.empty())
        SQD_CHECK(writeFront());
    return {};
}

}  // namespace sqd::tar
