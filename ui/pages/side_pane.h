// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/background.h"
#include "ui/models/entry_text.h"
#include "ui/preview_content.h"

#include <QWidget>

#include <memory>

class QFormLayout;
class QPlainTextEdit;
class QStackedWidget;
class QToolButton;

namespace sqd::ui {

class PictureView;
class RowsView;
class TextLabel;

// Beside the list: what the current entry holds, and what is known about it, down to its place in the image. Everything is read on
// another thread; what belongs to an entry left behind is dropped.
class SidePane : public QWidget {
    Q_OBJECT
public:
    explicit SidePane(QWidget* parent = nullptr);
    void setShares(Shares shares) { m_shares = std::move(shares); }
    void show(std::shared_ptr<operation::ImageBrowser> image, const read::EntryPlace& place);
    void clear();
    void focusPreview();
    void focusProperties();
    [[nodiscard]] const PreviewContent& preview() const { return m_content; }

signals:
    void closeRequested();

private:
    struct Answer {
        PreviewContent content;
        std::optional<Result<read::EntryLayout>> layout;
    };
    void present(const Answer& answer);
    void presentPreview(const PreviewContent& content);
    void presentProperties(const read::FolderListing& listing, const read::IndexEntry& entry, const std::string& path);
    void presentLayout(const read::EntryLayout& layout);
    void addRow(const QString& title, const QString& text);

    Shares m_shares;
    PreviewContent m_content;
    std::uint32_t m_blockSize = 0;
    LatestTask m_task;
    QStackedWidget* m_views;
    TextLabel* m_caption;
    QPlainTextEdit* m_text;
    PictureView* m_picture;
    TextLabel* m_message;
    QFormLayout* m_form;
    QWidget* m_formBox;
    TextLabel* m_blocksTitle;
    RowsView* m_blocks;
    QToolButton* m_close;
};

}  // namespace sqd::ui
