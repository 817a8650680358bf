// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/dialogs/quit_dialog.h"

#include "ui/convert.h"
#include "ui/widgets/text_label.h"

#include <QDialogButtonBox>
#include <QPushButton>
#include <QVBoxLayout>

namespace sqd::ui {

QuitDialog::QuitDialog(const QString& image, QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("Quit"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(new TextLabel(TextLabel::Role::Section, tr("%1 is not finished").arg(isolated(image)), this));
    auto* text = new TextLabel(TextLabel::Role::Body,
        tr("Squashdesk can finish it without its window, or cancel it; a cancelled job leaves nothing behind."), this);
    text->setWordWrap(true);
    column->addWidget(text);
    auto* buttons = new QDialogButtonBox(this);
    QPushButton* stay = buttons->addButton(tr("&Stay"), QDialogButtonBox::RejectRole);
    QPushButton* background = buttons->addButton(tr("&Finish in Background"), QDialogButtonBox::AcceptRole);
    QPushButton* cancel = buttons->addButton(tr("&Cancel Job and Quit"), QDialogButtonBox::DestructiveRole);
    column->addWidget(buttons);
    connect(stay, &QPushButton::clicked, this, &QDialog::reject);
    connect(background, &QPushButton::clicked, this, [this] {
        accept();
        emit backgroundChosen();
    });
    connect(cancel, &QPushButton::clicked, this, [this] {
        accept();
        emit cancelJobChosen();
    });
    stay->setDefault(true);
    stay->setFocus();
}

}  // namespace sqd::ui
