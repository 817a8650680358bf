// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/commands/command.h"
#include "cli/commands/image_access.h"
#include "cli/commands/info_report.h"
#include "cli/option_builder.h"
#include "io/posix_file.h"
#include "read/info.h"

namespace sqd::cli {

namespace {

class InfoCommand final : public Command {
public:
    [[nodiscard]] std::string_view name() const override { return "info"; }
    [[nodiscard]] std::string_view summary() const override { return "Tell what an image is: codec, options, tables, counts, sizes"; }
    [[nodiscard]] std::string_view operandSyntax() const override { return "IMAGE"; }
    [[nodiscard]] std::string_view notes() const override { return "Example:\n  squashdesk-cli info --json photos.sqfs\n"; }
    void declare(CLI::App& app) override { m_access.declare(OptionBuilder(app, "Options")); }
    int run(const std::vector<std::string>& operands, Reporter& reporter) override;

private:
    int tellDamaged(const std::string& path, const Error& reason, Reporter& reporter) const;
    ImageAccess m_access;
};

// The image cannot be opened: its superblock may still say something.
int InfoCommand::tellDamaged(const std::string& path, const Error& reason, Reporter& reporter) const
{
    Json object = Json::object();
    putBytes(object, "image", path);
    const auto file = io::PosixFile::open(path);
    if (!file || reason.code == Errc::InputUnreadable)
        return reporter.fail(reason, std::move(object));
    if (const auto report = read::inspectSuperblock(**file, m_access.openOptions(reporter.common()))) {
        object.update(superblockJson(*report));
        if (reporter.human())
            reporter.out() << superblockText(*report);
    }
    return reporter.fail(reason, std::move(object));
}

int InfoCommand::run(const std::vector<std::string>& operands, Reporter& reporter)
{
    if (operands.size() != 1)
        return reporter.fail(usageError(name(), operands.empty() ? "an image is needed" : "one image at a time"));
    const std::string& path = operands[0];
    const auto image = m_access.open(path, reporter.common());
    if (!image)
        return tellDamaged(path, image.error(), reporter);
    const auto info = read::collectInfo(**image, reporter.streams().stop);
    if (!info) {
        Json object = Json::object();
        putBytes(object, "image", path);
        return reporter.fail(info.error(), std::move(object));
    }
    const bool errors = reportFindings(info->findings, path, reporter);
    if (reporter.human())
        reporter.out() << infoText(path, *info);
    reporter.object(infoJson(path, *info));
    return errors ? kExitDamaged : kExitDone;
}

}  // namespace

std::unique_ptr<Command> makeInfoCommand()
{
    return std::make_unique<InfoCommand>();
}

}  // namespace sqd::cli
