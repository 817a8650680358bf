// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/verify_text.h"

#include "ui/convert.h"
#include "ui/error_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace sqd::ui {

namespace {

QString words(const char* text, int n = -1)
{
    return QCoreApplication::translate("VerifyText", text, nullptr, n);
}

QString findingLines(const read::VerifyReport& report)
{
    QStringList lines;
    for (const auto& finding : report.findings)
        lines << QStringLiteral("%1: %2").arg(QLatin1String(read::severityName(finding.severity)), QString::fromStdString(finding.line()));
    if (report.suppressed > 0)
        lines << QStringLiteral("… and %1 more").arg(report.suppressed);
    return lines.join(QLatin1Char('\n'));
}

}  // namespace

VerifyText verifyText(const Result<read::VerifyReport>& result, const std::string& image)
{
    VerifyText text;
    const QString name = isolated(shown(fileName(image)));
    if (!result) {
        const ErrorText error = errorText(result.error(), Doing::Verifying);
        const bool cancelled = result.error().code == Errc::Cancelled;
        text.tone = cancelled ? theme::Tone::Information : theme::Tone::Error;
        text.headline = cancelled ? words(QT_TRANSLATE_NOOP("VerifyText", "The check of %1 was cancelled")).arg(name) : error.title;
        text.details = cancelled ? QString() : error.reason;
        text.copyable = cancelled ? QString() : error.details;
        return text;
    }
    text.copyable = findingLines(*result);
    if (!result->ok) {
        const auto errors = static_cast<int>(std::count_if(result->findings.begin(), result->findings.end(),
            [](const read::Finding& finding) { return finding.severity == read::Severity::Error; }));
        text.tone = theme::Tone::Error;
        text.headline = words(QT_TRANSLATE_N_NOOP("VerifyText", "%1 is damaged: %n error(s) found"), errors).arg(name);
        if (!result->findings.empty())
            text.details = QString::fromStdString(result->findings.front().line());
        return text;
    }
    text.tone = theme::Tone::Success;
    text.headline = words(QT_TRANSLATE_NOOP("VerifyText", "%1 is intact")).arg(name);
    text.details = words(QT_TRANSLATE_N_NOOP("VerifyText", "%Ln file(s), %1 unpacked in %2"),
        static_cast<int>(std::min<std::uint64_t>(result->files, 2'000'000'000)))
                       .arg(dataSize(result->bytes), duration(result->seconds));
    return text;
}

}  // namespace sqd::ui
