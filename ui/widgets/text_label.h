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
    void setFullText(const QString& text);
    [[nodiscard]] QString fullText() const { return m_full; }
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void restyle();
    void elide();

    Role m_role;
    bool m_elided = false;
    bool m_restyling = false;  // setFont and setPalette send change events themselves
    QString m_full;
};

}  // namespace sqd::ui
