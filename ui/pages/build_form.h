// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/build_settings.h"
#include "ui/path_facts.h"
#include "ui/source_counter.h"

#include <QUndoStack>
#include <QWidget>

#include <array>

class QLineEdit;
class QListWidget;
class QPushButton;
class QScrollArea;
class QTimer;
class QToolButton;
class QVBoxLayout;

namespace sqd::ui {

class GoalCard;
class OptionsForm;
class TextLabel;

// The form of the Build page: sources, goal, target, More Options. Its state is one BuildSettings value; every edit is a step of undo.
class BuildForm : public QWidget {
    Q_OBJECT
public:
    explicit BuildForm(QWidget* parent = nullptr);

    [[nodiscard]] const BuildSettings& settings() const { return m_settings; }
    void setSources(std::vector<std::string> sources, bool archive = false);  // also suggests a target, off the GUI thread
    void addSources(const std::vector<std::string>& sources);
    void setTarget(const std::string& target);
    void setReplaceTarget(bool replace) { m_settings.replaceTarget = replace; }
    [[nodiscard]] SourceCounter::Count counted() const { return m_count; }
    void stopCounting();
    // Why Create Image cannot be pressed, in words; empty when it can.
    [[nodiscard]] QString obstacle() const;
    [[nodiscard]] QUndoStack* undoStack() { return &m_undo; }
    void setOptionsOpen(bool open);
    void focusFirst();

    // Sets the settings as they are; used by undo.
    void apply(const BuildSettings& settings);

signals:
    void changed();
    void createRequested();
    void copyCommandRequested();
    void addFolderRequested();
    void addFilesRequested();
    void chooseTargetRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildSources(QVBoxLayout* column);
    void buildGoals(QVBoxLayout* column);
    void buildTarget(QVBoxLayout* column);
    void buildOptions(QVBoxLayout* column);
    void buildFooter(QVBoxLayout* page);
    void edit(const QString& field, const std::function<void(BuildSettings&)>& change);
    void present();
    void presentSources();
    void presentGoals();
    void presentCount();
    void removeSelected();
    void sourcesChanged();
    void suggestTargetFor(const std::vector<std::string>& sources);
    void askForSpace();
    void presentSpace();

    BuildSettings m_settings;
    bool m_presenting = false;
    bool m_targetTyped = false;      // by hand, so it is no longer suggested
    SourceCounter m_counter;
    SourceCounter::Count m_count;
    PathFacts m_targetFacts;
    QUndoStack m_undo;
    QTimer* m_spaceTimer;
    QScrollArea* m_scroll = nullptr;
    TextLabel *m_title = nullptr, *m_counted = nullptr, *m_space = nullptr, *m_obstacle = nullptr;
    QListWidget* m_sources = nullptr;
    QPushButton *m_remove = nullptr, *m_create = nullptr, *m_copyCommand = nullptr;
    std::array<GoalCard*, 3> m_goals{};
    QLineEdit* m_target = nullptr;
    QToolButton* m_disclosure = nullptr;
    OptionsForm* m_options = nullptr;
};

}  // namespace sqd::ui
