// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/build_settings.h"
#include "ui/widgets/option_grid.h"

#include <functional>

class QBoxLayout;
class QCheckBox;
class QComboBox;
class QDateTimeEdit;
class QPlainTextEdit;
class QSpinBox;

namespace sqd::ui {

class CodecOptionsWidget;

// "More Options" of the Build page: every setting beside sources, goal and target, in one column or two. Shows a BuildSettings value and
// asks for changes of it; it keeps none itself.
class OptionsForm : public QWidget {
    Q_OBJECT
public:
    using Change = std::function<void(BuildSettings&)>;

    explicit OptionsForm(QWidget* parent = nullptr);
    void present(const BuildSettings& settings);

signals:
    // `field` names the setting, so that typing in one field is one step of undo.
    void changeRequested(const QString& field, const sqd::ui::OptionsForm::Change& change);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildCompression();
    void buildContents();
    void buildOutput();
    void presentCompression(const BuildSettings& settings, const BuildSettings& defaults);
    void presentContents(const BuildSettings& settings, const BuildSettings& defaults);
    void presentOutput(const BuildSettings& settings, const BuildSettings& defaults);
    QCheckBox* addCheck(OptionGrid* grid, const QString& text, bool BuildSettings::*member, OptionGrid::Row** row);
    void ask(const QString& field, Change change);

    BuildSettings m_defaults;
    bool m_presenting = false;
    QBoxLayout* m_columns;
    OptionGrid *m_compression, *m_contents, *m_output;
    CodecOptionsWidget* m_codecOptions;
    QComboBox *m_codec, *m_blockSize, *m_tailEnds, *m_owners, *m_times, *m_padding;
    QDateTimeEdit* m_time;
    QPlainTextEdit* m_excludes;
    QSpinBox* m_workers;
    QCheckBox *m_duplicates, *m_xattrs, *m_oneFileSystem, *m_skipUnreadable, *m_keepFolder, *m_reproducible, *m_verify;
    OptionGrid::Row *m_codecRow, *m_blockSizeRow, *m_tailEndsRow, *m_duplicatesRow, *m_ownersRow, *m_timesRow, *m_xattrsRow, *m_excludesRow,
        *m_oneFileSystemRow, *m_skipUnreadableRow, *m_keepFolderRow, *m_workersRow, *m_paddingRow, *m_reproducibleRow, *m_verifyRow;
};

}  // namespace sqd::ui
