// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/warning_text.h"

#include "ui/convert.h"

#include <QCoreApplication>
#include <QStringList>

namespace sqd::ui {

QString warningLines(const std::vector<source::Warning>& warnings)
{
    QStringList lines;
    for (const source::Warning& warning : warnings)
        lines << QCoreApplication::translate("Warnings", "%1: %2").arg(shown(warning.path), shown(warning.what));
    return lines.join(QLatin1Char('\n'));
}

}  // namespace sqd::ui
