// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/error_text.h"

#include "base/bytes_text.h"
#include "ui/convert.h"

#include <QCoreApplication>
#include <QSysInfo>

#include <cerrno>

namespace sqd::ui {

namespace {

QString words(const char* text)
{
    return QCoreApplication::translate("ErrorText", text);
}

QString title(Errc code, Doing doing)
{
    const bool packing = doing == Doing::Packing;
    switch (code) {
    case Errc::InputUnreadable:
        return packing ? words(QT_TRANSLATE_NOOP("ErrorText", "Something in the source could not be read"))
               : doing == Doing::Comparing ? words(QT_TRANSLATE_NOOP("ErrorText", "The two could not be compared"))
                       : words(QT_TRANSLATE_NOOP("ErrorText", "The image could not be read"));
    case Errc::OutputUnwritable:
        if (doing == Doing::Extracting)
            return words(QT_TRANSLATE_NOOP("ErrorText", "The files could not be written"));
        if (doing == Doing::Exporting)
            return words(QT_TRANSLATE_NOOP("ErrorText", "The archive could not be written"));
        return words(QT_TRANSLATE_NOOP("ErrorText", "The image could not be written"));
    case Errc::TargetExists:
        return words(QT_TRANSLATE_NOOP("ErrorText", "There is already a file with this name"));
    case Errc::NotExpressible:
        return words(QT_TRANSLATE_NOOP("ErrorText", "The source holds something that no image can hold"));
    case Errc::Corrupt:
        return packing ? words(QT_TRANSLATE_NOOP("ErrorText", "The new image did not pass its check"))
                       : words(QT_TRANSLATE_NOOP("ErrorText", "The image is damaged"));
    case Errc::Unsupported:
        return words(QT_TRANSLATE_NOOP("ErrorText", "This kind of image is not supported"));
    case Errc::LimitExceeded:
        return words(QT_TRANSLATE_NOOP("ErrorText", "A limit was reached"));
    case Errc::InvalidArgument:
        return words(QT_TRANSLATE_NOOP("ErrorText", "These options do not go together"));
    case Errc::Cancelled:
        return words(QT_TRANSLATE_NOOP("ErrorText", "Cancelled"));
    case Errc::Internal:
        break;
    }
    return words(QT_TRANSLATE_NOOP("ErrorText", "Squashdesk made a mistake"));
}

QString systemHint(int osErrno)
{
    switch (osErrno) {
    case ENOSPC:
    case EDQUOT:
        return words(QT_TRANSLATE_NOOP("ErrorText", "Free some space, or choose another place under “Save as”."));
    case EACCES:
    case EPERM:
        return words(QT_TRANSLATE_NOOP("ErrorText", "Choose a place that you may write to, or leave out what you may not read."));
    case EROFS:
        return words(QT_TRANSLATE_NOOP("ErrorText", "That disk is read-only: choose another place under “Save as”."));
    case ENOENT:
        return words(QT_TRANSLATE_NOOP("ErrorText", "Check that it is still there."));
    default:
        return {};
    }
}

QString codeHint(Errc code)
{
    switch (code) {
    case Errc::InputUnreadable:
        return words(QT_TRANSLATE_NOOP("ErrorText", "“Leave out what cannot be read” under More Options packs the rest."));
    case Errc::OutputUnwritable:
        return words(QT_TRANSLATE_NOOP("ErrorText", "Choose another place under “Save as”."));
    case Errc::TargetExists:
        return words(QT_TRANSLATE_NOOP("ErrorText", "Replace it, or choose another name."));
    case Errc::NotExpressible:
        return words(QT_TRANSLATE_NOOP("ErrorText", "“Leave out what cannot be read” under More Options packs the rest."));
    case Errc::Corrupt:
        return words(QT_TRANSLATE_NOOP("ErrorText", "Do not rely on this image. A failing disk or memory can be the cause."));
    case Errc::LimitExceeded:
        return words(QT_TRANSLATE_NOOP("ErrorText", "Fewer workers or smaller blocks need less memory."));
    case Errc::Internal:
        return words(QT_TRANSLATE_NOOP("ErrorText", "Please report it with the copied details."));
    default:
        return {};
    }
}

QString detailLines(const Error& error)
{
    QString text = QString::fromStdString(error.line());
    text += QStringLiteral("\ncode: %1").arg(QLatin1String(errcName(error.code)));
    if (error.osErrno != 0)
        text += QStringLiteral("\nerrno: %1").arg(error.osErrno);
    if (error.imageOffset != kNoOffset)
        text += QStringLiteral("\nimage offset: %1").arg(error.imageOffset);
    text += QStringLiteral("\nSquashdesk %1, Qt %2, %3")
                .arg(QCoreApplication::applicationVersion(), QLatin1String(qVersion()), QSysInfo::prettyProductName());
    return text;
}

}  // namespace

ErrorText errorText(const Error& error, Doing doing)
{
    ErrorText text;
    text.title = title(error.code, doing);
    const QString where = error.where.empty() ? QString() : shownPath(error.where);
    const QString why = error.why.empty() ? QString::fromStdString(printable(error.what))
                                          : QString::fromStdString(printable(error.what + " (" + error.why + ")"));
    text.reason = where.isEmpty() ? why : words(QT_TRANSLATE_NOOP("ErrorText", "%1: %2")).arg(isolated(where), why);
    if (doing == Doing::Packing)
        text.hint = systemHint(error.osErrno);
    if (doing == Doing::Packing && text.hint.isEmpty())
        text.hint = codeHint(error.code);
    text.details = detailLines(error);
    return text;
}

QString obstacleText(const Error& error)
{
    const QString what = QString::fromStdString(printable(error.what));
    return error.where.empty() ? what : words(QT_TRANSLATE_NOOP("ErrorText", "%1: %2")).arg(QString::fromStdString(printable(error.where)), what);
}

}  // namespace sqd::ui
