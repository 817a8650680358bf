// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/build_settings.h"

#include "base/bytes_text.h"
#include "operation/preset.h"
#include "ui/convert.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace sqd::ui {

namespace {

// Everything that a row of the form can change, compared one by one.
template<typename Visit>
void eachOption(const BuildSettings& a, const BuildSettings& b, Visit visit)
{
    visit(a.codec != b.codec);
    visit(a.level != b.level);
    visit(a.codecOptions != b.codecOptions);
    visit(a.blockSize != b.blockSize);
    visit(a.workers != b.workers);
    visit(a.tailEnds != b.tailEnds);
    visit(a.duplicates != b.duplicates);
    visit(a.allRoot != b.allRoot);
    visit(a.fixedTime != b.fixedTime);
    visit(a.xattrs != b.xattrs);
    visit(a.excludes != b.excludes);
    visit(a.oneFileSystem != b.oneFileSystem);
    visit(a.skipUnreadable != b.skipUnreadable);
    visit(a.keepFolder != b.keepFolder);
    visit(a.padTo != b.padTo);
    visit(a.reproducible != b.reproducible);
    visit(a.verify != b.verify);
}

const char* presetName(Goal goal)
{
    static constexpr std::array kNames = {"balanced", "smallest", "fastest"};
    return kNames[static_cast<std::size_t>(goal)];
}

QString sizeWord(std::uint64_t bytes)
{
    if (bytes != 0 && bytes % (1U << 20) == 0)
        return QStringLiteral("%1M").arg(bytes >> 20);
    if (bytes != 0 && bytes % (1U << 10) == 0)
        return QStringLiteral("%1K").arg(bytes >> 10);
    return QString::number(bytes);
}

void addCodec(const BuildSettings& settings, QStringList& words)
{
    const BuildSettings defaults = goalDefaults(settings.goal);
    const bool asGoal = settings.codec == defaults.codec && settings.level == defaults.level
        && settings.codecOptions == defaults.codecOptions && settings.blockSize == defaults.blockSize;
    if (asGoal) {
        words << QStringLiteral("--preset") << QLatin1String(presetName(settings.goal));
    } else {
        words << QStringLiteral("--codec") << QString::fromStdString(settings.codec);
        if (settings.level)
            words << QStringLiteral("--level") << QString::number(*settings.level);
        for (const auto& [name, value] : settings.codecOptions)
            words << QStringLiteral("-X") << shellWord(name + "=" + value);
        words << QStringLiteral("--block-size") << sizeWord(settings.blockSize);
    }
    if (settings.tailEnds == pack::TailEnds::Small)
        words << QStringLiteral("--tail-ends") << QStringLiteral("small");
    else if (settings.tailEnds == pack::TailEnds::None)
        words << QStringLiteral("--no-fragments");
}

void addContents(const BuildSettings& settings, QStringList& words)
{
    const auto flag = [&words](bool on, const char* name) {
        if (on)
            words << QLatin1String(name);
    };
    flag(!settings.duplicates, "--no-duplicates");
    flag(!settings.xattrs, "--no-xattrs");
    flag(settings.allRoot, "--all-root");
    flag(settings.oneFileSystem, "--one-file-system");
    flag(settings.skipUnreadable, "--skip-unreadable");
    flag(settings.keepFolder, "--keep-as-directory");
    flag(settings.reproducible, "--reproducible");
    if (settings.fixedTime)
        words << QStringLiteral("--mtime") << QString::number(*settings.fixedTime);
    for (const QString& pattern : settings.excludes)
        words << QStringLiteral("--exclude") << shellWord(pattern.toStdString());
}

void addOutput(const BuildSettings& settings, QStringList& words)
{
    if (settings.padTo != 4096)
        words << QStringLiteral("--pad") << (settings.padTo == 0 ? QStringLiteral("none") : sizeWord(settings.padTo));
    if (!settings.verify)
        words << QStringLiteral("--no-verify");
    if (settings.workers >= 0)
        words << QStringLiteral("--jobs") << QString::number(settings.workers);
    if (settings.replaceTarget)
        words << QStringLiteral("--force");
}

}  // namespace

