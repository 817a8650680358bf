// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/commands/command.h"
#include "cli/commands/image_access.h"
#include "cli/option_builder.h"
#include "concurrency/worker_group.h"
#include "read/data_reader.h"
#include "read/path_lookup.h"

#include <algorithm>
#include <array>

namespace sqd::cli {

namespace {

// Files of fewer blocks are not worth waking the workers.
constexpr std::uint64_t kParallelFromBlocks = 4;

class CatCommand final : public Command {
public:
    [[nodiscard]] std::string_view name() const override { return "cat"; }
    [[nodiscard]] std::string_view summary() const override { return "Write contents of files to standard output"; }
    [[nodiscard]] std::string_view operandSyntax() const override { return "IMAGE PATH…"; }
    [[nodiscard]] std::string_view notes() const override
    {
        return "Symbolic links are followed inside the image only.\n\nExample:\n  squashdesk-cli cat rootfs.sqfs /etc/os-release\n";
    }
    void declare(CLI::App& app) override { m_access.declare(OptionBuilder(app, "Options")); }
    int run(const std::vector<std::string>& operands, Reporter& reporter) override;

private:
    static Result<void> write(const std::shared_ptr<const read::Image>& image, const std::string& path, concurrency::WorkerGroup& workers, Reporter& reporter);
    ImageAccess m_access;
};

class StreamSink final : public read::ContentSink {
public:
    explicit StreamSink(std::ostream& out) : m_out(out) {}
    Result<void> data(std::span<const std::byte> bytes) override
    {
        m_out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        return m_out.good() ? Result<void>() : outputError("standard output", "cannot write", 0);
    }
    Result<void> hole(std::uint64_t bytes) override
    {
        static constexpr std::array<std::byte, 64 * 1024> kZeros{};
        while (bytes > 0) {
            const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, kZeros.size()));
            SQD_CHECK(data(std::span(kZeros).first(part)));
            bytes -= part;
        }
        return {};
    }

private:
    std::ostream& m_out;
};

Result<void> CatCommand::write(const std::shared_ptr<const read::Image>& image, const std::string& path, concurrency::WorkerGroup& workers, Reporter& reporter)
{
    SQD_TRY(const read::Found found, read::lookupPath(*image, path));
    if (!found.inode.isFile()) {
        Error e = inputError(path, std::string("is a ") + read::inodeTypeName(found.inode.type) + ", not a regular file", 0);
        return e;
    }
    SQD_TRY(const read::FileReader reader, read::FileReader::open(image, found.inode, found.path));
    StreamSink sink(reporter.out());
    return read::streamContents(reader, sink, reader.blockCount() >= kParallelFromBlocks ? &workers : nullptr, reporter.streams().stop);
}

int CatCommand::run(const std::vector<std::string>& operands, Reporter& reporter)
{
    if (operands.size() < 2)
        return reporter.fail(usageError(name(), "an image and a path inside of it are needed"));
    if (reporter.common().json)
        return reporter.fail(usageError(name(), "--json: the output is the contents and nothing else"));
    const auto image = m_access.open(operands[0], reporter.common());
    if (!image)
        return reporter.fail(image.error());
    (void)reportFindings((*image)->openFindings(), operands[0], reporter);
    concurrency::WorkerGroup workers(resolvedJobs(reporter.common()));
    int code = kExitDone;
    for (auto path = operands.begin() + 1; path != operands.end(); ++path) {
        const auto written = write(*image, *path, workers, reporter);
        if (!reporter.out().good())
            break;  // said by run()
        if (written)
            continue;
        reporter.error(written.error());
        code = std::max<int>(code, exitCode(written.error().code));
        if (written.error().code == Errc::Cancelled)
            break;
    }
    return code;
}

}  // namespace

std::unique_ptr<Command> makeCatCommand()
{
    return std::make_unique<CatCommand>();
}

}  // namespace sqd::cli
