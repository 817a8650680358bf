// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/pages/build_form_parts.h"

#include "ui/convert.h"
#include "ui/icons.h"
#include "ui/pages/build_form.h"
#include "ui/theme.h"
#include "ui/widgets/codec_options_widget.h"
#include "ui/widgets/goal_card.h"
#include "ui/widgets/primary_button.h"
#include "ui/widgets/text_label.h"

#include <QButtonGroup>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace sqd::ui {

namespace {

QString words(const char* text)
{
    return QCoreApplication::translate("BuildForm", text);
}

}  // namespace

SourcesPart makeSourcesPart(QWidget* parent, QVBoxLayout* column)
{
    SourcesPart part{};
    part.title = new TextLabel(TextLabel::Role::Title, {}, parent);
    part.title->setElided(true);
    part.counted = new TextLabel(TextLabel::Role::Secondary, {}, parent);
    auto* head = new QVBoxLayout;
    head->setSpacing(theme::unit(parent) / 4);
    head->addWidget(part.title);
    head->addWidget(part.counted);
    column->addLayout(head);

    part.list = new QListWidget(parent);
    part.list->setAccessibleName(words(QT_TRANSLATE_NOOP("BuildForm", "Sources")));
    part.list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    part.list->setTextElideMode(Qt::ElideMiddle);
    part.list->setUniformItemSizes(true);
    part.list->setIconSize(QSize(parent->fontMetrics().height(), parent->fontMetrics().height()));
    part.list->setSpacing(theme::unit(parent) / 4);
    part.list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    part.list->setTabKeyNavigation(false);
    part.addFolder = new QPushButton(icons::bundled(QStringLiteral("folder-add")),
        words(QT_TRANSLATE_NOOP("BuildForm", "Add &Folder…")), parent);
    part.addFiles = new QPushButton(icons::bundled(QStringLiteral("file")), words(QT_TRANSLATE_NOOP("BuildForm", "Add F&iles…")), parent);
    part.remove = new QPushButton(icons::bundled(QStringLiteral("remove")), words(QT_TRANSLATE_NOOP("BuildForm", "&Remove")), parent);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(theme::unit(parent));
    buttons->addWidget(part.addFolder);
    buttons->addWidget(part.addFiles);
    buttons->addWidget(part.remove);
    buttons->addStretch();
    column->addWidget(part.list);
    column->addLayout(buttons);
    return part;
}

std::array<GoalCard*, 3> makeGoalsPart(QWidget* parent, QVBoxLayout* column)
{
    auto* label = new TextLabel(TextLabel::Role::Section, words(QT_TRANSLATE_NOOP("BuildForm", "Goal")), parent);
    column->addSpacing(theme::unit(parent) / 2);
    column->addWidget(label);
    auto* row = new QHBoxLayout;
    row->setSpacing(theme::spacing(parent));
    auto* group = new QButtonGroup(parent);
    std::array<GoalCard*, 3> cards{};
    for (std::size_t i = 0; i < cards.size(); ++i) {
        cards[i] = new GoalCard(goalName(static_cast<Goal>(i)), parent);
        group->addButton(cards[i]);
        row->addWidget(cards[i], 1);
    }
    column->addLayout(row);
    return cards;
}

void describeGoal(GoalCard* card, const BuildSettings& settings)
{
    QString sentence;
    switch (settings.goal) {
    case Goal::Balanced:
        sentence = words(QT_TRANSLATE_NOOP("BuildForm", "Small, and quick to read"));
        break;
    case Goal::Smallest:
        sentence = words(QT_TRANSLATE_NOOP("BuildForm", "Least space, slowest to pack and read"));
        break;
    case Goal::Fastest:
        sentence = words(QT_TRANSLATE_NOOP("BuildForm", "Packs and reads fastest, largest image"));
        break;
    }
    QString summary = QString::fromStdString(settings.codec);
    const operation::CodecDescription* codec = findCodec(settings.codec);
    if (codec && codec->minLevel != codec->maxLevel)
        summary = words(QT_TRANSLATE_NOOP("BuildForm", "%1, level %2")).arg(summary).arg(settings.level.value_or(codec->defaultLevel));
    summary = words(QT_TRANSLATE_NOOP("BuildForm", "%1, %2 blocks")).arg(summary, blockSizeText(settings.blockSize));
    card->describe(QString::fromStdString(settings.codec), summary, sentence);
}

