// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLabel>

namespace sqd::ui {

// A label of the type scale. Font and colour follow the application's font and palette while it runs.
class TextLabel : public QLabel {
    Q_OBJECT
public:
    enum class Role { Title, Section, Body, Secondary, Figure };
    explicit TextLabel(Role role, const QString& text = {}, QWidget* parent = nullptr);

    // One line that is shortened in the middle instead of widening its page; the whole text is its tooltip then.
    void setElided(bool elided);
    // For text that changes many times a second: room for so many characters and lines for good, so that new text is painted and
    // nothing is laid out again. Its accessible name is set by whoever decides what is worth saying.
    void setSteady(int characters, int lines = 1);
    void setFullText(const QString& text);
    [[nodiscard]] QString fullText() const { return m_full; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();
    void elide();

    Role m_role;
    bool m_elided = false;
    int m_steadyCharacters = 0, m_steadyLines = 0;  // 0 = not steady
    bool m_restyling = false;  // setFont and setPalette send change events themselves
    QString m_full;
};

}  // namespace sqd::ui
