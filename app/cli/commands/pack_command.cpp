// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/commands/command.h"
#include "cli/commands/operation_runner.h"
#include "cli/commands/pack_arguments.h"
#include "cli/commands/pack_summary.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace sqd::cli {

namespace {

class PackCommand final : public Command {
public:
    [[nodiscard]] std::string_view name() const override { return "pack"; }
    [[nodiscard]] std::string_view summary() const override { return "Pack folders and files, or a tar archive, into an image"; }
    [[nodiscard]] std::string_view operandSyntax() const override { return "SOURCE… IMAGE, or --tar FILE|- IMAGE"; }
    [[nodiscard]] std::string_view notes() const override
    {
        return "One source folder: its contents become the root. Several, or a file: each under its own name.\n"
               "SOURCE_DATE_EPOCH in the environment sets the creation time of the image, and no entry is younger.\n"
               "\nExamples:\n"
               "  squashdesk-cli pack photos photos.sqfs\n"
               "  squashdesk-cli pack --preset smallest --exclude '*.o' --exclude /build src src.sqfs\n"
               "  squashdesk-cli pack --codec xz -X bcj=x86 --block-size 1M rootfs rootfs.sqfs\n"
               "  squashdesk-cli pack --reproducible --all-root --mtime 2024-01-01 tree tree.sqfs\n"
               "  zcat layer.tar.gz | squashdesk-cli pack --tar - layer.sqfs\n"
               "  squashdesk-cli pack --json --progress json --force etc home backup.sqfs\n";
    }
    void declare(CLI::App& app) override { m_arguments.declare(app); }
    int run(const std::vector<std::string>& operands, Reporter& reporter) override;

private:
    int codecHelpTo(Reporter& reporter) const;
    PackArguments m_arguments;
};

int PackCommand::codecHelpTo(Reporter& reporter) const
{
    const auto backend = m_arguments.backend();
    if (!backend)
        return reporter.fail(backend.error());
    reporter.out() << codecHelp(**backend);
    return kExitDone;
}

// By its name: ".tar", ".tar.zst", ".tgz" …
bool looksLikeArchive(std::string_view path)
{
    constexpr std::array<std::string_view, 6> kShort = {".tar", ".tgz", ".tbz2", ".txz", ".tzst", ".tlz4"};
    if (std::ranges::any_of(kShort, [path](std::string_view end) { return path.ends_with(end); }))
        return true;
    const std::size_t dot = path.rfind('.');
    return dot != std::string_view::npos && path.substr(0, dot).ends_with(".tar");
}

int PackCommand::run(const std::vector<std::string>& operands, Reporter& reporter)
{
    if (m_arguments.wantsCodecHelp())
        return codecHelpTo(reporter);
    auto request = m_arguments.request(operands, reporter.common(), reporter.streams());
    if (!request)
        return reporter.fail(request.error());
    if (!request->tar && request->source.sources.size() == 1 && looksLikeArchive(request->source.sources.front()))
        reporter.warning(request->source.sources.front(), "is packed as one file; pack --tar packs what is in the archive");
    Json failed = Json::object();
    putBytes(failed, "image", request->pack.target);
    const auto operation = operation::PackOperation::create(*std::move(request));
    runOperation(*operation, reporter);
    const auto report = operation->takeResult();
    if (!report)
        return reporter.fail(report.error(), std::move(failed));
    for (const source::Warning& warning : report->warnings)
        reporter.warning(warning.path, warning.what);
    if (reporter.human())
        reporter.out() << packSummary(*report);
    reporter.object(packJson(*report));
    const bool incomplete = std::any_of(report->warnings.begin(), report->warnings.end(), [](const source::Warning& w) { return w.skipped; });
    return incomplete ? kExitWarnings : kExitDone;
}

}  // namespace

std::unique_ptr<Command> makePackCommand()
{
    return std::make_unique<PackCommand>();
}

}  // namespace sqd::cli
