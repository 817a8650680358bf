// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/commands/command.h"
#include "cli/commands/entry_format.h"
#include "cli/commands/image_access.h"
#include "cli/option_builder.h"
#include "read/entry_layout.h"

#include "base/bytes_text.h"

#include <array>
#include <cstdio>

namespace sqd::cli {

namespace {

class StatCommand final : public Command {
public:
    [[nodiscard]] std::string_view name() const override { return "stat"; }
    [[nodiscard]] std::string_view summary() const override { return "Tell how one entry lies in an image: inode, blocks, fragment"; }
    [[nodiscard]] std::string_view operandSyntax() const override { return "IMAGE PATH"; }
    [[nodiscard]] std::string_view notes() const override
    {
        return "Positions are bytes of the image, counted from its superblock. Links on the way are followed, the last part is not.\n"
               "\nExample:\n  squashdesk-cli stat rootfs.sqfs /usr/bin/bash\n";
    }
    void declare(CLI::App& app) override { m_access.declare(OptionBuilder(app, "Options")); }
    int run(const std::vector<std::string>& operands, Reporter& reporter) override;

private:
    ImageAccess m_access;
};

Json layoutJson(const read::EntryLayout& layout, const ListedEntry& entry)
{
    Json json = entryJson(entry);
    const read::Inode& inode = layout.inode;
    json["record"] = {{"position", inode.position}, {"block", inode.reference >> 16}, {"offset", inode.reference & 0xFFFF}, {"extended", inode.extended}};
    if (inode.isDirectory())
        json["listing"] = {{"bytes", inode.listingBytes}, {"block", inode.listingBlock}, {"offset", inode.listingOffset}, {"index", inode.indexCount}};
    if (inode.isFile()) {
        json["blocks"] = Json::array();
        for (const read::BlockLayout& block : layout.blocks)
            json["blocks"].push_back({{"position", block.position}, {"stored", block.storedBytes}, {"bytes", block.contentBytes}, {"raw", block.raw},
                {"hole", block.storedBytes == 0}});
        json["fragment"] = nullptr;
        if (const auto& f = layout.fragment)
            json["fragment"] = {{"index", f->index}, {"position", f->position}, {"stored", f->storedBytes}, {"raw", f->raw}, {"offset", f->offset}, {"bytes", f->tailBytes}};
    }
    if (!layout.damage.empty()) {
        json["damage"] = Json::array();
        for (const std::string& text : layout.damage)
            json["damage"].push_back(toUtf8Lossy(text));
    }
    return json;
}

std::string row(const std::string& label, const std::string& value)
{
    std::string text = "  " + label;
    text.resize(14, ' ');
    return text + value + "\n";
}

std::string percent(std::uint64_t part, std::uint64_t whole)
{
    std::array<char, 32> text{};
    (void)std::snprintf(text.data(), text.size(), "%.1f %%", whole == 0 ? 100.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole));
    return text.data();
}

// A line for each block, but one for a run of holes.
std::string blockRows(const std::vector<read::BlockLayout>& blocks)
{
    std::string text;
    std::array<char, 160> line{};
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const read::BlockLayout& block = blocks[i];
        if (block.storedBytes == 0) {
            std::size_t last = i;
            std::uint64_t bytes = block.contentBytes;
            while (last + 1 < blocks.size() && blocks[last + 1].storedBytes == 0)
                bytes += blocks[++last].contentBytes;
            (void)std::snprintf(line.data(), line.size(), "    %9zu  hole of %zu %s, %llu bytes\n", i, last - i + 1, last == i ? "block" : "blocks",
                static_cast<unsigned long long>(bytes));
            i = last;
        } else {
            (void)std::snprintf(line.data(), line.size(), "    %9zu  at %12llu  %8u of %8u bytes  %s\n", i, static_cast<unsigned long long>(block.position), block.storedBytes,
                block.contentBytes, block.raw ? "raw" : percent(block.storedBytes, block.contentBytes).c_str());
        }
        text += line.data();
    }
    return text;
}

std::string valueText(const std::string& value)
{
    if (isUtf8(value) && printable(value) == value)
        return "\"" + value + "\"";
    std::string text = "0x";
    std::array<char, 3> digits{};
    for (const char c : value) {
        (void)std::snprintf(digits.data(), digits.size(), "%02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
        text += digits.data();
    }
    return text;
}

std::string fileText(const read::EntryLayout& layout)
{
    const std::uint64_t bytes = layout.inode.sizeBytes;
    const std::uint64_t tail = layout.fragment ? layout.fragment->tailBytes : 0;
    std::string text = row("size", std::to_string(bytes) + (bytes < 1024 ? " bytes" : " bytes (" + formatSize(bytes) + ")"));
    text += row("stored", std::to_string(layout.storedBytes) + " bytes" + (bytes > tail ? ", " + percent(layout.storedBytes, bytes - tail) : std::string()) +
            (tail != 0 ? ", without the tail end" : ""));
    if (!layout.blocks.empty())
        text += row("blocks", std::to_string(layout.blocks.size())) + blockRows(layout.blocks);
    if (const auto& f = layout.fragment)
        text += row("fragment", std::to_string(f->index) + " at " + std::to_string(f->position) + ", " + std::to_string(f->storedBytes) + " bytes stored" + (f->raw ? " (raw)" : "") +
                "; tail end of " + std::to_string(f->tailBytes) + " bytes from byte " + std::to_string(f->offset));
    return text;
}

std::string layoutText(const read::EntryLayout& layout, const ListedEntry& entry)
{
    const read::Inode& inode = layout.inode;
    std::string text = longLine(entry) + "\n";
    text += row("inode", std::to_string(inode.number) + (inode.extended ? ", extended record" : ", basic record") + " at byte " + std::to_string(inode.reference & 0xFFFF) +
            " of the metadata block at " + std::to_string(inode.position));
    if (inode.isDirectory())
        text += row("listing", std::to_string(inode.listingBytes) + " bytes from byte " + std::to_string(inode.listingOffset) + " of block " + std::to_string(inode.listingBlock) +
                " of the directory table" + (inode.indexCount != 0 ? ", index of " + std::to_string(inode.indexCount) : ""));
    if (inode.isFile())
        text += fileText(layout);
    for (const auto& [name, value] : layout.xattrs.values)
        text += row("attribute", printable(name) + " = " + valueText(value));
    return text;
}

int StatCommand::run(const std::vector<std::string>& operands, Reporter& reporter)
{
    if (operands.size() != 2)
        return reporter.fail(usageError(name(), "an image and one path inside of it are needed"));
    const auto image = m_access.open(operands[0], reporter.common());
    if (!image)
        return reporter.fail(image.error());
    const bool errors = reportFindings((*image)->openFindings(), operands[0], reporter);
    const auto layout = read::entryLayout(*image, operands[1]);
    if (!layout)
        return reporter.fail(layout.error());
    const ListedEntry entry{layout->path, &layout->inode, layout->storedBytes, layout->xattrs, {}};
    for (const std::string& what : layout->damage)
        reporter.error(corruptError(layout->path, what));
    if (reporter.human())
        reporter.out() << layoutText(*layout, entry);
    reporter.object(layoutJson(*layout, entry));
    return errors || !layout->damage.empty() ? kExitDamaged : kExitDone;
}

}  // namespace

std::unique_ptr<Command> makeStatCommand()
{
    return std::make_unique<StatCommand>();
}

}  // namespace sqd::cli
