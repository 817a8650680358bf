// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/pages/browse_sheets.h"

#include "ui/convert.h"
#include "ui/widgets/text_label.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>

#include <algorithm>
#include <array>

#include <unistd.h>

namespace sqd::ui {

namespace {

bool isAdministrator()
{
    return ::geteuid() == 0;
}

std::string stem(const std::string& image)
{
    const std::string name = fileName(image);
    const auto dot = name.rfind('.');
    return dot == std::string::npos || dot == 0 ? name + " contents" : name.substr(0, dot);
}

QFileDialog* chooser(QWidget* parent, const QString& title, QFileDialog::FileMode mode)
{
    auto* dialog = new QFileDialog(parent, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(mode);
    if (mode == QFileDialog::Directory)
        dialog->setOption(QFileDialog::ShowDirsOnly);
    return dialog;
}

struct Compression {
    const char* name;    // of TarExportOptions
    const char* suffix;  // behind ".tar"
};
constexpr std::array<Compression, 7> kCompressions{{{"", ""}, {"gzip", ".gz"}, {"zstd", ".zst"}, {"xz", ".xz"}, {"bzip2", ".bz2"}, {"lz4", ".lz4"}, {"lzo", ".lzo"}}};

}  // namespace

ExtractSheet::ExtractSheet(QWidget* parent) : Sheet(tr("Extract"), tr("Extract"), parent)
{
    m_folder = addPathRow(tr("&Destination"), tr("Choose…"), [this] { chooseFolder(); });
    m_folder->setAccessibleName(tr("Destination Folder"));
    m_newFolder = new QCheckBox(tr("Put everything in a &new folder"), this);
    form()->addRow(QString(), m_newFolder);
    m_conflict = new QComboBox(this);
    m_conflict->addItem(tr("Ask"), static_cast<int>(read::Conflict::Ask));
    m_conflict->addItem(tr("Keep both"), static_cast<int>(read::Conflict::KeepBoth));
    m_conflict->addItem(tr("Overwrite"), static_cast<int>(read::Conflict::Overwrite));
    m_conflict->addItem(tr("Skip"), static_cast<int>(read::Conflict::Skip));
    m_conflict->setAccessibleName(tr("When Something Is in the Way"));
    m_conflict->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    form()->addRow(tr("&If it exists"), m_conflict);
    auto* restore = new QHBoxLayout;
    m_modes = new QCheckBox(tr("&Permissions"), this);
    m_owners = new QCheckBox(tr("&Owners"), this);
    m_xattrs = new QCheckBox(tr("E&xtended attributes"), this);
    for (QCheckBox* box : {m_modes, m_owners, m_xattrs}) {
        box->setChecked(true);
        restore->addWidget(box);
    }
    if (!isAdministrator()) {
        m_owners->setChecked(false);
        m_owners->setEnabled(false);
        m_owners->setAccessibleDescription(tr("Only an administrator can give files to others"));
        restore->addWidget(new TextLabel(TextLabel::Role::Secondary, tr("only an administrator can give files to others"), this));
    }
    restore->addStretch(1);
    form()->addRow(tr("Restore"), restore);
    connect(m_folder, &QLineEdit::textChanged, this, [this](const QString& text) { setObstacle(text.isEmpty() ? tr("Choose a destination") : QString()); });
}

void ExtractSheet::open(ExtractTask task, const std::string& destination)
{
    m_task = std::move(task);
    const auto count = static_cast<int>(std::min<std::size_t>(m_task.paths.size(), 2'000'000'000));
    setTitle(m_task.paths.empty() ? tr("Extract everything from %1").arg(isolated(shown(fileName(m_task.image))))
             : count == 1         ? tr("Extract %1").arg(isolated(shown(fileName(m_task.paths.front()))))
                                  : tr("Extract %Ln item(s)", nullptr, count));
    setDestination(destination);
    m_newFolder->setText(tr("Put everything in a &new folder “%1”").arg(shown(newFolderName()).replace(QLatin1Char('&'), QStringLiteral("&&"))));
    // One thing needs no folder around it; many would be scattered among what is there.
    m_newFolder->setChecked(m_task.topItems > 1);
    openSheet();
}

void ExtractSheet::setDestination(const std::string& folder)
{
    m_folder->setText(fromPath(folder));
}

std::string ExtractSheet::destination() const
{
    return toPath(m_folder->text());
}

void ExtractSheet::setConflict(read::Conflict conflict)
{
    m_conflict->setCurrentIndex(m_conflict->findData(static_cast<int>(conflict)));
}

void ExtractSheet::setNewFolder(bool on)
{
    m_newFolder->setChecked(on);
}

bool ExtractSheet::newFolder() const
{
    return m_newFolder->isChecked();
}

std::string ExtractSheet::newFolderName() const
{
    return stem(m_task.image);
}

operation::ExtractRequest ExtractSheet::request(const std::string& target) const
{
    operation::ExtractRequest request;
    request.image = m_task.image;
    request.offset = m_task.offset;
    request.extract.target = target;
    request.extract.patterns = m_task.paths;
    request.extract.strip = m_task.strip;
    request.extract.conflict = static_cast<read::Conflict>(m_conflict->currentData().toInt());
    request.extract.mode = m_modes->isChecked();
    request.extract.owner = m_owners->isChecked();
    request.extract.xattrs = m_xattrs->isChecked();
    request.extract.jobs = -1;
    return request;
}

void ExtractSheet::chooseFolder()
{
    QFileDialog* dialog = chooser(this, tr("Extract To"), QFileDialog::Directory);
    dialog->setDirectory(m_folder->text());
    connect(dialog, &QFileDialog::urlSelected, this, [this](const QUrl& url) {
        if (const std::string path = pathFromUrl(url); !path.empty())
            setDestination(path);
    });
    dialog->open();
}

void ExtractSheet::focusFirst()
{
    m_folder->setFocus();
    m_folder->selectAll();
}

CompareSheet::CompareSheet(QWidget* parent) : Sheet(tr("Compare"), tr("Compare"), parent)
{
    m_other = addPathRow(tr("&With"), tr("Choose Image…"), [this] { choose(false); });
    m_other->setAccessibleName(tr("Image or Folder to Compare With"));
    m_other->setPlaceholderText(tr("Another image, or a folder"));
    auto* folder = new QPushButton(tr("Choose Folder…"), this);
    connect(folder, &QPushButton::clicked, this, [this] { choose(true); });
    auto* row = new QHBoxLayout;
    m_times = new QCheckBox(tr("&Times"), this);
    m_owners = new QCheckBox(tr("&Owners"), this);
    m_xattrs = new QCheckBox(tr("E&xtended attributes"), this);
    for (QCheckBox* box : {m_times, m_owners, m_xattrs}) {
        box->setChecked(true);
        row->addWidget(box);
    }
    row->addStretch(1);
    row->addWidget(folder);
    form()->addRow(tr("Besides contents"), row);
    connect(m_other, &QLineEdit::textChanged, this, [this](const QString& text) { setObstacle(text.isEmpty() ? tr("Choose an image or a folder") : QString()); });
    setObstacle(tr("Choose an image or a folder"));
}

void CompareSheet::open(const std::string& image, std::optional<std::uint64_t> offset)
{
    m_first = {image, offset};
    setTitle(tr("Compare %1 with another image or a folder").arg(isolated(shown(fileName(image)))));
    openSheet();
}

void CompareSheet::setOther(const std::string& path)
{
    m_other->setText(fromPath(path));
}

operation::DiffRequest CompareSheet::request() const
{
    operation::DiffRequest request;
    request.first = m_first;
    request.second.path = toPath(m_other->text());
    request.options.times = m_times->isChecked();
    request.options.owner = m_owners->isChecked();
    request.options.xattrs = m_xattrs->isChecked();
    request.options.jobs = -1;
    return request;
}

void CompareSheet::choose(bool folder)
{
    QFileDialog* dialog = chooser(this, tr("Compare With"), folder ? QFileDialog::Directory : QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::urlSelected, this, [this](const QUrl& url) {
        if (const std::string path = pathFromUrl(url); !path.empty())
            setOther(path);
    });
    dialog->open();
}

void CompareSheet::focusFirst()
{
    m_other->setFocus();
    m_other->selectAll();
}

ExportSheet::ExportSheet(QWidget* parent) : Sheet(tr("Export as tar"), tr("Export"), parent)
{
    m_file = addPathRow(tr("Save &as"), tr("Choose…"), [this] { chooseFile(); });
    m_file->setAccessibleName(tr("Archive to Make"));
    m_compress = new QComboBox(this);
    for (const Compression& one : kCompressions)
        m_compress->addItem(*one.name == 0 ? tr("Not compressed") : QString::fromLatin1(one.name));
    m_compress->setAccessibleName(tr("Compression of the Archive"));
    m_compress->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    form()->addRow(tr("&Compression"), m_compress);
    auto* what = new QHBoxLayout;
    m_all = new QRadioButton(tr("&Everything"), this);
    m_selected = new QRadioButton(this);
    auto* choice = new QButtonGroup(this);
    choice->addButton(m_all);
    choice->addButton(m_selected);
    what->addWidget(m_all);
    what->addWidget(m_selected);
    what->addStretch(1);
    form()->addRow(tr("What"), what);
    auto* options = new QHBoxLayout;
    m_xattrs = new QCheckBox(tr("E&xtended attributes"), this);
    m_xattrs->setChecked(true);
    m_force = new QCheckBox(tr("&Replace an existing file"), this);
    options->addWidget(m_xattrs);
    options->addWidget(m_force);
    options->addStretch(1);
    form()->addRow(QString(), options);
    connect(m_compress, &QComboBox::currentIndexChanged, this, &ExportSheet::fitSuffix);
    connect(m_file, &QLineEdit::textChanged, this, [this](const QString& text) { setObstacle(text.isEmpty() ? tr("Choose a file") : QString()); });
}

void ExportSheet::open(ExtractTask selected, const std::string& target)
{
    m_task = std::move(selected);
    const auto count = static_cast<int>(std::min<std::size_t>(m_task.paths.size(), 2'000'000'000));
    setTitle(tr("Export %1 as a tar archive").arg(isolated(shown(fileName(m_task.image)))));
    m_selected->setText(tr("%Ln selected item(s)", nullptr, count));
    m_selected->setVisible(count > 0);
    m_all->setChecked(true);
    m_force->setChecked(false);
    setTarget(target);
    fitSuffix();
    openSheet();
}

void ExportSheet::setTarget(const std::string& file)
{
    m_file->setText(fromPath(file));
}

void ExportSheet::fitSuffix()
{
    QString name = m_file->text();
    for (const Compression& one : kCompressions) {
        const QString end = QStringLiteral(".tar") + QLatin1String(one.suffix);
        if (name.endsWith(end)) {
            name.chop(end.size());
            m_file->setText(name + QStringLiteral(".tar") + QLatin1String(kCompressions[static_cast<std::size_t>(m_compress->currentIndex())].suffix));
            return;
        }
    }
}

operation::TarRequest ExportSheet::request() const
{
    operation::TarRequest request;
    request.image = m_task.image;
    request.offset = m_task.offset;
    request.target = toPath(m_file->text());
    request.force = m_force->isChecked();
    request.tar.compress = kCompressions[static_cast<std::size_t>(m_compress->currentIndex())].name;
    request.tar.xattrs = m_xattrs->isChecked();
    if (m_selected->isChecked())
        request.tar.patterns = m_task.paths;
    request.tar.jobs = -1;
    return request;
}

void ExportSheet::chooseFile()
{
    QFileDialog* dialog = chooser(this, tr("Export As"), QFileDialog::AnyFile);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    // Replacing is a choice of the sheet, so that it is asked once.
    dialog->setOption(QFileDialog::DontConfirmOverwrite);
    dialog->selectFile(m_file->text());
    connect(dialog, &QFileDialog::urlSelected, this, [this](const QUrl& url) {
        if (const std::string path = pathFromUrl(url); !path.empty())
            setTarget(path);
    });
    dialog->open();
}

void ExportSheet::focusFirst()
{
    m_file->setFocus();
}

}  // namespace sqd::ui
