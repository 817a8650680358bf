// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/commands/command.h"
#include "cli/commands/image_access.h"
#include "cli/commands/operation_runner.h"
#include "cli/option_builder.h"
#include "cli/progress_text.h"
#include "operation/verify_operation.h"

#include "base/bytes_text.h"

#include <algorithm>

namespace sqd::cli {

namespace {

class VerifyCommand final : public Command {
public:
    [[nodiscard]] std::string_view name() const override { return "verify"; }
    [[nodiscard]] std::string_view summary() const override { return "Read and decode everything in an image and check every structure"; }
    [[nodiscard]] std::string_view operandSyntax() const override { return "IMAGE"; }
    [[nodiscard]] std::string_view notes() const override
    {
        return "Exit code 0: sound (notes and warnings are no errors), 5: damaged, or not what the manifest or the folder says, 3: cannot be\n"
               "read. A manifest is a list of SHA-256 sums as sha256sum writes it, with names from the root of the image.\n"
               "\nExamples:\n  squashdesk-cli verify --json photos.sqfs\n"
               "  squashdesk-cli verify --manifest photos.sha256 photos.sqfs\n"
               "  squashdesk-cli verify --against /srv/photos --no-times photos.sqfs\n";
    }
    void declare(CLI::App& app) override
    {
        OptionBuilder b(app, "Options");
        read::DiffOptions& o = m_request.comparison;
        b.text("--manifest", "FILE", m_request.manifest, "Also check the contents of every file by its SHA-256 sum");
        CLI::Option* against = b.text("--against", "FOLDER", m_request.against, "Also compare with a folder; each difference is an error");
        b.flag("--no-times", [&o] { o.times = false; }, "Leave modification times out of that comparison")->needs(against);
        b.flag("--no-owner", [&o] { o.owner = false; }, "Leave owners and groups out of it")->needs(against);
        b.flag("--no-xattrs", [&o] { o.xattrs = false; }, "Leave extended attributes out of it")->needs(against);
        m_access.declare(b);
    }
    int run(const std::vector<std::string>& operands, Reporter& reporter) override;

private:
    ImageAccess m_access;
    operation::VerifyRequest m_request;
};

Json verifyJson(const std::string& image, const read::VerifyReport& r)
{
    Json json = Json::object();
    putBytes(json, "image", image);
    json.update(Json{{"ok", r.ok}, {"files", r.files}, {"bytes", r.bytes}, {"seconds", r.seconds}, {"decoded_bytes", r.decodedBytes},
        {"stored_bytes", r.storedBytes}, {"blocks", r.blocks}, {"raw_blocks", r.rawBlocks}});
    json["findings"] = findingsJson(r.findings);
    json["suppressed"] = r.suppressed;
    return json;
}

std::string verifySummary(const std::string& image, const read::VerifyReport& r)
{
    const auto errors = static_cast<std::size_t>(std::count_if(
        r.findings.begin(), r.findings.end(), [](const read::Finding& f) { return f.severity == read::Severity::Error; }));
    std::string text;
    for (const read::Finding& finding : r.findings)
        if (finding.severity == read::Severity::Note)
            text += "note: " + finding.line() + "\n";
    text += printable(image) + ": ";
    if (r.ok)
        text += "sound";
    else
        text += "damaged, " + std::to_string(errors) + (errors == 1 ? " error" : " errors") + (r.suppressed > 0 ? " and more" : "");
    text += "; " + std::to_string(r.files) + (r.files == 1 ? " file" : " files") + " with " + formatSize(r.bytes) + " checked in " + durationText(r.seconds);
    if (r.rawBlocks > 0)
        text += "; " + std::to_string(r.rawBlocks) + " of " + std::to_string(r.blocks) + " blocks are stored without compression, their contents cannot be checked";
    return text + "\n";
}

int VerifyCommand::run(const std::vector<std::string>& operands, Reporter& reporter)
{
    if (operands.size() != 1)
        return reporter.fail(usageError(name(), operands.empty() ? "an image is needed" : "one image at a time"));
    m_request.image = operands[0];
    m_request.offset = m_access.offset;
    m_request.jobs = reporter.common().jobs;
    const auto operation = operation::VerifyOperation::create(m_request);
    runOperation(*operation, reporter);
    const auto report = operation->takeResult();
    if (!report) {
        Json object = Json::object();
        putBytes(object, "image", operands[0]);
        object["ok"] = false;
        object["findings"] = Json::array();
        return reporter.fail(report.error(), std::move(object));
    }
    (void)reportFindings(report->findings, operands[0], reporter);
    if (reporter.human())
        reporter.out() << verifySummary(operands[0], *report);
    reporter.object(verifyJson(operands[0], *report));
    return report->ok ? kExitDone : kExitDamaged;
}

}  // namespace

std::unique_ptr<Command> makeVerifyCommand()
{
    return std::make_unique<VerifyCommand>();
}

}  // namespace sqd::cli
