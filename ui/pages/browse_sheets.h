// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "operation/diff_operation.h"
#include "operation/extract_operation.h"
#include "operation/tar_operation.h"
#include "ui/widgets/sheet.h"

#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QRadioButton;

namespace sqd::ui {

class TextLabel;

// What is to be taken out of an image. Plain value.
struct ExtractTask {
    std::string image;
    std::optional<std::uint64_t> offset;
    std::vector<std::string> paths;  // inside the image; empty = everything
    std::uint32_t strip = 0;         // leading path parts that are left away
    std::uint64_t topItems = 1;      // that will stand in the destination
};

class ExtractSheet : public Sheet {
    Q_OBJECT
public:
    explicit ExtractSheet(QWidget* parent = nullptr);
    void open(ExtractTask task, const std::string& destination);
    void setDestination(const std::string& folder);
    [[nodiscard]] std::string destination() const;
    void setConflict(read::Conflict conflict);
    void setNewFolder(bool on);
    [[nodiscard]] bool newFolder() const;
    // The name of the new folder, after the image's.
    [[nodiscard]] std::string newFolderName() const;
    // `target` is where the entries go: the destination, or the new folder in it.
    [[nodiscard]] operation::ExtractRequest request(const std::string& target) const;

protected:
    void focusFirst() override;

private:
    void chooseFolder();

    ExtractTask m_task;
    QLineEdit* m_folder;
    QCheckBox* m_newFolder;
    QComboBox* m_conflict;
    QCheckBox *m_modes, *m_owners, *m_xattrs;
};

class CompareSheet : public Sheet {
    Q_OBJECT
public:
    explicit CompareSheet(QWidget* parent = nullptr);
    void open(const std::string& image, std::optional<std::uint64_t> offset);
    void setOther(const std::string& path);
    [[nodiscard]] operation::DiffRequest request() const;

protected:
    void focusFirst() override;

private:
    void choose(bool folder);

    read::DiffSide m_first;
    QLineEdit* m_other;
    QCheckBox *m_times, *m_owners, *m_xattrs;
};

class ExportSheet : public Sheet {
    Q_OBJECT
public:
    explicit ExportSheet(QWidget* parent = nullptr);
    void open(ExtractTask selected, const std::string& target);
    void setTarget(const std::string& file);
    [[nodiscard]] operation::TarRequest request() const;

protected:
    void focusFirst() override;

private:
    void chooseFile();
    void fitSuffix();

    ExtractTask m_task;
    QLineEdit* m_file;
    QComboBox* m_compress;
    QRadioButton *m_all, *m_selected;
    QCheckBox *m_xattrs, *m_force;
};

}  // namespace sqd::ui
