// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/commands/command.h"
#include "cli/commands/image_access.h"
#include "cli/commands/operation_runner.h"
#include "cli/option_builder.h"
#include "cli/progress_text.h"
#include "operation/tar_operation.h"

#include "base/bytes_text.h"

#include <algorithm>
#include <cerrno>

namespace sqd::cli {

namespace {

class TarCommand final : public Command {
public:
    [[nodiscard]] std::string_view name() const override { return "tar"; }
    [[nodiscard]] std::string_view summary() const override { return "Write an image, or a part of it, as a tar archive"; }
    [[nodiscard]] std::string_view operandSyntax() const override { return "IMAGE FILE|- [PATTERN…]"; }
    [[nodiscard]] std::string_view notes() const override
    {
        return "The archive is in pax format: attributes, hard links, sparse files, devices, long names and large numbers are kept. Sockets\n"
               "are left out, no archive can hold them. - is standard output. Patterns are those of list; the folders above a match are\n"
               "not in the archive. Damaged entries are left out and named; the exit code is then 5.\n"
               "\nExamples:\n"
               "  squashdesk-cli tar rootfs.sqfs rootfs.tar\n"
               "  squashdesk-cli tar --compress zstd rootfs.sqfs etc.tar.zst /etc\n"
               "  squashdesk-cli tar rootfs.sqfs - | ssh host tar -x -C /srv/root\n";
    }
    void declare(CLI::App& app) override;
    int run(const std::vector<std::string>& operands, Reporter& reporter) override;

private:
    int finish(const tar::TarExportReport& report, Reporter& reporter) const;
    ImageAccess m_access;
    operation::TarRequest m_request;
};

void TarCommand::declare(CLI::App& app)
{
    OptionBuilder b(app, "Options");
    tar::TarExportOptions& t = m_request.tar;
    const std::vector<std::string> formats{"gzip", "bzip2", "xz", "zstd", "lz4", "lzo"};
    b.choice("--compress", formats, [&t, formats](std::size_t index) { t.compress = formats[index]; }, "Compress the archive, by all workers");
    b.flag("--force", m_request.force, "Replace an existing archive");
    CLI::Option* none = b.flag("--no-xattrs", [&t] { t.xattrs = false; }, "Leave out extended attributes");
    b.list("--xattrs-include", "REGEX", t.xattrsInclude, "Only attributes whose full name (user.x) matches")->excludes(none);
    b.list("--xattrs-exclude", "REGEX", t.xattrsExclude, "No attributes whose full name matches")->excludes(none);
    b.flag("--strict", t.strict, "Fail, and leave no archive, where something would be left out with a warning");
    b.flag("--stop-on-error", t.stopOnError, "End at the first damaged entry, without an archive");
    m_access.declare(b);
}

Json reportJson(const operation::TarRequest& request, const tar::TarExportReport& r)
{
    Json json = Json::object();
    putBytes(json, "image", request.image);
    putBytes(json, "archive", request.target);
    json.update(Json{{"entries", r.entries}, {"files", r.files}, {"bytes", r.bytes}, {"archive_bytes", r.archiveBytes}, {"seconds", r.seconds}});
    json["warnings"] = notesJson(r.warnings);
    json["notes"] = notesJson(r.notes);
    json["lost"] = findingsJson(r.lost);
    json["unmatched"] = Json::array();
    for (const std::string& pattern : r.unmatched)
        json["unmatched"].push_back(toUtf8Lossy(pattern));
    return json;
}

std::string summaryText(const operation::TarRequest& request, const tar::TarExportReport& r)
{
    return printable(request.target) + ": " + std::to_string(r.entries) + (r.entries == 1 ? " entry, " : " entries, ") + std::to_string(r.files) +
        (r.files == 1 ? " file with " : " files with ") + formatSize(r.bytes) + ", archive of " + formatSize(r.archiveBytes) + " in " + durationText(r.seconds) + "\n";
}

int TarCommand::finish(const tar::TarExportReport& report, Reporter& reporter) const
{
    int code = kExitDone;
    for (const read::ExtractNote& note : report.notes)
        reporter.warning(note.path, note.what);
    for (const read::ExtractNote& warning : report.warnings) {
        reporter.warning(warning.path, warning.what);
        code = kExitWarnings;
    }
    if (reportFindings(report.lost, m_request.image, reporter))
        code = kExitDamaged;
    for (const std::string& pattern : report.unmatched) {
        reporter.error(inputError(pattern, "no entry of the image matches", 0));
        if (code == kExitDone)
            code = kExitInput;
    }
    if (m_request.target == "-")
        return code;
    if (reporter.human() && report.entries > 0)
        reporter.out() << summaryText(m_request, report);
    reporter.object(reportJson(m_request, report));
    return code;
}

int TarCommand::run(const std::vector<std::string>& operands, Reporter& reporter)
{
    if (operands.size() < 2)
        return reporter.fail(usageError(name(), "an image and a name for the archive (or -) are needed"));
    if (operands[1] == "-" && reporter.common().json)
        return reporter.fail(usageError(name(), "--json: standard output has the archive and nothing else"));
    m_request.image = operands[0];
    m_request.target = operands[1];
    m_request.offset = m_access.offset;
    m_request.tar.patterns.assign(operands.begin() + 2, operands.end());
    m_request.tar.jobs = reporter.common().jobs;
    const auto operation = operation::TarOperation::create(m_request);
    runOperation(*operation, reporter);
    const auto report = operation->takeResult();
    if (!report) {
        // The reader of a pipe that has enough is no failure to talk about.
        if (report.error().osErrno == EPIPE && m_request.target == "-")
            return kExitBrokenPipe;
        Json object = Json::object();
        putBytes(object, "image", m_request.image);
        putBytes(object, "archive", m_request.target);
        return reporter.fail(report.error(), std::move(object));
    }
    return finish(*report, reporter);
}

}  // namespace

std::unique_ptr<Command> makeTarCommand()
{
    return std::make_unique<TarCommand>();
}

}  // namespace sqd::cli
