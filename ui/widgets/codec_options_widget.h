// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "operation/codec_catalog.h"
#include "ui/build_settings.h"
#include "ui/widgets/option_grid.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

class QSpinBox;
class QVBoxLayout;

namespace sqd::ui {

// Level and -X options of one codec. Builds itself from the codec's own description, so a new codec needs no change here.
class CodecOptionsWidget : public QWidget {
    Q_OBJECT
public:
    explicit CodecOptionsWidget(QWidget* parent = nullptr);

    // Shows the codec, level and options of `settings`; values that differ from `defaults` are marked.
    void present(const BuildSettings& settings, const BuildSettings& defaults);

signals:
    void levelChosen(std::optional<int> level);
    // A value equal to the codec's default is told as nullopt.
    void optionChosen(const std::string& name, std::optional<std::string> value);

private:
    struct Option {
        operation::CodecOptionDescription description;
        OptionGrid::Row* row = nullptr;
        std::function<void(const std::string& value)> show;
    };
    void rebuild(const operation::CodecDescription& codec);
    void addLevel(const operation::CodecDescription& codec);
    void addOption(const operation::CodecOptionDescription& description);
    QWidget* makeField(Option& option);
    QWidget* makeChoice(Option& option);
    QWidget* makeNumber(Option& option);
    QWidget* makeFlag(Option& option);
    QWidget* makeFlagList(Option& option);
    QWidget* makeText(Option& option);
    void choose(const operation::CodecOptionDescription& description, const std::string& value);

    std::string m_codec;
    BuildSettings m_defaults;
    OptionGrid* m_grid = nullptr;
    QVBoxLayout* m_layout;
    QSpinBox* m_level = nullptr;
    OptionGrid::Row* m_levelRow = nullptr;
    int m_defaultLevel = 0;
    std::vector<Option> m_options;
    bool m_presenting = false;
};

// All codecs of this build; computed once.
const std::vector<operation::CodecDescription>& codecCatalog();
const operation::CodecDescription* findCodec(const std::string& name);

}  // namespace sqd::ui
