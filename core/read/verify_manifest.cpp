// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/verify_manifest.h"

#include "read/image.h"
#include "read/verify_hashes.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <unordered_set>

namespace sqd::read {

namespace {

constexpr std::size_t kDigits = 64;

std::optional<std::string> unescaped(std::string_view name)
{
    std::string out;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (name[i] != '\\') {
            out += name[i];
            continue;
        }
        if (++i == name.size())
            return std::nullopt;
        switch (name[i]) {
        case 'n': out += '\n'; break;
        case 'r': out += '\r'; break;
        case '\\': out += '\\'; break;
        default: return std::nullopt;
        }
    }
    return out;
}

std::string imagePathOf(std::string_view name)
{
    while (name.starts_with("./"))
        name.remove_prefix(2);
    while (name.starts_with('/'))
        name.remove_prefix(1);
    return "/" + std::string(name);
}

// A line without its end; false when it is none of a manifest.
bool takeLine(std::string_view line, std::string& path, std::string& sum)
{
    const bool escaped = line.starts_with('\\');
    if (escaped)
        line.remove_prefix(1);
    // Behind the sum a blank, and a second one or (binary mode) an asterisk.
    if (line.size() < kDigits + 3 || line[kDigits] != ' ' || (line[kDigits + 1] != ' ' && line[kDigits + 1] != '*'))
        return false;
    sum = line.substr(0, kDigits);
    for (char& c : sum) {
        if (std::isxdigit(static_cast<unsigned char>(c)) == 0)
            return false;
        c = c >= 'A' && c <= 'F' ? static_cast<char>(c + ('a' - 'A')) : c;
    }
    const std::string_view name = line.substr(kDigits + 2);
    const auto plain = escaped ? unescaped(name) : std::optional(std::string(name));
    if (!plain)
        return false;
    path = imagePathOf(*plain);
    return true;
}

}  // namespace

Result<Manifest> parseManifest(std::string_view text, const std::string& where)
{
    Manifest manifest;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        std::string path, sum;
        if (!takeLine(line, path, sum))
            return inputError(where, "line " + std::to_string(number) + " is no SHA-256 sum with a name, as sha256sum writes it", 0);
        const auto [place, isNew] = manifest.emplace(std::move(path), sum);
        if (!isNew && place->second != sum)
            return inputError(where, "line " + std::to_string(number) + " has another sum than a line before for " + place->first, 0);
    }
    return manifest;
}

std::string manifestLine(const std::string& path, const std::string& sum)
{
    std::string name;
    for (const char c : path.substr(path.starts_with('/') ? 1 : 0)) {
        if (c == '\n')
            name += "\\n";
        else if (c == '\r')
            name += "\\r";
        else if (c == '\\')
            name += "\\\\";
        else
            name += c;
    }
    const bool escaped = path.find_first_of("\n\r\\") != std::string::npos;
    return (escaped ? "\\" : "") + sum + "  " + name + "\n";
}

Result<std::string> makeManifest(const std::shared_ptr<const Image>& image, int jobs, concurrency::ProgressCounters& progress, std::stop_token stop)
{
    std::string text;
    SQD_CHECK(hashFiles(image, jobs, progress, [&](const std::string& path, const Result<Sha256::Digest>& digest) -> Result<void> {
        if (!digest)
            return digest.error();
        text += manifestLine(path, hexText(*digest));
        return {};
    }, std::move(stop)));
    return text;
}

Result<void> checkManifest(const std::shared_ptr<const Image>& image, const Manifest& manifest, int jobs, FindingCollector& findings,
    concurrency::ProgressCounters& progress, std::stop_token stop)
{
    std::unordered_set<std::string_view> met;
    SQD_CHECK(hashFiles(image, jobs, progress, [&](const std::string& path, const Result<Sha256::Digest>& digest) -> Result<void> {
        const auto listed = manifest.find(path);
        if (listed != manifest.end())
            met.insert(listed->first);
        if (!digest)
            findings.add(findingFrom(digest.error(), "manifest-unreadable", path));
        else if (listed == manifest.end())
            findings.add(Severity::Warning, "manifest-unlisted", 0, path, "the manifest does not name it");
        else if (const std::string sum = hexText(*digest); sum != listed->second)
            findings.add(Severity::Error, "manifest-content", 0, path, "its contents have the SHA-256 sum " + sum + ", the manifest says " + listed->second);
        return {};
    }, std::move(stop)));
    for (const auto& [path, sum] : manifest)
        if (!met.contains(path))
            findings.add(Severity::Error, "manifest-missing", 0, path, "the manifest names it, the image has no such file");
    return {};
}

}  // namespace sqd::read