TargetPart makeTargetPart(QWidget* parent, QVBoxLayout* column)
{
    TargetPart part{};
    auto* label = new TextLabel(TextLabel::Role::Section, words(QT_TRANSLATE_NOOP("BuildForm", "&Save as")), parent);
    part.edit = new QLineEdit(parent);
    part.edit->setAcceptDrops(false);  // the window takes drops
    part.edit->setAccessibleName(words(QT_TRANSLATE_NOOP("BuildForm", "Save as")));
    label->setBuddy(part.edit);
    part.change = new QPushButton(words(QT_TRANSLATE_NOOP("BuildForm", "C&hange…")), parent);
    part.change->setAccessibleName(words(QT_TRANSLATE_NOOP("BuildForm", "Change where to save the image")));
    part.space = new TextLabel(TextLabel::Role::Secondary, {}, parent);
    part.space->setWordWrap(true);
    auto* row = new QHBoxLayout;
    row->setSpacing(theme::unit(parent));
    row->addWidget(part.edit, 1);
    row->addWidget(part.change);
    column->addSpacing(theme::unit(parent) / 2);
    column->addWidget(label);
    column->addLayout(row);
    column->addWidget(part.space);
    return part;
}

QString spaceText(const PathFacts& target, std::uint64_t sourceBytes)
{
    if (target.kind == PathFacts::Kind::Folder)
        return words(QT_TRANSLATE_NOOP("BuildForm", "This is a folder: add a name for the image"));
    if (!target.folderWritable)
        return words(QT_TRANSLATE_NOOP("BuildForm", "This folder is missing, or you may not write to it"));
    if (target.freeBytes == 0)
        return {};
    if (sourceBytes > target.freeBytes)
        return words(QT_TRANSLATE_NOOP("BuildForm", "Only %1 free here for a source of %2: the image fits only if it gets small enough"))
            .arg(dataSize(target.freeBytes), dataSize(sourceBytes));
    return words(QT_TRANSLATE_NOOP("BuildForm", "%1 free here")).arg(dataSize(target.freeBytes));
}

FooterPart makeFooterPart(QWidget* parent, QVBoxLayout* page)
{
    FooterPart part{};
    part.copyCommand = new QPushButton(icons::bundled(QStringLiteral("terminal")),
        words(QT_TRANSLATE_NOOP("BuildForm", "Copy as C&ommand")), parent);
    part.obstacle = new TextLabel(TextLabel::Role::Secondary, {}, parent);
    part.obstacle->setAlignment(Qt::AlignVCenter | Qt::AlignRight);
    part.obstacle->setElided(true);
    part.create = new PrimaryButton(words(QT_TRANSLATE_NOOP("BuildForm", "Create Image")), parent);
    auto* row = new QHBoxLayout;
    const int margin = theme::margin(parent);
    row->setContentsMargins(margin, theme::unit(parent), margin, theme::spacing(parent));
    row->setSpacing(theme::spacing(parent));
    row->addWidget(part.copyCommand);
    row->addWidget(part.obstacle, 1);
    row->addWidget(part.create);
    page->addLayout(row);
    return part;
}

SettingsStep::SettingsStep(BuildForm* form, const QString& field, BuildSettings before, BuildSettings after)
    : m_form(form), m_field(field), m_before(std::move(before)), m_after(std::move(after))
{
}

void SettingsStep::undo()
{
    m_form->apply(m_before);
}

void SettingsStep::redo()
{
    m_form->apply(m_after);
}

bool SettingsStep::mergeWith(const QUndoCommand* next)
{
    const auto* step = static_cast<const SettingsStep*>(next);
    // Sources are added and removed one deed at a time.
    if (step->m_field != m_field || m_field == QLatin1String("sources"))
        return false;
    m_after = step->m_after;
    return true;
}

}  // namespace sqd::ui
