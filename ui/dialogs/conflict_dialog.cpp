// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/dialogs/conflict_dialog.h"

#include "ui/convert.h"
#include "ui/theme.h"
#include "ui/widgets/text_label.h"

#include <QCheckBox>
#include <QDateTime>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QPushButton>

#include <algorithm>

namespace sqd::ui {

namespace {

QString typeText(const std::string& type)
{
    if (type == "file")
        return ConflictDialog::tr("File");
    if (type == "directory")
        return ConflictDialog::tr("Folder");
    if (type == "symlink")
        return ConflictDialog::tr("Link");
    return QString::fromStdString(type);
}

void fill(QFormLayout* form, const read::ConflictSide& side, const QString& hint)
{
    while (form->rowCount() > 0)
        form->removeRow(0);
    const auto add = [form](const QString& text) { form->addRow(new TextLabel(TextLabel::Role::Body, text)); };
    add(typeText(side.type));
    if (side.type == "file")
        add(side.sizeBytes < 1000 ? dataSize(side.sizeBytes) : ConflictDialog::tr("%1 (%2 bytes)").arg(dataSize(side.sizeBytes), wholeNumber(side.sizeBytes)));
    add(QLocale().toString(QDateTime::fromSecsSinceEpoch(side.mtime), QLocale::ShortFormat));
    if (!hint.isEmpty())
        form->addRow(new TextLabel(TextLabel::Role::Secondary, hint));
}

}  // namespace

ConflictDialog::ConflictDialog(QWidget* parent)
    : QDialog(parent), m_title(new TextLabel(TextLabel::Role::Section, {}, this)), m_keepName(new TextLabel(TextLabel::Role::Secondary, {}, this)),
      m_inImage(new QFormLayout), m_onDisk(new QFormLayout), m_all(new QCheckBox(this))
{
    setWindowTitle(tr("Already There"));
    auto* column = new QVBoxLayout(this);
    column->setSpacing(theme::spacing(this));
    m_title->setWordWrap(true);
    column->addWidget(m_title);
    auto* sides = new QHBoxLayout;
    sides->setSpacing(theme::margin(this));
    const auto side = [&](const QString& title, QFormLayout* form) {
        auto* box = new QVBoxLayout;
        auto* head = new TextLabel(TextLabel::Role::Secondary, title, this);
        box->addWidget(head);
        box->addLayout(form);
        box->addStretch(1);
        sides->addLayout(box, 1);
    };
    side(tr("In the image"), m_inImage);
    side(tr("On disk"), m_onDisk);
    column->addLayout(sides);
    column->addWidget(m_keepName);
    column->addWidget(m_all);
    auto* buttons = new QDialogButtonBox(this);
    QPushButton* stop = buttons->addButton(tr("S&top"), QDialogButtonBox::DestructiveRole);
    QPushButton* overwrite = buttons->addButton(tr("&Overwrite"), QDialogButtonBox::AcceptRole);
    m_keepBoth = buttons->addButton(tr("&Keep Both"), QDialogButtonBox::AcceptRole);
    QPushButton* skip = buttons->addButton(tr("&Skip"), QDialogButtonBox::AcceptRole);
    column->addWidget(buttons);
    using Choice = read::ConflictAnswer::Choice;
    connect(stop, &QPushButton::clicked, this, [this] { answer(Choice::Stop); });
    connect(overwrite, &QPushButton::clicked, this, [this] { answer(Choice::Overwrite); });
    connect(m_keepBoth, &QPushButton::clicked, this, [this] { answer(Choice::KeepBoth); });
    connect(skip, &QPushButton::clicked, this, [this] { answer(Choice::Skip); });
    m_keepBoth->setDefault(true);
}

void ConflictDialog::ask(const read::ConflictQuestion& question)
{
    m_number = question.number;
    m_title->setFullText(tr("%1 is already in %2").arg(isolated(shown(fileName(question.hostPath))), isolated(shownPath(parentFolder(question.hostPath)))));
    const bool same = question.inImage.type == question.onDisk.type && question.inImage.sizeBytes == question.onDisk.sizeBytes
        && question.inImage.mtime == question.onDisk.mtime;
    const QString newer = tr("newer");
    fill(m_inImage, question.inImage, same ? QString() : question.inImage.mtime > question.onDisk.mtime ? newer : QString());
    fill(m_onDisk, question.onDisk, same ? tr("same size and time: probably the same") : question.onDisk.mtime > question.inImage.mtime ? newer : QString());
    m_keepName->setFullText(tr("“Keep Both” calls the new one %1").arg(isolated(shown(question.keepBothName))));
    m_keepName->setVisible(!question.keepBothName.empty());
    const auto remaining = static_cast<int>(std::min<std::uint64_t>(question.remaining, 2'000'000'000));
    m_all->setText(remaining > 0 ? tr("&Apply to all remaining (%Ln)", nullptr, remaining) : tr("&Apply to all remaining"));
    m_all->setChecked(false);
    m_keepBoth->setFocus();
    open();
}

void ConflictDialog::answer(read::ConflictAnswer::Choice choice)
{
    read::ConflictAnswer given;
    given.choice = choice;
    given.applyToAll = m_all->isChecked();
    hide();
    emit answered(m_number, given);
}

void ConflictDialog::reject()
{
    if (isVisible())
        answer(read::ConflictAnswer::Choice::Skip);
}

}  // namespace sqd::ui
