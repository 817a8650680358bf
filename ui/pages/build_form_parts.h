// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/build_settings.h"
#include "ui/path_facts.h"

#include <QUndoCommand>

#include <array>

class QLineEdit;
class QListWidget;
class QPushButton;
class QVBoxLayout;
class QWidget;

// The parts of the Build page's form, made and laid out; what they do is build_form's.
namespace sqd::ui {

class BuildForm;
class GoalCard;
class TextLabel;

struct SourcesPart {
    TextLabel* title;
    TextLabel* counted;
    QListWidget* list;
    QPushButton *addFolder, *addFiles, *remove;
};
SourcesPart makeSourcesPart(QWidget* parent, QVBoxLayout* column);
std::array<GoalCard*, 3> makeGoalsPart(QWidget* parent, QVBoxLayout* column);
// What the card says: codec and level of `settings`, and what its goal is good at.
void describeGoal(GoalCard* card, const BuildSettings& settings);

struct TargetPart {
    QLineEdit* edit;
    QPushButton* change;
    TextLabel* space;
};
TargetPart makeTargetPart(QWidget* parent, QVBoxLayout* column);
// "84 GB free here", with a caution when the source is larger than that.
QString spaceText(const PathFacts& target, std::uint64_t sourceBytes);

struct FooterPart {
    QPushButton* copyCommand;
    TextLabel* obstacle;
    QPushButton* create;
};
FooterPart makeFooterPart(QWidget* parent, QVBoxLayout* page);

// One edit of the form. Edits of one field that follow each other are one step.
class SettingsStep : public QUndoCommand {
public:
    SettingsStep(BuildForm* form, const QString& field, BuildSettings before, BuildSettings after);
    void undo() override;
    void redo() override;
    [[nodiscard]] int id() const override { return 1; }
    bool mergeWith(const QUndoCommand* next) override;

private:
    BuildForm* m_form;
    QString m_field;
    BuildSettings m_before, m_after;
};

}  // namespace sqd::ui
