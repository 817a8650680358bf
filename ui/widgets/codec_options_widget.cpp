// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/codec_options_widget.h"

#include "ui/error_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QLineEdit>
#include <QMenu>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace sqd::ui {

namespace {

// "dict-size" → "Dict size". Names of options are the codec's own words and stay as they are, but for the look.
QString title(const std::string& name)
{
    QString text = QString::fromStdString(name).replace(QLatin1Char('-'), QLatin1Char(' '));
    if (text.size() > 3)
        text[0] = text[0].toUpper();
    return text;
}

QString help(const operation::CodecOptionDescription& option)
{
    return QCoreApplication::translate("CodecOption", option.help.c_str());
}

// The form has a level of its own; a number with the same range and default is another name for it ("level", "preset" …).
bool isLevel(const operation::CodecDescription& codec, const operation::CodecOptionDescription& option)
{
    return option.kind == operation::CodecOptionDescription::Kind::Number && option.minimum == codec.minLevel
        && option.maximum == codec.maxLevel && option.defaultText == std::to_string(codec.defaultLevel);
}

bool isOn(const std::string& value)
{
    return value.empty() || value == "1";
}

// Why `settings` cannot be used, in the engine's words; empty when they can.
QString refusal(const BuildSettings& settings)
{
    const auto request = toRequest(settings);
    return request ? QString() : obstacleText(request.error());
}

// Values that stand for "anything but the default".
std::vector<std::string> otherValues(const operation::CodecOptionDescription& option)
{
    using Kind = operation::CodecOptionDescription::Kind;
    switch (option.kind) {
    case Kind::Number:
        return {std::to_string(option.minimum), std::to_string(option.maximum), std::to_string((option.minimum + option.maximum) / 2)};
    case Kind::Flag:
        return {option.defaultText == "1" ? "0" : "1"};
    case Kind::Choice:
    case Kind::FlagList:
        return option.choices;
    case Kind::Size:
        return {std::to_string(option.minimum), std::to_string(option.maximum), "100%", "50%"};
    }
    return {};
}

// Empty when some value of the option goes together with the other settings.
QString reasonAgainst(const BuildSettings& settings, const operation::CodecOptionDescription& option)
{
    if (!refusal(settings).isEmpty())
        return {};  // then the form says what is wrong as a whole, and everything stays open for repair
    QString reason;
    for (const std::string& value : otherValues(option)) {
        if (value == option.defaultText)
            continue;
        BuildSettings changed = settings;
        changed.codecOptions[option.name] = value;
        reason = refusal(changed);
        if (reason.isEmpty())
            return {};
    }
    return reason;
}

QString reasonAgainstLevel(const BuildSettings& settings, const operation::CodecDescription& codec)
{
    if (codec.minLevel == codec.maxLevel)
        return CodecOptionsWidget::tr("%1 has no levels").arg(QString::fromStdString(codec.name));
    if (!refusal(settings).isEmpty())
        return {};
    QString reason;
    for (const int level : {codec.minLevel, codec.maxLevel, codec.defaultLevel}) {
        BuildSettings changed = settings;
        changed.level = level;
        reason = refusal(changed);
        if (reason.isEmpty())
            return {};
    }
    return reason;
}

}  // namespace

const std::vector<operation::CodecDescription>& codecCatalog()
{
    static const std::vector<operation::CodecDescription> catalog = operation::codecCatalog();
    return catalog;
}

const operation::CodecDescription* findCodec(const std::string& name)
{
    for (const auto& codec : codecCatalog()) {
        if (codec.name == name)
            return &codec;
    }
    return nullptr;
}

CodecOptionsWidget::CodecOptionsWidget(QWidget* parent) : QWidget(parent), m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
}

void CodecOptionsWidget::present(const BuildSettings& settings, const BuildSettings& defaults)
{
    const operation::CodecDescription* codec = findCodec(settings.codec);
    if (!codec)
        return;
    m_defaults = defaults;
    m_presenting = true;
    if (m_codec != settings.codec)
        rebuild(*codec);
    const bool sameCodec = settings.codec == defaults.codec;
    m_level->setValue(settings.level.value_or(codec->defaultLevel));
    OptionGrid::setChanged(m_levelRow, settings.level.has_value() && !(sameCodec && settings.level == defaults.level));
    OptionGrid::setReason(m_levelRow, reasonAgainstLevel(settings, *codec));
    for (Option& option : m_options) {
        const std::string& name = option.description.name;
        const auto found = settings.codecOptions.find(name);
        const auto usual = defaults.codecOptions.find(name);
        const bool set = found != settings.codecOptions.end();
        const bool usuallySet = sameCodec && usual != defaults.codecOptions.end();
        option.show(set ? found->second : option.description.defaultText);
        OptionGrid::setChanged(option.row, set != usuallySet || (set && found->second != usual->second));
        OptionGrid::setReason(option.row, reasonAgainst(settings, option.description));
        if (option.row->field->isEnabled())
            option.row->field->setToolTip(help(option.description));
    }
    m_presenting = false;
}

void CodecOptionsWidget::rebuild(const operation::CodecDescription& codec)
{
    delete m_grid;
    m_options.clear();
    m_codec = codec.name;
    m_grid = new OptionGrid({}, this);
    m_layout->addWidget(m_grid);
    addLevel(codec);
    m_options.reserve(codec.options.size());
    for (const auto& description : codec.options) {
        if (!isLevel(codec, description))
            addOption(description);
    }
}

