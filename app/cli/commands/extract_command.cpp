// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/commands/command.h"
#include "cli/commands/conflict_dialogue.h"
#include "cli/commands/image_access.h"
#include "cli/commands/operation_runner.h"
#include "cli/option_builder.h"
#include "cli/progress_text.h"
#include "operation/extract_operation.h"

#include "base/bytes_text.h"

#include <limits>
#include <optional>

namespace sqd::cli {

namespace {

class ExtractCommand final : public Command {
public:
    [[nodiscard]] std::string_view name() const override { return "extract"; }
    [[nodiscard]] std::string_view summary() const override { return "Write entries of an image into a folder"; }
    [[nodiscard]] std::string_view operandSyntax() const override { return "IMAGE [PATTERN…]"; }
    [[nodiscard]] std::string_view notes() const override
    {
        return "A pattern that is the full path of an entry means that entry, any other is a glob, as for list. Paths are kept below\n"
               "the folder, and nothing is ever written outside of it. An entry appears under its name only when it is whole.\n"
               "Exit code 6: something is missing, each was named; 5: the image is damaged, what is whole was taken.\n"
               "\nExamples:\n"
               "  squashdesk-cli extract rootfs.sqfs -C rootfs\n"
               "  squashdesk-cli extract rootfs.sqfs -C /tmp/x etc 'usr/share/doc/**/copyright'\n"
               "  squashdesk-cli extract --conflict keep-both --strip 1 photos.sqfs -C photos\n";
    }
    void declare(CLI::App& app) override;
    int run(const std::vector<std::string>& operands, Reporter& reporter) override;

private:
    int conclude(const std::string& image, const read::ExtractReport& report, Reporter& reporter) const;

