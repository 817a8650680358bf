// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/dialogs/about_dialog.h"

#include "codec/registry.h"
#include "ui/icons.h"
#include "ui/theme.h"
#include "ui/widgets/text_label.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace sqd::ui {

namespace {

QString words(const char* text)
{
    return QCoreApplication::translate("AboutDialog", text);
}

QString codecLines()
{
    QStringList lines;
    for (const codec::Backend* backend : codec::backends()) {
        const QString name = QString::fromUtf8(backend->name.data(), static_cast<qsizetype>(backend->name.size()));
        const QString version = QString::fromStdString(backend->versionOfLibrary());
        if (!version.isEmpty())
            lines << words(QT_TRANSLATE_NOOP("AboutDialog", "%1 by %2")).arg(name, version);
    }
    return lines.join(QLatin1Char('\n'));
}

}  // namespace

void showAbout(QWidget* parent)
{
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(words(QT_TRANSLATE_NOOP("AboutDialog", "About Squashdesk")));
    const int step = theme::unit(dialog);
    auto* icon = new QLabel(dialog);
    icon->setPixmap(icons::application().pixmap(QSize(step * 9, step * 9), dialog->devicePixelRatioF()));
    auto* texts = new QVBoxLayout;
    texts->setSpacing(step);
    texts->addWidget(new TextLabel(TextLabel::Role::Title, words(QT_TRANSLATE_NOOP("AboutDialog", "Squashdesk")), dialog));
    texts->addWidget(new TextLabel(TextLabel::Role::Secondary,
        words(QT_TRANSLATE_NOOP("AboutDialog", "Version %1, Qt %2")).arg(QCoreApplication::applicationVersion(), QLatin1String(qVersion())), dialog));
    texts->addWidget(new TextLabel(TextLabel::Role::Body, words(QT_TRANSLATE_NOOP("AboutDialog", "Packs folders into SquashFS images")), dialog));
    texts->addWidget(new TextLabel(TextLabel::Role::Secondary, codecLines(), dialog));
    texts->addWidget(new TextLabel(TextLabel::Role::Secondary,
        words(QT_TRANSLATE_NOOP("AboutDialog", "Free software under the GNU General Public License, version 3 or later")), dialog));
    auto* row = new QHBoxLayout;
    row->setSpacing(3 * step);
    row->addWidget(icon, 0, Qt::AlignTop);
    row->addLayout(texts, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    auto* column = new QVBoxLayout(dialog);
    column->setContentsMargins(3 * step, 3 * step, 3 * step, 2 * step);
    column->setSpacing(2 * step);
    column->addLayout(row);
    column->addWidget(buttons);
    dialog->open();
}

}  // namespace sqd::ui
