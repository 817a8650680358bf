// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>

class QWidget;
class QString;

// The look: one grid, one type scale, and colours that are all derived from the palette of the moment. Nothing here is cached, so a
// change of palette or font needs a repaint and nothing else.
namespace sqd::ui::theme {

// One step of the grid: 8 logical pixels at a usual font, half the font's height in general.
int unit(const QWidget* widget);
int margin(const QWidget* widget);   // around a page: 2 steps
int spacing(const QWidget* widget);  // between groups: 1.5 steps
int radius(const QWidget* widget);   // of cards and areas

bool isDark(const QPalette& palette);
QColor mix(const QColor& from, const QColor& to, double share);
// WCAG contrast of two opaque colours, 1…21.
double contrast(const QColor& first, const QColor& second);
// `colour`, moved towards black or white until it stands out from `ground` by at least `ratio`.
QColor readable(const QColor& colour, const QColor& ground, double ratio);

QColor ground(const QPalette& palette);         // behind a page
QColor raised(const QPalette& palette);         // cards
QColor outline(const QPalette& palette);        // of cards; quiet
QColor strongOutline(const QPalette& palette);  // of the drop area: 3 : 1
QColor accent(const QPalette& palette);         // marks and outlines: 3 : 1 against the ground
QColor accentTint(const QPalette& palette);     // a light wash of the accent
QColor secondaryText(const QPalette& palette);  // 4.5 : 1
QColor track(const QPalette& palette);          // the empty part of a bar

enum class Tone { Information, Success, Warning, Error };
QColor tone(const QPalette& palette, Tone tone);
// The colour of a codec, the same everywhere (Okabe–Ito), lightened on dark grounds until it stands out 3 : 1.
QColor codecColour(const QPalette& palette, const QString& codec);

QFont titleFont(QFont base);    // 1.6 ×
QFont sectionFont(QFont base);  // 1.15 ×, semibold
QFont figureFont(QFont base);   // 2 ×, light figures

}  // namespace sqd::ui::theme
