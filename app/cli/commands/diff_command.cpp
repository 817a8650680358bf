// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/commands/command.h"
#include "cli/commands/entry_format.h"
#include "cli/commands/image_access.h"
#include "cli/commands/operation_runner.h"
#include "cli/option_builder.h"
#include "operation/diff_operation.h"

#include "base/bytes_text.h"

namespace sqd::cli {

namespace {

class DiffCommand final : public Command {
public:
    [[nodiscard]] std::string_view name() const override { return "diff"; }
    [[nodiscard]] std::string_view summary() const override { return "Compare two images, or an image and a folder"; }
    [[nodiscard]] std::string_view operandSyntax() const override { return "A B"; }
    [[nodiscard]] std::string_view notes() const override
    {
        return "Prints one line for each difference: - only in A, + only in B, ~ in both but not the same, with what differs: content, mode,\n"
               "owner, group, mtime, xattrs, target, type, device, links (with --strict). How the data is stored is no difference.\n"
               "Exit code 0: the same, 1: differences, 5: one of them is damaged, 3: one of them cannot be read.\n"
               "\nExamples:\n"
               "  squashdesk-cli diff old.sqfs new.sqfs\n"
               "  squashdesk-cli diff --no-times rootfs.sqfs /srv/root\n";
    }
    void declare(CLI::App& app) override;
    int run(const std::vector<std::string>& operands, Reporter& reporter) override;

private:
    operation::DiffRequest m_request;
};

void DiffCommand::declare(CLI::App& app)
{
    OptionBuilder b(app, "Options");
    read::DiffOptions& o = m_request.options;
    b.flag("--no-times", [&o] { o.times = false; }, "Leave modification times out of the comparison");
    b.flag("--no-owner", [&o] { o.owner = false; }, "Leave owners and groups out");
    b.flag("--no-xattrs", [&o] { o.xattrs = false; }, "Leave extended attributes out");
    b.flag("--strict", o.strict, "Compare also which names are hard links to each other");
    b.size("--offset", [this](std::uint64_t n) { m_request.first.offset = n; }, "Byte of A at which its image begins; default: found");
    b.size("--offset-b", [this](std::uint64_t n) { m_request.second.offset = n; }, "Byte of B at which its image begins; default: found");
}

// Paths by the rule of putBytes: where one is no UTF-8, a twin of the list has all of them exactly.
void putPaths(Json& json, const std::string& key, const std::vector<std::string>& paths)
{
    Json list = Json::array(), exact = Json::array();
    bool lossy = false;
    for (const std::string& path : paths) {
        list.push_back(toUtf8Lossy(path));
        exact.push_back(base64(path));
        lossy = lossy || !isUtf8(path);
    }
    json[key] = std::move(list);
    if (lossy)
        json[key + "_base64"] = std::move(exact);
}

Json diffJson(const operation::DiffRequest& request, const read::DiffReport& r)
{
    Json json = Json::object();
    json["same"] = r.same;
    putPaths(json, "added", r.added);
    putPaths(json, "removed", r.removed);
    json["changed"] = Json::array();
    for (const read::DiffChange& change : r.changed) {
        Json one = Json::object();
        putBytes(one, "path", change.path);
        one["fields"] = change.fields;
        json["changed"].push_back(std::move(one));
    }
    putBytes(json, "first", request.first.path);
    putBytes(json, "second", request.second.path);
    json.update(Json{{"compared", r.compared}, {"bytes", r.bytes}, {"seconds", r.seconds}});
    json["findings"] = findingsJson(r.findings);
    return json;
}

void printDifferences(const read::DiffReport& r, std::ostream& out)
{
    for (const std::string& path : r.removed)
        out << "- " << shownPath(path) << '\n';
    for (const std::string& path : r.added)
        out << "+ " << shownPath(path) << '\n';
    for (const read::DiffChange& change : r.changed) {
        out << "~ " << shownPath(change.path) << ':';
        for (const std::string& field : change.fields)
            out << ' ' << field;
        out << '\n';
    }
}

int DiffCommand::run(const std::vector<std::string>& operands, Reporter& reporter)
{
    if (operands.size() != 2)
        return reporter.fail(usageError(name(), "two images, or an image and a folder, are needed"));
    m_request.first.path = operands[0];
    m_request.second.path = operands[1];
    m_request.options.jobs = reporter.common().jobs;
    const auto operation = operation::DiffOperation::create(m_request);
    runOperation(*operation, reporter);
    const auto report = operation->takeResult();
    if (!report)
        return reporter.fail(report.error());
    bool damaged = false;
    for (const read::Finding& finding : report->findings) {
        const bool first = finding.what.starts_with("first: ");
        reportFinding(finding, first ? operands[0] : operands[1], reporter);
        damaged = damaged || finding.severity == read::Severity::Error;
    }
    if (reporter.human())
        printDifferences(*report, reporter.out());
    reporter.object(diffJson(m_request, *report));
    if (damaged)
        return kExitDamaged;
    return report->same ? kExitDone : kExitNo;
}

}  // namespace

std::unique_ptr<Command> makeDiffCommand()
{
    return std::make_unique<DiffCommand>();
}

}  // namespace sqd::cli
