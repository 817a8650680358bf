// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "read/extractor.h"

#include <QDialog>

class QCheckBox;
class QFormLayout;
class QPushButton;

namespace sqd::ui {

class TextLabel;

// Something is in the way of an extraction: what is in the image against what is on disk, and what to do. One object serves the whole
// extraction and asks one question after the other; the other files are written meanwhile.
class ConflictDialog : public QDialog {
    Q_OBJECT
public:
    explicit ConflictDialog(QWidget* parent = nullptr);
    // Asks; `answered` follows. Closing the window by Escape skips this one.
    void ask(const read::ConflictQuestion& question);

signals:
    void answered(std::uint64_t number, const sqd::read::ConflictAnswer& answer);

protected:
    void reject() override;

private:
    void answer(read::ConflictAnswer::Choice choice);

    std::uint64_t m_number = 0;
    TextLabel *m_title, *m_keepName;
    QFormLayout *m_inImage, *m_onDisk;
    QCheckBox* m_all;
    QPushButton* m_keepBoth;
};

}  // namespace sqd::ui
