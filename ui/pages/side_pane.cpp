// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/pages/side_pane.h"

#include "ui/convert.h"
#include "ui/icons.h"
#include "ui/theme.h"
#include "ui/widgets/picture_view.h"
#include "ui/widgets/rows_view.h"
#include "ui/widgets/text_label.h"

#include <QFontDatabase>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace sqd::ui {

namespace {

// A table with more rows helps nobody, and a hostile file can have a hundred million blocks.
constexpr std::size_t kShownBlocks = 100'000;

}  // namespace

SidePane::SidePane(QWidget* parent)
    : QWidget(parent), m_task(this), m_views(new QStackedWidget(this)), m_caption(new TextLabel(TextLabel::Role::Secondary, {}, this)),
      m_text(new QPlainTextEdit(this)), m_picture(new PictureView(this)), m_message(new TextLabel(TextLabel::Role::Secondary, {}, this)),
      m_form(nullptr), m_formBox(new QWidget(this)), m_blocksTitle(new TextLabel(TextLabel::Role::Section, tr("Blocks"), this)),
      m_blocks(new RowsView(tr("Blocks of the File"), this)), m_close(new QToolButton(this))
{
    const int step = theme::unit(this);
    m_close->setAutoRaise(true);
    m_close->setIcon(icons::bundled(QStringLiteral("close")));
    m_close->setAccessibleName(tr("Hide Side Pane"));
    m_close->setToolTip(tr("Hide side pane (F9)"));
    m_close->setFocusPolicy(Qt::StrongFocus);
    connect(m_close, &QToolButton::clicked, this, &SidePane::closeRequested);

    m_text->setReadOnly(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setTabChangesFocus(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setAccessibleName(tr("Preview"));
    m_message->setWordWrap(true);
    m_message->setAlignment(Qt::AlignCenter);
    for (QWidget* view : std::initializer_list<QWidget*>{m_message, m_text, m_picture})
        m_views->addWidget(view);
    m_caption->setWordWrap(true);

    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setChildrenCollapsible(false);
    auto* upper = new QWidget(splitter);
    auto* upperColumn = new QVBoxLayout(upper);
    upperColumn->setContentsMargins(0, 0, 0, 0);
    upperColumn->setSpacing(step / 2);
    auto* head = new QHBoxLayout;
    head->addWidget(new TextLabel(TextLabel::Role::Section, tr("Preview"), upper), 1);
    head->addWidget(m_close);
    upperColumn->addLayout(head);
    upperColumn->addWidget(m_views, 1);
    upperColumn->addWidget(m_caption);

    auto* lower = new QWidget(splitter);
    auto* lowerColumn = new QVBoxLayout(lower);
    lowerColumn->setContentsMargins(0, step / 2, 0, 0);
    lowerColumn->setSpacing(step / 2);
    lowerColumn->addWidget(new TextLabel(TextLabel::Role::Section, tr("Properties"), lower));
    auto* scroll = new QScrollArea(lower);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setAccessibleName(tr("Properties"));
    scroll->setFocusPolicy(Qt::StrongFocus);
    scroll->viewport()->setAutoFillBackground(false);
    m_formBox->setAutoFillBackground(false);
    auto* formColumn = new QVBoxLayout(m_formBox);
    formColumn->setContentsMargins(0, 0, step, 0);
    m_form = new QFormLayout;
    m_form->setHorizontalSpacing(step * 2);
    m_form->setVerticalSpacing(step / 2);
    m_form->setLabelAlignment(Qt::AlignLeft | Qt::AlignTop);
    formColumn->addLayout(m_form);
    formColumn->addStretch(1);
    scroll->setWidget(m_formBox);
    lowerColumn->addWidget(scroll, 2);
    lowerColumn->addWidget(m_blocksTitle);
    lowerColumn->addWidget(m_blocks, 1);
    // A sheet above the list must find room in a small window.
    for (QWidget* part : std::initializer_list<QWidget*>{m_text, m_picture, m_views, scroll, m_blocks})
        part->setMinimumHeight(3 * step);
    splitter->addWidget(upper);
    splitter->addWidget(lower);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(step, 0, theme::margin(this), 0);
    column->addWidget(splitter);
    clear();
}

void SidePane::clear()
{
    m_task.cancel();
    m_content = {};
    m_content.kind = PreviewContent::Kind::Message;
    m_content.text = tr("Choose an entry to see it here");
    presentPreview(m_content);
    while (m_form->rowCount() > 0)
        m_form->removeRow(0);
    m_blocks->setTable({});
    m_blocks->hide();
    m_blocksTitle->hide();
}

void SidePane::show(std::shared_ptr<operation::ImageBrowser> image, const read::EntryPlace& place)
{
    const auto listing = image->index().loaded(place.folder);
    if (!listing || place.row >= listing->entries.size()) {
        clear();
        return;
    }
    m_blockSize = image->blockSize();
    presentProperties(*listing, listing->entries[place.row], image->index().path(place));
    m_task.start(
        [image = std::move(image), place](const std::stop_token& stop) {
            Answer answer;
            // Arrow keys pass many entries: only the one that was stayed on is read.
            if (!stop.stop_requested())
                answer.content = makePreview(*image, place);
            if (!stop.stop_requested())
                answer.layout = image->layout(place);
            return answer;
        },
        [this](const Answer& answer) { present(answer); });
}

void SidePane::focusPreview()
{
    m_text->isVisible() ? m_text->setFocus() : m_close->setFocus();
}

void SidePane::focusProperties()
{
    if (auto* scroll = findChild<QScrollArea*>())
        scroll->setFocus();
}

void SidePane::present(const Answer& answer)
{
    m_content = answer.content;
    presentPreview(m_content);
    if (answer.layout && *answer.layout)
        presentLayout(**answer.layout);
    else if (answer.layout)
        addRow(tr("Damage"), QString::fromStdString(answer.layout->error().line()));
}

void SidePane::presentPreview(const PreviewContent& content)
{
    using Kind = PreviewContent::Kind;
    QStringList caption;
    switch (content.kind) {
    case Kind::Text:
    case Kind::Hex: {
        const bool hex = content.kind == Kind::Hex;
        QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
        fixed.setPointSizeF(font().pointSizeF() > 0 ? font().pointSizeF() * 0.9 : fixed.pointSizeF());
        m_text->setFont(fixed);
        m_text->setPlainText(content.text);
        m_views->setCurrentWidget(m_text);
        caption << (hex ? tr("No text: shown as bytes") : content.encoding);
        break;
    }
    case Kind::Picture:
        caption << tr("%1 × %2 pixels").arg(content.pictureSize.width()).arg(content.pictureSize.height());
        m_picture->setPicture(content.picture, caption.constFirst());
        m_views->setCurrentWidget(m_picture);
        break;
    case Kind::Link:
        m_message->setFullText(tr("Link to %1").arg(isolated(content.text)));
        m_views->setCurrentWidget(m_message);
        break;
    case Kind::Message:
    case Kind::Nothing:
        m_message->setFullText(content.kind == Kind::Nothing ? tr("A folder: press Enter to open it") : content.text);
        m_views->setCurrentWidget(m_message);
        break;
    }
    if (content.cut)
        caption << tr("the first %1").arg(blockSizeText(kPreviewBytes));
    if (!content.damage.isEmpty())
        caption << content.damage;
    m_caption->setFullText(caption.join(QStringLiteral(" · ")));
    m_caption->setVisible(!caption.isEmpty());
}

void SidePane::addRow(const QString& title, const QString& text)
{
    auto* value = new TextLabel(TextLabel::Role::Body, text, m_formBox);
    value->setWordWrap(true);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    value->setAccessibleName(tr("%1: %2").arg(title, text));
    auto* label = new TextLabel(TextLabel::Role::Secondary, title, m_formBox);
    label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    value->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_form->addRow(label, value);
}

void SidePane::presentProperties(const read::FolderListing& listing, const read::IndexEntry& entry, const std::string& path)
{
    while (m_form->rowCount() > 0)
        m_form->removeRow(0);
    m_blocks->hide();
    m_blocksTitle->hide();
    addRow(tr("Name"), shown(listing.name(entry)));
    addRow(tr("Path"), shown(path));
    if (entry.damage != read::EntryDamage::None)
        addRow(tr("Damage"), damageText(entry.damage));
    if (entry.damage == read::EntryDamage::Record)
        return;
    addRow(tr("Kind"), kindText(entry));
    if (entry.isFile()) {
        addRow(tr("Size"), entry.sizeBytes < 1000 ? dataSize(entry.sizeBytes) : tr("%1 (%2 bytes)").arg(dataSize(entry.sizeBytes), wholeNumber(entry.sizeBytes)));
        const auto stored = m_shares ? m_shares->storedBytes(entry) : std::nullopt;
        if (stored && *stored > 0)
            addRow(tr("Stored"), tr("%1, ratio %2").arg(dataSize(*stored), ratioText(entry.sizeBytes, *stored)));
        else if (stored)
            addRow(tr("Stored"), dataSize(*stored));
    }
    addRow(tr("Mode"), modeText(entry));
    addRow(tr("Owner"), ownerText(entry));
    addRow(tr("Modified"), timeText(entry.mtime));
    if (!entry.isDirectory() && entry.links > 1)
        addRow(tr("Names"), wholeNumber(entry.links));
}

void SidePane::presentLayout(const read::EntryLayout& layout)
{
    addRow(tr("Inode"), tr("%1, at image byte %2").arg(wholeNumber(layout.inode.number), wholeNumber(layout.inode.position)));
    if (layout.fragment) {
        addRow(tr("Tail end"), tr("%1 bytes at %2 of fragment block %3, which stores %4 at image byte %5")
                                   .arg(wholeNumber(layout.fragment->tailBytes), wholeNumber(layout.fragment->offset), wholeNumber(layout.fragment->index),
                                       dataSize(layout.fragment->storedBytes), wholeNumber(layout.fragment->position)));
    }
    for (const auto& [name, value] : layout.xattrs.values)
        addRow(tr("Attribute"), tr("%1 = %2").arg(shown(name), shown(value.substr(0, 200))));
    for (const std::string& damage : layout.damage)
        addRow(tr("Damage"), shown(damage));
    if (layout.blocks.empty())
        return;
    const auto count = static_cast<int>(std::min(layout.blocks.size(), kShownBlocks));
    RowsModel::Table table;
    table.titles = {tr("Block"), tr("At byte"), tr("Stored"), tr("Contents"), tr("As")};
    table.rows = count;
    table.numeric = {0, 1, 2, 3};
    table.text = [blocks = std::vector(layout.blocks.begin(), layout.blocks.begin() + count)](int row, int column) {
        const read::BlockLayout& block = blocks[static_cast<std::size_t>(row)];
        const bool hole = block.storedBytes == 0;
        switch (column) {
        case 0:
            return wholeNumber(static_cast<std::uint64_t>(row));
        case 1:
            return hole ? QString() : wholeNumber(block.position);
        case 2:
            return hole ? QString() : wholeNumber(block.storedBytes);
        case 3:
            return wholeNumber(block.contentBytes);
        default:
            return hole ? tr("hole") : block.raw ? tr("raw") : tr("packed");
        }
    };
    m_blocks->setTable(std::move(table));
    m_blocks->setWidths(1, {7, 12, 10, 10, 9});
    m_blocksTitle->setFullText(tr("%Ln block(s)", nullptr, static_cast<int>(std::min<std::size_t>(layout.blocks.size(), 2'000'000'000))));
    m_blocksTitle->show();
    m_blocks->show();
}

}  // namespace sqd::ui