    ImageAccess m_access;
    operation::ExtractRequest m_request;
    std::optional<read::Conflict> m_conflict;
};

void ExtractCommand::declare(CLI::App& app)
{
    read::ExtractOptions& o = m_request.extract;
    OptionBuilder b(app, "Options");
    b.text("-C,--directory", "FOLDER", o.target, "Where to; made when it is missing. -C . is the current folder");
    b.choice("--conflict", {"ask", "skip", "overwrite", "keep-both"},
        [this](std::size_t i) {
            constexpr read::Conflict kWords[] = {read::Conflict::Ask, read::Conflict::Skip, read::Conflict::Overwrite, read::Conflict::KeepBoth};
            m_conflict = kWords[i];
        },
        "What to do where something is in the way; default: ask on a terminal, otherwise skip");
    b.number("--strip", "N", 0, std::numeric_limits<std::uint32_t>::max(), [&o](std::int64_t n) { o.strip = static_cast<std::uint32_t>(n); },
        "Leave away that many leading parts of every path; entries with no more are left out");
    b.flag("--strict", o.strict, "Anything that would be missing is a failure, and nothing new is left");
    b.flag("--stop-on-error", o.stopOnError, "End at the first damage of the image");
    b.flag("--ignore-space", o.ignoreSpace, "Begin although the free space cannot suffice");
    m_access.declare(b);
    OptionBuilder attributes(app, "Attributes");
    attributes.flag("--no-owner", [&o] { o.owner = false; }, "Do not set owners (an ordinary user never does)");
    attributes.flag("--no-mode", [&o] { o.mode = false; }, "Do not set modes");
    attributes.flag("--no-times", [&o] { o.times = false; }, "Do not set times");
    attributes.flag("--no-devices", [&o] { o.devices = false; }, "Leave out device nodes");
    attributes.flag("--no-xattrs", [&o] { o.xattrs = false; }, "Do not set extended attributes");
    attributes.list("--xattrs-include", "REGEX", o.xattrsInclude, "Only attributes whose name matches; may be repeated");
    attributes.list("--xattrs-exclude", "REGEX", o.xattrsExclude, "No attributes whose name matches; may be repeated");
}

Json extractJson(const std::string& image, const std::string& target, const read::ExtractReport& r)
{
    Json json = Json::object();
    putBytes(json, "image", image);
    putBytes(json, "target", target);
    json.update(Json{{"files", r.files}, {"directories", r.directories}, {"hard_links", r.links}, {"others", r.others}, {"bytes", r.bytes},
        {"seconds", r.seconds}, {"skipped", r.skipped}, {"kept", r.kept}, {"replaced", r.replaced}});
    json["warnings"] = notesJson(r.warnings);
    json["notes"] = notesJson(r.notes);
    json["lost"] = findingsJson(r.lost);
    json["created"] = Json::array();
    for (const std::string& path : r.created) {
        Json one = Json::object();
        putBytes(one, "path", path);
        json["created"].push_back(std::move(one));
    }
    return json;
}

std::string counted(std::uint64_t count, const char* one, const char* more)
{
    return std::to_string(count) + " " + (count == 1 ? one : more);
}

std::string extractSummary(const std::string& target, const read::ExtractReport& r)
{
    std::string text;
    for (const read::ExtractNote& note : r.notes)
        text += "note: " + printable(note.path + ": " + note.what) + "\n";
    text += printable(target) + ": " + counted(r.files, "file", "files") + " with " + formatSize(r.bytes) + ", " + counted(r.directories, "folder", "folders");
    if (r.links > 0)
        text += ", " + counted(r.links, "hard link", "hard links");
    if (r.others > 0)
        text += ", " + counted(r.others, "other entry", "other entries");
    text += " in " + durationText(r.seconds);
    if (r.seconds > 0 && r.bytes > 0)
        text += ", " + speedText(static_cast<double>(r.bytes) / r.seconds);
    if (r.kept > 0)
        text += "; " + counted(r.kept, "existing entry was kept", "existing entries were kept");
    if (r.replaced > 0)
        text += "; " + counted(r.replaced, "existing entry was replaced", "existing entries were replaced");
    if (r.skipped > 0)
        text += "; " + counted(r.skipped, "entry was left out", "entries were left out");
    if (!r.lost.empty())
        text += "; " + counted(r.lost.size(), "damage", "damages") + " of the image";
    return text + "\n";
}

int ExtractCommand::conclude(const std::string& image, const read::ExtractReport& report, Reporter& reporter) const
{
    for (const read::ExtractNote& warning : report.warnings)
        reporter.warning(warning.path, warning.what);
    (void)reportFindings(report.lost, image, reporter);
    for (const std::string& pattern : report.unmatched)
        reporter.error(inputError(pattern, "no entry of the image matches", 0));
    if (reporter.human())
        reporter.out() << extractSummary(m_request.extract.target, report);
    reporter.object(extractJson(image, m_request.extract.target, report));
    if (!report.lost.empty())
        return kExitDamaged;
    if (!report.unmatched.empty())
        return kExitInput;
    return report.warnings.empty() ? kExitDone : kExitWarnings;
}

int ExtractCommand::run(const std::vector<std::string>& operands, Reporter& reporter)
{
    if (operands.empty())
        return reporter.fail(usageError(name(), "an image is needed"));
    Terminal terminal;
    if (m_conflict == read::Conflict::Ask && !terminal.isOpen())
        return reporter.fail(usageError(name(), "--conflict ask needs a terminal"));
    m_request.image = operands[0];
    m_request.offset = m_access.offset;
    m_request.extract.patterns.assign(operands.begin() + 1, operands.end());
    // Without a folder the files would be scattered over the current one, whatever that happens to be.
    if (m_request.extract.target.empty())
        return reporter.fail(usageError(name(), "a folder to extract into is needed: -C FOLDER, or -C . for the current one"));
    m_request.extract.jobs = reporter.common().jobs;
    m_request.extract.memoryBytes = reporter.common().memoryBytes;
    const bool mayAsk = terminal.isOpen() && reporter.streams().errIsTerminal && !reporter.common().quiet;
    m_request.extract.conflict = m_conflict.value_or(mayAsk ? read::Conflict::Ask : read::Conflict::Skip);
    const auto operation = operation::ExtractOperation::create(m_request);
    if (m_request.extract.conflict == read::Conflict::Ask)
        runWithDialogue(*operation, terminal, reporter);
    else
        runOperation(*operation, reporter);
    const auto report = operation->takeResult();
    if (report)
        return conclude(operands[0], *report, reporter);
    Json object = Json::object();
    putBytes(object, "image", operands[0]);
    putBytes(object, "target", m_request.extract.target);
    return reporter.fail(report.error(), std::move(object));
}

}  // namespace

std::unique_ptr<Command> makeExtractCommand()
{
    return std::make_unique<ExtractCommand>();
}

}  // namespace sqd::cli
