// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tar/unpacked_stream.h"

#include <archive.h>
#include <archive_entry.h>
#include <memory>
#include <vector>

namespace sqd::tar {

static constexpr std::size_t kPiece = 256 * 1024;

namespace {

// What libarchive's callback works on.
struct Feed {
    std::string_view head;
    ByteStream& input;
    std::vector<std::byte> buffer = std::vector<std::byte>(kPiece);
    std::optional<Error> failure = std::nullopt;
};

la_ssize_t feedMore(archive* reader, void* data, const void** bytes)
{
    Feed& feed = *static_cast<Feed*>(data);
    if (!feed.head.empty()) {
        *bytes = feed.head.data();
        return static_cast<la_ssize_t>(std::exchange(feed.head, {}).size());
    }
    auto got = feed.input.readSome(feed.buffer);
    if (!got) {
        feed.failure = std::move(got).error();
        archive_set_error(reader, feed.failure->osErrno, "%s", feed.failure->what.c_str());
        return -1;
    }
    *bytes = feed.buffer.data();
    return static_cast<la_ssize_t>(*got);
}

using Reader = std::unique_ptr<archive, decltype(&archive_read_free)>;

// Only what unpacks: no uuencode or rpm, which see themselves in texts and files that are none.
void allowFilters(archive* reader)
{
    archive_read_support_filter_bzip2(reader);
    archive_read_support_filter_compress(reader);
    archive_read_support_filter_gzip(reader);
    archive_read_support_filter_lzip(reader);
    archive_read_support_filter_lzma(reader);
    archive_read_support_filter_xz(reader);
    archive_read_support_filter_zstd(reader);
    archive_read_support_filter_lz4(reader);
    archive_read_support_filter_lzop(reader);  // by the program lzop where libarchive was built without the library
    archive_read_support_format_raw(reader);
}

std::string reasonOf(archive* reader)
{
    const char* text = archive_error_string(reader);
    return text == nullptr ? "" : text;
}

}  // namespace

Result<std::optional<Error>> unpackStream(std::string_view head, ByteStream& input, const PieceTaker& sink)
{
    const Reader reader(archive_read_new(), &archive_read_free);
    if (!reader)
        return internalError("libarchive gives no reader");
    allowFilters(reader.get());
    Feed feed{head, input};
    const auto damage = [&]() -> Result<std::optional<Error>> {
        if (feed.failure)
            return *std::move(feed.failure);
        Error e = corruptError(input.name(), "the compressed archive is damaged or ends early", input.position());
        e.why = reasonOf(reader.get());
        return std::optional(std::move(e));
    };
    archive_entry* entry = nullptr;
    if (archive_read_open(reader.get(), &feed, nullptr, feedMore, nullptr) != ARCHIVE_OK ||
        archive_read_next_header(reader.get(), &entry) != ARCHIVE_OK)
        return damage();
    if (archive_filter_code(reader.get(), 0) == ARCHIVE_FILTER_NONE)
        return corruptError(input.name(), "is not a tar archive, nor compressed in a way that is known");
    for (;;) {
        const void* bytes = nullptr;
        std::size_t size = 0;
        la_int64_t offset = 0;
        const int status = archive_read_data_block(reader.get(), &bytes, &size, &offset);
        if (status == ARCHIVE_EOF)
            return std::optional<Error>();
        if (status < ARCHIVE_WARN || feed.failure)
            return damage();
        SQD_CHECK(sink({static_cast<const std::byte*>(bytes), size}));
    }
}

}  // namespace sqd::tar