BuildSettings goalDefaults(Goal goal)
{
    BuildSettings settings;
    settings.goal = goal;
    if (const operation::Preset* preset = operation::findPreset(presetName(goal))) {
        settings.codec = std::string(preset->codec);
        // The codec's own default is left unsaid, so that other options may imply a level.
        const codec::Backend* backend = codec::findBackend(preset->codec);
        if (backend && preset->level != backend->defaultLevel)
            settings.level = preset->level;
        settings.blockSize = preset->blockSize;
        if (const auto equals = preset->options.find('='); equals != std::string_view::npos)
            settings.codecOptions.emplace(preset->options.substr(0, equals), preset->options.substr(equals + 1));
    }
    return settings;
}

QString goalName(Goal goal)
{
    static constexpr std::array kNames = {QT_TRANSLATE_NOOP("Goal", "Balanced"), QT_TRANSLATE_NOOP("Goal", "Smallest"),
                                          QT_TRANSLATE_NOOP("Goal", "Fastest")};
    return QCoreApplication::translate("Goal", kNames[static_cast<std::size_t>(goal)]);
}

int changedCount(const BuildSettings& settings)
{
    int changed = 0;
    eachOption(settings, goalDefaults(settings.goal), [&changed](bool differs) { changed += differs ? 1 : 0; });
    return changed;
}

Result<operation::PackRequest> toRequest(const BuildSettings& settings)
{
    operation::PackRequest request;
    source::DirectoryOptions& source = request.source;
    if (settings.archive && settings.sources.size() == 1) {
        request.tar.emplace();
        request.tar->file = settings.sources.front();
    } else {
        source.sources = settings.sources;
    }
    source.keepAsDirectory = settings.keepFolder;
    for (const QString& pattern : settings.excludes)
        source.excludeGlobs.push_back(pattern.toStdString());
    source.oneFileSystem = settings.oneFileSystem;
    source.skipUnreadable = settings.skipUnreadable;
    source.xattrs = settings.xattrs;
    if (settings.allRoot) {
        source.uid = 0;
        source.gid = 0;
    }
    source.mtime = settings.fixedTime;

    pack::PackOptions& options = request.pack;
    options.target = settings.target;
    options.replaceTarget = settings.replaceTarget;
    options.blockSize = settings.blockSize;
    options.tailEnds = settings.tailEnds;
    options.duplicates = settings.duplicates;
    options.padTo = settings.padTo;
    options.skipUnreadable = settings.skipUnreadable;
    options.jobs = settings.workers;
    options.verify = settings.verify;
    if (settings.reproducible)
        options.imageTime = 0;  // as the command line: no clock in the image
    codec::Settings codecSettings;
    codecSettings.level = settings.level;
    codecSettings.options = settings.codecOptions;
    SQD_CHECK(operation::chooseCodec(options, settings.codec, codecSettings));
    return request;
}

QString toCommand(const BuildSettings& settings)
{
    QStringList words{QStringLiteral("squashdesk-cli"), QStringLiteral("pack")};
    addCodec(settings, words);
    addContents(settings, words);
    addOutput(settings, words);
    // A source that begins with a dash must not be read as an option.
    const bool archive = settings.archive && settings.sources.size() == 1;
    if (archive)
        words << QStringLiteral("--tar") << shellWord(settings.sources.front());
    else if (std::any_of(settings.sources.begin(), settings.sources.end(), [](const std::string& s) { return s.starts_with("-"); }))
        words << QStringLiteral("--");
    for (const std::string& source : archive ? std::vector<std::string>() : settings.sources)
        words << shellWord(source);
    words << shellWord(settings.target);
    return words.join(QLatin1Char(' '));
}

QString shellWord(const std::string& bytes)
{
    static constexpr std::string_view kPlain = "-_./=:,@%+";
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || kPlain.find(c) != std::string_view::npos;
    };
    if (!bytes.empty() && std::all_of(bytes.begin(), bytes.end(), plain))
        return QString::fromStdString(bytes);
    const bool control = std::any_of(bytes.begin(), bytes.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
    if (isUtf8(bytes) && !control) {
        QString word = QString::fromStdString(bytes);
        word.replace(QLatin1Char('\''), QStringLiteral("'\\''"));
        return QLatin1Char('\'') + word + QLatin1Char('\'');
    }
    QString word = QStringLiteral("$'");
    for (const char c : bytes) {
        const auto value = static_cast<unsigned char>(c);
        if (plain(c))
            word += QLatin1Char(c);
        else
            word += QStringLiteral("\\x%1").arg(value, 2, 16, QLatin1Char('0'));
    }
    return word + QLatin1Char('\'');
}

}  // namespace sqd::ui
