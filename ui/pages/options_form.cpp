// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/pages/options_form.h"

#include "concurrency/cpu_count.h"
#include "ui/convert.h"
#include "ui/theme.h"
#include "ui/widgets/codec_options_widget.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QDateTimeEdit>
#include <QPlainTextEdit>
#include <QSpinBox>

#include <array>
#include <limits>
#include <utility>

namespace sqd::ui {

namespace {

constexpr std::array<std::uint64_t, 4> kPaddings = {4096, 0, 64 * 1024, 1024 * 1024};
constexpr int kMostWorkers = 256;

QStringList patternsIn(const QString& text)
{
    QStringList patterns;
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        if (!line.trimmed().isEmpty())
            patterns << line.trimmed();
    }
    return patterns;
}

}  // namespace

OptionsForm::OptionsForm(QWidget* parent)
    : QWidget(parent), m_columns(new QBoxLayout(QBoxLayout::LeftToRight, this)), m_compression(new OptionGrid(tr("Compression"), this)),
      m_contents(new OptionGrid(tr("Contents"), this)), m_output(new OptionGrid(tr("Output"), this))
{
    const int step = theme::unit(this);
    m_columns->setContentsMargins(0, step / 2, 0, 0);
    m_columns->setSpacing(3 * step);
    auto* first = new QVBoxLayout;
    auto* second = new QVBoxLayout;
    first->setSpacing(2 * step);
    second->setSpacing(2 * step);
    first->addWidget(m_compression);
    first->addWidget(m_output);
    first->addStretch();
    second->addWidget(m_contents);
    second->addStretch();
    m_columns->addLayout(first, 1);
    m_columns->addLayout(second, 1);
    buildCompression();
    buildOutput();
    buildContents();
}

void OptionsForm::ask(const QString& field, Change change)
{
    if (!m_presenting)
        emit changeRequested(field, change);
}

QCheckBox* OptionsForm::addCheck(OptionGrid* grid, const QString& text, bool BuildSettings::*member, OptionGrid::Row** row)
{
    auto* box = new QCheckBox(text);
    const QString field = text;
    connect(box, &QCheckBox::toggled, this, [this, field, member](bool on) { ask(field, [member, on](BuildSettings& s) { s.*member = on; }); });
    *row = grid->addCheck(box, [this, field, member] { ask(field, [this, member](BuildSettings& s) { s.*member = m_defaults.*member; }); });
    return box;
}

