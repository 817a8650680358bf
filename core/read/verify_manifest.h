// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "concurrency/progress.h"
#include "read/verify_findings.h"

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>

// Lists of SHA-256 sums, as sha256sum writes and checks them: "SUM  NAME" a line; names with a backslash, a line feed or a carriage
// return are escaped, and a backslash at the start of the line says so. Names are paths in the image without the leading slash.
namespace sqd::read {

class Image;

// "/a/b" → 64 lower-case digits. A leading "./" or "/" of a name is passed over.
using Manifest = std::unordered_map<std::string, std::string>;

// `where` is named in errors. Errors: InputUnreadable with the number of the line that is none, or that contradicts another.
Result<Manifest> parseManifest(std::string_view text, const std::string& where);
// One line, with its line feed.
std::string manifestLine(const std::string& path, const std::string& sum);

// The manifest of an image. Errors: Corrupt (a file that cannot be read), Cancelled.
Result<std::string> makeManifest(const std::shared_ptr<const Image>& image, int jobs, concurrency::ProgressCounters& progress, std::stop_token stop);
// Compares the contents of every file with a manifest: other contents and files that are missing are errors, files that it does not
// name are warnings. Errors: Cancelled.
Result<void> checkManifest(const std::shared_ptr<const Image>& image, const Manifest& manifest, int jobs, FindingCollector& findings,
    concurrency::ProgressCounters& progress, std::stop_token stop);

}  // namespace sqd::read
