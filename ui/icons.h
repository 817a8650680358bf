// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QColor>
#include <QIcon>
#include <QPixmap>
#include <QString>

// Icons by freedesktop name where the desktop has them, otherwise the bundled drawing in the palette's text colour.
namespace sqd::ui::icons {

// The bundled drawing `name` (resources/icons), recoloured whenever it is painted.
QIcon bundled(const QString& name);
// `themeName` from the desktop's icon theme, or the bundled drawing.
QIcon named(const QString& themeName, const QString& bundledName);
QIcon application();
// The drawing in one colour, `size` logical pixels square, sharp on a screen with that pixel ratio.
QPixmap tinted(const QString& name, int size, const QColor& colour, qreal pixelRatio);

}  // namespace sqd::ui::icons