void OptionsForm::buildCompression()
{
    m_codec = new QComboBox;
    for (const auto& codec : codecCatalog()) {
        QString text = QString::fromStdString(codec.name);
        if (codec.name == "lzma")
            text = tr("lzma (no mainline Linux kernel mounts it)");
        else if (codec.name == "none")
            text = tr("none (store as it is)");
        m_codec->addItem(text, QString::fromStdString(codec.name));
    }
    m_codec->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_codec->setMinimumContentsLength(12);
    const auto useCodec = [](const std::string& name, const BuildSettings& defaults) {
        return [name, defaults](BuildSettings& s) {
            const bool usual = name == defaults.codec;
            s.codec = name;
            s.level = usual ? defaults.level : std::nullopt;
            s.codecOptions = usual ? defaults.codecOptions : std::map<std::string, std::string>();
        };
    };
    connect(m_codec, &QComboBox::currentIndexChanged, this, [this, useCodec](int index) {
        ask(QStringLiteral("codec"), useCodec(m_codec->itemData(index).toString().toStdString(), m_defaults));
    });
    m_codecRow = m_compression->add(tr("Codec"), m_codec,
        [this, useCodec] { ask(QStringLiteral("codec"), useCodec(m_defaults.codec, m_defaults)); });

    m_codecOptions = new CodecOptionsWidget;
    connect(m_codecOptions, &CodecOptionsWidget::levelChosen, this,
        [this](std::optional<int> level) { ask(QStringLiteral("level"), [level](BuildSettings& s) { s.level = level; }); });
    connect(m_codecOptions, &CodecOptionsWidget::optionChosen, this, [this](const std::string& name, std::optional<std::string> value) {
        ask(QString::fromStdString(name), [name, value](BuildSettings& s) {
            if (value)
                s.codecOptions[name] = *value;
            else
                s.codecOptions.erase(name);
        });
    });
    m_compression->addWide(m_codecOptions);

    m_blockSize = new QComboBox;
    for (std::uint32_t size = format::kMinBlockSize; size <= format::kMaxBlockSize; size *= 2)
        m_blockSize->addItem(blockSizeText(size), size);
    connect(m_blockSize, &QComboBox::currentIndexChanged, this, [this](int index) {
        const auto size = m_blockSize->itemData(index).toUInt();
        ask(QStringLiteral("blockSize"), [size](BuildSettings& s) { s.blockSize = size; });
    });
    m_blockSizeRow = m_compression->add(tr("Block size"), m_blockSize,
        [this] { ask(QStringLiteral("blockSize"), [this](BuildSettings& s) { s.blockSize = m_defaults.blockSize; }); });

    m_tailEnds = new QComboBox;
    m_tailEnds->addItem(tr("Pack together, all files"));
    m_tailEnds->addItem(tr("Pack together, small files only"));
    m_tailEnds->addItem(tr("Store apart"));
    static constexpr std::array kTails = {pack::TailEnds::All, pack::TailEnds::Small, pack::TailEnds::None};
    connect(m_tailEnds, &QComboBox::currentIndexChanged, this, [this](int index) {
        ask(QStringLiteral("tailEnds"), [index](BuildSettings& s) { s.tailEnds = kTails[static_cast<std::size_t>(index)]; });
    });
    m_tailEndsRow = m_compression->add(tr("Tail ends"), m_tailEnds,
        [this] { ask(QStringLiteral("tailEnds"), [this](BuildSettings& s) { s.tailEnds = m_defaults.tailEnds; }); });
    m_tailEnds->setToolTip(tr("What is left of a file after its whole blocks; packed together it takes less space"));
    m_duplicates = addCheck(m_compression, tr("Store equal files once"), &BuildSettings::duplicates, &m_duplicatesRow);
}

