// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/commands/image_access.h"

#include "cli/option_builder.h"
#include "concurrency/cpu_count.h"
#include "io/posix_file.h"

#include <algorithm>

namespace sqd::cli {

void ImageAccess::declare(OptionBuilder b)
{
    b.size("--offset", [this](std::uint64_t n) { offset = n; }, "Byte of the file at which the image begins; default: found");
}

read::OpenOptions ImageAccess::openOptions(const CommonOptions& common) const
{
    read::OpenOptions options;
    options.offset = offset;
    if (common.memoryBytes != 0) {
        options.pageBytes = std::min(options.pageBytes, common.memoryBytes / 2);
        options.metadataBytes = std::min(options.metadataBytes, common.memoryBytes / 4);
    }
    return options;
}

Result<std::shared_ptr<const read::Image>> ImageAccess::open(const std::string& path, const CommonOptions& common) const
{
    SQD_TRY(std::shared_ptr<const io::RandomAccessFile> file, io::PosixFile::open(path));
    return read::Image::open(std::move(file), openOptions(common));
}

void reportFinding(const read::Finding& finding, const std::string& image, Reporter& reporter)
{
    if (finding.severity == read::Severity::Note)
        return;
    if (finding.severity == read::Severity::Warning) {
        reporter.warning(image, finding.line());
        return;
    }
    Error e;
    e.code = Errc::Corrupt;
    e.where = image + (finding.path ? ": " + *finding.path : "");
    e.what = finding.what;
    if (finding.offset != 0)
        e.imageOffset = finding.offset;
    reporter.error(e);
}

bool reportFindings(const std::vector<read::Finding>& findings, const std::string& image, Reporter& reporter)
{
    bool errors = false;
    for (const read::Finding& finding : findings) {
        reportFinding(finding, image, reporter);
        errors = errors || finding.severity == read::Severity::Error;
    }
    return errors;
}

Json findingJson(const read::Finding& finding)
{
    Json json = {{"severity", read::severityName(finding.severity)}, {"code", finding.code}, {"offset", finding.offset}, {"path", nullptr}};
    if (finding.path)
        putBytes(json, "path", *finding.path);
    putBytes(json, "what", finding.what);
    return json;
}

Json notesJson(const std::vector<read::ExtractNote>& notes)
{
    Json list = Json::array();
    for (const read::ExtractNote& note : notes) {
        Json one = Json::object();
        putBytes(one, "path", note.path);
        putBytes(one, "what", note.what);
        list.push_back(std::move(one));
    }
    return list;
}

Json findingsJson(const std::vector<read::Finding>& findings)
{
    Json list = Json::array();
    for (const read::Finding& finding : findings)
        list.push_back(findingJson(finding));
    return list;
}

int resolvedJobs(const CommonOptions& common)
{
    return common.jobs < 0 ? concurrency::usableProcessors() : common.jobs;
}

}  // namespace sqd::cli
