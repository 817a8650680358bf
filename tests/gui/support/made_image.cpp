// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/support/made_image.h"

#include "operation/codec_catalog.h"
#include "operation/pack_operation.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cstdio>

namespace sqd::guitest {

void makeFile(const QString& path, const QByteArray& contents)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(contents);
}

static std::string run(operation::PackRequest request, const QString& image)
{
    request.pack.target = image.toStdString();
    request.pack.replaceTarget = true;
    if (!operation::chooseCodec(request.pack, "gzip", {}))
        return {};
    const auto operation = operation::PackOperation::create(std::move(request));
    operation->start();
    operation->wait();
    const auto result = operation->takeResult();
    if (!result)
        std::fprintf(stderr, "%s\n", result.error().line().c_str());
    return result ? image.toStdString() : std::string();
}

std::string packed(const QString& source, const QString& image)
{
    operation::PackRequest request;
    request.source.sources = {source.toStdString()};
    return run(std::move(request), image);
}

// A header of the oldest form: name, mode, owners, size and time in octal, a sum over all of it.
static QByteArray tarMember(const QByteArray& name, const QByteArray& contents)
{
    QByteArray block(512, '\0');
    const auto put = [&block](int at, const QByteArray& text) { block.replace(at, text.size(), text); };
    put(0, name);
    put(100, "0000644");
    put(108, "0000000");
    put(116, "0000000");
    put(124, QByteArray::number(contents.size(), 8).rightJustified(11, '0'));
    put(136, "14000000000");
    put(148, "        ");
    put(156, "0");
    unsigned sum = 0;
    for (const char c : block)
        sum += static_cast<unsigned char>(c);
    put(148, QByteArray::number(sum, 8).rightJustified(6, '0') + QByteArray("\0 ", 2));
    QByteArray data = contents;
    data.resize((contents.size() + 511) / 512 * 512, '\0');
    return block + data;
}

std::string packedTar(int files, const QString& image)
{
    const QString archive = image + QStringLiteral(".tar");
    QFile file(archive);
    if (!file.open(QIODevice::WriteOnly))
        return {};
    for (int i = 0; i < files; ++i)
        file.write(tarMember("file-" + QByteArray::number(i) + ".txt", "hello " + QByteArray::number(i)));
    file.write(QByteArray(1024, '\0'));
    file.close();
    operation::PackRequest request;
    request.tar.emplace();
    request.tar->file = archive.toStdString();
    const std::string made = run(std::move(request), image);
    QFile::remove(archive);
    return made;
}

}  // namespace sqd::guitest
