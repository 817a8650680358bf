// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QString>

#include <string>

namespace sqd::guitest {

void makeFile(const QString& path, const QByteArray& contents);
// Packs a folder with the real engine and returns the image's path; empty when that failed.
std::string packed(const QString& source, const QString& image);
// An image of one folder with that many small files, by way of a tar archive: no files are made on disk.
std::string packedTar(int files, const QString& image);

}  // namespace sqd::guitest
