// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/dialogs/shortcuts_dialog.h"

#include "ui/theme.h"
#include "ui/widgets/text_label.h"

#include <QAction>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QMenu>
#include <QMenuBar>

namespace sqd::ui {

void showShortcuts(QWidget* parent, const QMenuBar* menus)
{
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(QCoreApplication::translate("ShortcutsDialog", "Keyboard Shortcuts"));
    const int step = theme::unit(dialog);
    auto* grid = new QGridLayout(dialog);
    grid->setContentsMargins(3 * step, 2 * step, 3 * step, 2 * step);
    grid->setHorizontalSpacing(4 * step);
    int row = 0;
    for (const QAction* menuAction : menus->actions()) {
        if (!menuAction->menu())
            continue;
        for (const QAction* action : menuAction->menu()->actions()) {
            if (action->shortcut().isEmpty())
                continue;
            QString name = action->text();
            name.remove(QLatin1Char('&')).remove(QStringLiteral("…"));
            grid->addWidget(new TextLabel(TextLabel::Role::Body, name, dialog), row, 0);
            auto* keys = new TextLabel(TextLabel::Role::Secondary, action->shortcut().toString(QKeySequence::NativeText), dialog);
            grid->addWidget(keys, row, 1, Qt::AlignRight);
            ++row;
        }
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    grid->addWidget(buttons, row, 0, 1, 2);
    dialog->show();
}

}  // namespace sqd::ui