void CodecOptionsWidget::addLevel(const operation::CodecDescription& codec)
{
    m_defaultLevel = codec.defaultLevel;
    m_level = new QSpinBox;
    m_level->setRange(codec.minLevel, codec.maxLevel);
    m_level->setKeyboardTracking(false);
    connect(m_level, &QSpinBox::valueChanged, this, [this](int level) {
        if (!m_presenting)
            emit levelChosen(level == m_defaultLevel ? std::nullopt : std::optional<int>(level));
    });
    m_levelRow = m_grid->add(tr("Level"), m_level, [this] {
        emit levelChosen(m_defaults.codec == m_codec ? m_defaults.level : std::nullopt);
    });
}

void CodecOptionsWidget::addOption(const operation::CodecOptionDescription& description)
{
    m_options.push_back({description, nullptr, {}});
    Option& option = m_options.back();
    QWidget* field = makeField(option);
    field->setToolTip(help(description));
    field->setAccessibleDescription(help(description));
    const auto reset = [this, name = description.name] {
        const auto usual = m_defaults.codecOptions.find(name);
        const bool set = m_defaults.codec == m_codec && usual != m_defaults.codecOptions.end();
        emit optionChosen(name, set ? std::optional<std::string>(usual->second) : std::nullopt);
    };
    if (auto* box = qobject_cast<QCheckBox*>(field))
        option.row = m_grid->addCheck(box, reset);
    else
        option.row = m_grid->add(title(description.name), field, reset);
}

QWidget* CodecOptionsWidget::makeField(Option& option)
{
    using Kind = operation::CodecOptionDescription::Kind;
    switch (option.description.kind) {
    case Kind::Choice:
        return makeChoice(option);
    case Kind::Number:
        return makeNumber(option);
    case Kind::Flag:
        return makeFlag(option);
    case Kind::FlagList:
        return makeFlagList(option);
    case Kind::Size:
        break;
    }
    return makeText(option);
}

void CodecOptionsWidget::choose(const operation::CodecOptionDescription& description, const std::string& value)
{
    if (!m_presenting)
        emit optionChosen(description.name, value == description.defaultText ? std::nullopt : std::optional<std::string>(value));
}

QWidget* CodecOptionsWidget::makeChoice(Option& option)
{
    auto* box = new QComboBox;
    for (const std::string& choice : option.description.choices)
        box->addItem(QString::fromStdString(choice));
    connect(box, &QComboBox::currentTextChanged, this,
        [this, description = option.description](const QString& text) { choose(description, text.toStdString()); });
    option.show = [box](const std::string& value) { box->setCurrentText(QString::fromStdString(value)); };
    return box;
}

QWidget* CodecOptionsWidget::makeNumber(Option& option)
{
    constexpr std::int64_t kLowest = std::numeric_limits<int>::min();
    constexpr std::int64_t kHighest = std::numeric_limits<int>::max();
    auto* box = new QSpinBox;
    box->setRange(static_cast<int>(std::clamp(option.description.minimum, kLowest, kHighest)),
        static_cast<int>(std::clamp(option.description.maximum, kLowest, kHighest)));
    box->setKeyboardTracking(false);
    connect(box, &QSpinBox::valueChanged, this,
        [this, description = option.description](int value) { choose(description, std::to_string(value)); });
    option.show = [box](const std::string& value) { box->setValue(QString::fromStdString(value).toInt()); };
    return box;
}

QWidget* CodecOptionsWidget::makeFlag(Option& option)
{
    auto* box = new QCheckBox(title(option.description.name));
    connect(box, &QCheckBox::toggled, this,
        [this, description = option.description](bool on) { choose(description, on ? "1" : "0"); });
    option.show = [box](const std::string& value) { box->setChecked(isOn(value)); };
    return box;
}

QWidget* CodecOptionsWidget::makeFlagList(Option& option)
{
    auto* button = new QToolButton;
    button->setPopupMode(QToolButton::InstantPopup);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button->setFocusPolicy(Qt::StrongFocus);
    auto* menu = new QMenu(button);
    button->setMenu(menu);
    for (const std::string& choice : option.description.choices) {
        QAction* action = menu->addAction(QString::fromStdString(choice));
        action->setCheckable(true);
        connect(action, &QAction::toggled, this, [this, menu, description = option.description] {
            QStringList chosen;
            for (const QAction* one : menu->actions()) {
                if (one->isChecked())
                    chosen << one->text();
            }
            choose(description, chosen.join(QLatin1Char(',')).toStdString());
        });
    }
    option.show = [button, menu](const std::string& value) {
        const QStringList chosen = QString::fromStdString(value).split(QLatin1Char(','), Qt::SkipEmptyParts);
        for (QAction* action : menu->actions())
            action->setChecked(chosen.contains(action->text()));
        button->setText(chosen.isEmpty() ? tr("None") : chosen.join(QStringLiteral(", ")));
    };
    return button;
}

QWidget* CodecOptionsWidget::makeText(Option& option)
{
    auto* edit = new QLineEdit;
    edit->setAcceptDrops(false);  // the window takes drops
    connect(edit, &QLineEdit::editingFinished, this, [this, edit, description = option.description] {
        const std::string text = edit->text().trimmed().toStdString();
        choose(description, text.empty() ? description.defaultText : text);
    });
    option.show = [edit](const std::string& value) {
        const QString text = QString::fromStdString(value);
        if (edit->text() != text)
            edit->setText(text);
    };
    return edit;
}

}  // namespace sqd::ui