void OptionsForm::buildContents()
{
    m_excludes = new QPlainTextEdit;
    m_excludes->setTabChangesFocus(true);
    m_excludes->setAcceptDrops(false);  // the window takes drops
    m_excludes->setPlaceholderText(tr("One pattern per line, such as *.tmp"));
    m_excludes->setMaximumHeight(fontMetrics().lineSpacing() * 4);
    connect(m_excludes, &QPlainTextEdit::textChanged, this, [this] {
        ask(QStringLiteral("excludes"), [patterns = patternsIn(m_excludes->toPlainText())](BuildSettings& s) { s.excludes = patterns; });
    });
    m_excludesRow = m_contents->add(tr("Leave out"), m_excludes,
        [this] { ask(QStringLiteral("excludes"), [](BuildSettings& s) { s.excludes.clear(); }); });

    m_owners = new QComboBox;
    m_owners->addItem(tr("Keep"));
    m_owners->addItem(tr("All root"));
    connect(m_owners, &QComboBox::currentIndexChanged, this,
        [this](int index) { ask(QStringLiteral("owners"), [index](BuildSettings& s) { s.allRoot = index == 1; }); });
    m_ownersRow = m_contents->add(tr("Owners"), m_owners,
        [this] { ask(QStringLiteral("owners"), [](BuildSettings& s) { s.allRoot = false; }); });

    auto* times = new QWidget;
    auto* timesLayout = new QVBoxLayout(times);
    timesLayout->setContentsMargins(0, 0, 0, 0);
    timesLayout->setSpacing(theme::unit(this) / 2);
    m_times = new QComboBox;
    m_times->addItem(tr("Keep"));
    m_times->addItem(tr("One time for all"));
    m_times->setAccessibleName(tr("Times"));
    m_time = new QDateTimeEdit;
    m_time->setTimeSpec(Qt::UTC);
    m_time->setDisplayFormat(QStringLiteral("yyyy-MM-dd HH:mm:ss 'UTC'"));
    m_time->setDateTimeRange(QDateTime::fromSecsSinceEpoch(0, Qt::UTC),
        QDateTime::fromSecsSinceEpoch(std::numeric_limits<std::uint32_t>::max(), Qt::UTC));
    m_time->setCalendarPopup(true);
    m_time->setKeyboardTracking(false);
    m_time->setAccessibleName(tr("Time of all entries"));
    timesLayout->addWidget(m_times);
    timesLayout->addWidget(m_time);
    times->setFocusProxy(m_times);
    const auto useTime = [this] {
        const auto seconds = static_cast<std::uint32_t>(m_time->dateTime().toSecsSinceEpoch());
        ask(QStringLiteral("times"), [this, seconds](BuildSettings& s) {
            s.fixedTime = m_times->currentIndex() == 1 ? std::optional<std::uint32_t>(seconds) : std::nullopt;
        });
    };
    connect(m_times, &QComboBox::currentIndexChanged, this, useTime);
    connect(m_time, &QDateTimeEdit::dateTimeChanged, this, useTime);
    m_timesRow = m_contents->add(tr("Times"), times,
        [this] { ask(QStringLiteral("times"), [](BuildSettings& s) { s.fixedTime.reset(); }); });

    m_xattrs = addCheck(m_contents, tr("Keep extended attributes"), &BuildSettings::xattrs, &m_xattrsRow);
    m_keepFolder = addCheck(m_contents, tr("Keep the folder itself as the only entry at the top"), &BuildSettings::keepFolder, &m_keepFolderRow);
    m_oneFileSystem = addCheck(m_contents, tr("Stay on one file system"), &BuildSettings::oneFileSystem, &m_oneFileSystemRow);
    m_skipUnreadable = addCheck(m_contents, tr("Leave out what cannot be read"), &BuildSettings::skipUnreadable, &m_skipUnreadableRow);
}

void OptionsForm::buildOutput()
{
    m_workers = new QSpinBox;
    m_workers->setRange(0, kMostWorkers);
    m_workers->setKeyboardTracking(false);
    m_workers->setSpecialValueText(tr("Automatic (%1)").arg(concurrency::usableProcessors()));
    connect(m_workers, &QSpinBox::valueChanged, this,
        [this](int value) { ask(QStringLiteral("workers"), [value](BuildSettings& s) { s.workers = value == 0 ? -1 : value; }); });
    m_workersRow = m_output->add(tr("Workers"), m_workers,
        [this] { ask(QStringLiteral("workers"), [](BuildSettings& s) { s.workers = -1; }); });

    m_padding = new QComboBox;
    for (const std::uint64_t padding : kPaddings)
        m_padding->addItem(padding == 0 ? tr("None") : tr("To %1").arg(blockSizeText(padding)));
    connect(m_padding, &QComboBox::currentIndexChanged, this, [this](int index) {
        ask(QStringLiteral("padding"), [index](BuildSettings& s) { s.padTo = kPaddings[static_cast<std::size_t>(index)]; });
    });
    m_paddingRow = m_output->add(tr("Padding"), m_padding,
        [this] { ask(QStringLiteral("padding"), [this](BuildSettings& s) { s.padTo = m_defaults.padTo; }); });
    m_reproducible = addCheck(m_output, tr("Reproducible: equal bytes on every run"), &BuildSettings::reproducible, &m_reproducibleRow);
    m_verify = addCheck(m_output, tr("Verify after packing"), &BuildSettings::verify, &m_verifyRow);
}

void OptionsForm::present(const BuildSettings& settings)
{
    m_defaults = goalDefaults(settings.goal);
    m_presenting = true;
    presentCompression(settings, m_defaults);
    presentContents(settings, m_defaults);
    presentOutput(settings, m_defaults);
    m_presenting = false;
}

