// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/theme.h"

#include <QFontMetrics>
#include <QString>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace sqd::ui::theme {

namespace {

double channel(double value)
{
    return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& colour)
{
    return 0.2126 * channel(colour.redF()) + 0.7152 * channel(colour.greenF()) + 0.0722 * channel(colour.blueF());
}

QFont scaled(QFont font, double factor)
{
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * factor);
    else
        font.setPixelSize(std::max(1, static_cast<int>(std::lround(font.pixelSize() * factor))));
    return font;
}

}  // namespace

int unit(const QWidget* widget)
{
    return std::max(4, static_cast<int>(std::lround(widget->fontMetrics().height() * 0.5)));
}

int margin(const QWidget* widget)
{
    return 2 * unit(widget);
}

int spacing(const QWidget* widget)
{
    return unit(widget) * 3 / 2;
}

int radius(const QWidget* widget)
{
    return std::max(3, unit(widget) * 3 / 4);
}

bool isDark(const QPalette& palette)
{
    return luminance(palette.color(QPalette::Window)) < luminance(palette.color(QPalette::WindowText));
}

QColor mix(const QColor& from, const QColor& to, double share)
{
    const auto blend = [share](float a, float b) { return static_cast<float>(a + (b - a) * share); };
    return QColor::fromRgbF(blend(from.redF(), to.redF()), blend(from.greenF(), to.greenF()), blend(from.blueF(), to.blueF()));
}

double contrast(const QColor& first, const QColor& second)
{
    const double a = luminance(first);
    const double b = luminance(second);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

QColor readable(const QColor& colour, const QColor& ground, double ratio)
{
    const QColor target = luminance(ground) < 0.18 ? QColor(Qt::white) : QColor(Qt::black);
    for (int step = 0; step < 20; ++step) {
        const QColor candidate = mix(colour, target, step * 0.05);
        if (contrast(candidate, ground) >= ratio)
            return candidate;
    }
    return target;
}

QColor ground(const QPalette& palette)
{
    return palette.color(QPalette::Window);
}

QColor raised(const QPalette& palette)
{
    if (isDark(palette))
        return mix(ground(palette), palette.color(QPalette::WindowText), 0.05);
    return palette.color(QPalette::Base);
}

QColor outline(const QPalette& palette)
{
    return mix(ground(palette), palette.color(QPalette::WindowText), isDark(palette) ? 0.20 : 0.16);
}

QColor strongOutline(const QPalette& palette)
{
    return readable(mix(ground(palette), palette.color(QPalette::WindowText), 0.4), ground(palette), 3.0);
}

QColor accent(const QPalette& palette)
{
    const QColor highlight = palette.color(QPalette::Active, QPalette::Highlight);
    return readable(readable(highlight, ground(palette), 3.0), raised(palette), 3.0);
}

QColor accentTint(const QPalette& palette)
{
    return mix(raised(palette), palette.color(QPalette::Active, QPalette::Highlight), isDark(palette) ? 0.18 : 0.10);
}

QColor secondaryText(const QPalette& palette)
{
    const QColor text = palette.color(QPalette::WindowText);
    const QColor soft = mix(text, ground(palette), isDark(palette) ? 0.30 : 0.36);
    return readable(readable(soft, ground(palette), 4.6), raised(palette), 4.6);
}

QColor track(const QPalette& palette)
{
    return mix(ground(palette), palette.color(QPalette::WindowText), isDark(palette) ? 0.14 : 0.11);
}

QColor tone(const QPalette& palette, Tone tone)
{
    switch (tone) {
    case Tone::Success:
        return readable(QColor(0x00, 0x9E, 0x73), ground(palette), 3.0);
    case Tone::Warning:
        return readable(QColor(0xD5, 0x7F, 0x00), ground(palette), 3.0);
    case Tone::Error:
        return readable(QColor(0xC8, 0x32, 0x2F), ground(palette), 3.6);
    case Tone::Information:
        break;
    }
    return accent(palette);
}

QColor codecColour(const QPalette& palette, const QString& codec)
{
    struct Named {
        const char* name;
        QRgb colour;
    };
    static constexpr Named kColours[] = {{"gzip", 0xFF0072B2}, {"lzma", 0xFFCC79A7}, {"lzo", 0xFFE69F00},
                                         {"xz", 0xFF009E73},   {"lz4", 0xFFD55E00},  {"zstd", 0xFF56B4E9}};
    QColor colour(0x80, 0x80, 0x80);
    for (const Named& named : kColours) {
        if (codec == QLatin1String(named.name))
            colour = QColor(named.colour);
    }
    return readable(colour, raised(palette), 3.0);
}

QFont titleFont(QFont base)
{
    return scaled(std::move(base), 1.6);
}

QFont sectionFont(QFont base)
{
    QFont font = scaled(std::move(base), 1.15);
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont figureFont(QFont base)
{
    return scaled(std::move(base), 2.1);
}

}  // namespace sqd::ui::theme
