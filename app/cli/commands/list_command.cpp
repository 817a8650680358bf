// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/commands/command.h"
#include "cli/commands/entry_format.h"
#include "read/entry_selection.h"
#include "cli/commands/image_access.h"
#include "cli/option_builder.h"
#include "read/data_reader.h"
#include "read/tree_walker.h"

#include <algorithm>

namespace sqd::cli {

namespace {

class ListCommand final : public Command {
public:
    [[nodiscard]] std::string_view name() const override { return "list"; }
    [[nodiscard]] std::string_view summary() const override { return "List the entries of an image"; }
    [[nodiscard]] std::string_view operandSyntax() const override { return "IMAGE [PATTERN…]"; }
    [[nodiscard]] std::string_view notes() const override
    {
        return "A pattern that is the full path of an entry means that entry, any other is a glob: *.so at any depth, usr/*/x from\n"
               "the root, ** any depth. A folder takes all below it. Control characters, bytes that are no UTF-8 and backslashes are\n"
               "shown escaped; --json has the exact bytes.\n"
               "\nExamples:\n"
               "  squashdesk-cli list -l rootfs.sqfs /etc\n"
               "  squashdesk-cli list --json rootfs.sqfs '*.so.*'\n";
    }
    void declare(CLI::App& app) override
    {
        OptionBuilder b(app, "Options");
        b.flag("-l,--long", m_long, "Modes, links, owners, sizes and times, as ls -l");
        m_access.declare(b);
    }
    int run(const std::vector<std::string>& operands, Reporter& reporter) override;

private:
    void print(const read::Image& image, const read::Visit& visit, Reporter& reporter);
    Result<void> walk(const read::Image& image, read::EntrySelection& selection, Reporter& reporter);

    ImageAccess m_access;
    bool m_long = false;
    std::uint64_t m_damaged = 0;
};

// The first of several things that are wrong with an entry is the one that is told.
void noteDamage(ListedEntry& entry, const Error& error)
{
    if (entry.damage.empty())
        entry.damage = error.why.empty() ? error.what : error.what + " (" + error.why + ")";
}

void ListCommand::print(const read::Image& image, const read::Visit& visit, Reporter& reporter)
{
    ListedEntry entry{visit.path, visit.inode, {}, {}, {}};
    if (visit.damage != nullptr)
        noteDamage(entry, *visit.damage);
    if (visit.inode != nullptr) {
        if (auto xattrs = read::readXattrs(image, *visit.inode))
            entry.xattrs = *std::move(xattrs);
        else
            noteDamage(entry, xattrs.error());
        if (reporter.common().json && visit.inode->isFile()) {
            if (const auto stored = read::storedBytes(image, *visit.inode))
                entry.stored = *stored;
        }
    }
    if (!entry.damage.empty()) {
        ++m_damaged;
        Error e;
        e.code = Errc::Corrupt;
        e.where = visit.path;
        e.what = entry.damage;
        reporter.error(e);
    }
    if (reporter.common().json)
        reporter.object(entryJson(entry));
    else
        reporter.out() << (m_long ? longLine(entry) : shownPath(entry.path)) << '\n';
}

Result<void> ListCommand::walk(const read::Image& image, read::EntrySelection& selection, Reporter& reporter)
{
    const auto visitor = [&](const read::Visit& visit) {
        if (selection.selects(visit.path, visit.inode != nullptr && visit.inode->isDirectory()))
            print(image, visit, reporter);
        return reporter.out().good() ? read::WalkStep::Continue : read::WalkStep::Stop;
    };
    if (auto walked = read::walkTree(image, visitor, reporter.streams().stop); !walked)
        return std::move(walked).error();
    return {};
}

int ListCommand::run(const std::vector<std::string>& operands, Reporter& reporter)
{
    if (operands.empty())
        return reporter.fail(usageError(name(), "an image is needed"));
    const auto image = m_access.open(operands[0], reporter.common());
    if (!image)
        return reporter.fail(image.error());
    const bool errors = reportFindings((*image)->openFindings(), operands[0], reporter);
    auto selection = read::EntrySelection::make(**image, {operands.begin() + 1, operands.end()});
    if (!selection)
        return reporter.fail(selection.error());
    if (const auto walked = walk(**image, *selection, reporter); !walked)
        return reporter.fail(walked.error());
    int code = errors || m_damaged > 0 ? kExitDamaged : kExitDone;
    if (!reporter.out().good())
        return code;
    for (const std::string& pattern : selection->unmatched()) {
        reporter.error(inputError(pattern, "no entry of the image matches", 0));
        code = std::max<int>(code, kExitInput);
    }
    return code;
}

}  // namespace

std::unique_ptr<Command> makeListCommand()
{
    return std::make_unique<ListCommand>();
}

}  // namespace sqd::cli