void OptionsForm::presentCompression(const BuildSettings& settings, const BuildSettings& defaults)
{
    m_codec->setCurrentIndex(m_codec->findData(QString::fromStdString(settings.codec)));
    OptionGrid::setChanged(m_codecRow, settings.codec != defaults.codec);
    m_codecOptions->present(settings, defaults);
    m_blockSize->setCurrentIndex(m_blockSize->findData(settings.blockSize));
    OptionGrid::setChanged(m_blockSizeRow, settings.blockSize != defaults.blockSize);
    m_tailEnds->setCurrentIndex(settings.tailEnds == pack::TailEnds::All ? 0 : settings.tailEnds == pack::TailEnds::Small ? 1 : 2);
    OptionGrid::setChanged(m_tailEndsRow, settings.tailEnds != defaults.tailEnds);
    m_duplicates->setChecked(settings.duplicates);
    OptionGrid::setChanged(m_duplicatesRow, settings.duplicates != defaults.duplicates);
}

void OptionsForm::presentContents(const BuildSettings& settings, const BuildSettings& defaults)
{
    if (patternsIn(m_excludes->toPlainText()) != settings.excludes)
        m_excludes->setPlainText(settings.excludes.join(QLatin1Char('\n')));
    OptionGrid::setChanged(m_excludesRow, settings.excludes != defaults.excludes);
    m_owners->setCurrentIndex(settings.allRoot ? 1 : 0);
    OptionGrid::setChanged(m_ownersRow, settings.allRoot != defaults.allRoot);
    m_times->setCurrentIndex(settings.fixedTime ? 1 : 0);
    m_time->setVisible(settings.fixedTime.has_value());
    if (settings.fixedTime)
        m_time->setDateTime(QDateTime::fromSecsSinceEpoch(*settings.fixedTime, Qt::UTC));
    OptionGrid::setChanged(m_timesRow, settings.fixedTime != defaults.fixedTime);
    m_xattrs->setChecked(settings.xattrs);
    OptionGrid::setChanged(m_xattrsRow, settings.xattrs != defaults.xattrs);
    m_keepFolder->setChecked(settings.keepFolder);
    OptionGrid::setChanged(m_keepFolderRow, settings.keepFolder != defaults.keepFolder);
    OptionGrid::setReason(m_keepFolderRow,
        settings.sources.size() > 1 ? tr("Several sources always keep their own names") : QString());
    m_oneFileSystem->setChecked(settings.oneFileSystem);
    OptionGrid::setChanged(m_oneFileSystemRow, settings.oneFileSystem != defaults.oneFileSystem);
    m_skipUnreadable->setChecked(settings.skipUnreadable);
    OptionGrid::setChanged(m_skipUnreadableRow, settings.skipUnreadable != defaults.skipUnreadable);
}

void OptionsForm::presentOutput(const BuildSettings& settings, const BuildSettings& defaults)
{
    m_workers->setValue(settings.workers < 0 ? 0 : settings.workers);
    OptionGrid::setChanged(m_workersRow, settings.workers != defaults.workers);
    for (std::size_t i = 0; i < kPaddings.size(); ++i) {
        if (kPaddings[i] == settings.padTo)
            m_padding->setCurrentIndex(static_cast<int>(i));
    }
    OptionGrid::setChanged(m_paddingRow, settings.padTo != defaults.padTo);
    m_reproducible->setChecked(settings.reproducible);
    OptionGrid::setChanged(m_reproducibleRow, settings.reproducible != defaults.reproducible);
    m_verify->setChecked(settings.verify);
    OptionGrid::setChanged(m_verifyRow, settings.verify != defaults.verify);
}

void OptionsForm::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool wide = width() > fontMetrics().averageCharWidth() * 96;
    m_columns->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

}  // namespace sqd::ui
