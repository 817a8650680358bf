// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/settings.h"

#include <QWidget>

class QFrame;
class QListWidget;
class QPushButton;

namespace sqd::ui {

class DropArea;
class TextLabel;

// The start page: the drop area, and what was used lately.
class HomePage : public QWidget {
    Q_OBJECT
public:
    explicit HomePage(Settings* settings, QWidget* parent = nullptr);
    void setDropActive(bool active);
    void focusFirst();

signals:
    void chooseFolderRequested();
    void openImageRequested();
    void recentActivated(const sqd::ui::RecentEntry& entry);

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void presentRecents();
    void markMissing();
    void showMenu(const QPoint& position);
    void removeCurrent();

    Settings* m_settings;
    DropArea* m_area;
    QPushButton* m_choose;
    QFrame* m_hint;
    QWidget* m_recentBox;
    QListWidget* m_list;
    std::vector<RecentEntry> m_entries;
};

}  // namespace sqd::ui
