<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>VerifyText</name>
    <message numerus="yes">
        <source>%1 is damaged: %n error(s) found</source>
        <translation>
            <numerusform>%1 is damaged: %n error found</numerusform>
            <numerusform>%1 is damaged: %n errors found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s), %1 unpacked in %2</source>
        <translation>
            <numerusform>%Ln file, %1 unpacked in %2</numerusform>
            <numerusform>%Ln files, %1 unpacked in %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sqd::ui::BrowseContent</name>
    <message numerus="yes">
        <source>This folder is damaged: %Ln entry(ies) could be read</source>
        <translation>
            <numerusform>This folder is damaged: %Ln entry could be read</numerusform>
            <numerusform>This folder is damaged: %Ln entries could be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln match(es)</source>
        <translation>
            <numerusform>%Ln match</numerusform>
            <numerusform>%Ln matches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln item(s) selected</source>
        <translation>
            <numerusform>%1 of %Ln item selected</numerusform>
            <numerusform>%1 of %Ln items selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s)</source>
        <translation>
            <numerusform>%Ln item</numerusform>
            <numerusform>%Ln items</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sqd::ui::BrowsePage</name>
    <message numerus="yes">
        <source>Preparing %Ln item(s)…</source>
        <translation>
            <numerusform>Preparing %Ln item…</numerusform>
            <numerusform>Preparing %Ln items…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) can be pasted now</source>
        <translation>
            <numerusform>%Ln item can be pasted now</numerusform>
            <numerusform>%Ln items can be pasted now</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln existing item(s) left as they are</source>
        <translation>
            <numerusform>%Ln existing item left as it is</numerusform>
            <numerusform>%Ln existing items left as they are</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln existing item(s) replaced, which Undo cannot bring back</source>
        <translation>
            <numerusform>%Ln existing item replaced, which Undo cannot bring back</numerusform>
            <numerusform>%Ln existing items replaced, which Undo cannot bring back</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) extracted, %1</source>
        <translation>
            <numerusform>%Ln item extracted, %1</numerusform>
            <numerusform>%Ln items extracted, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) could not be taken out whole</source>
        <translation>
            <numerusform>%Ln item could not be taken out whole</numerusform>
            <numerusform>%Ln items could not be taken out whole</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) moved to the trash</source>
        <translation>
            <numerusform>%Ln item moved to the trash</numerusform>
            <numerusform>%Ln items moved to the trash</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) could not be moved to the trash</source>
        <translation>
            <numerusform>%Ln item could not be moved to the trash</numerusform>
            <numerusform>%Ln items could not be moved to the trash</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more finding(s)</source>
        <translation>
            <numerusform>and %Ln more finding</numerusform>
            <numerusform>and %Ln more findings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No differences in %Ln item(s)</source>
        <translation>
            <numerusform>No differences in %Ln item</numerusform>
            <numerusform>No differences in %Ln items</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln difference(s)</source>
        <translation>
            <numerusform>%Ln difference</numerusform>
            <numerusform>%Ln differences</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 is ready: %Ln item(s), %2</source>
        <translation>
            <numerusform>%1 is ready: %Ln item, %2</numerusform>
            <numerusform>%1 is ready: %Ln items, %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln remark(s)</source>
        <translation>
            <numerusform>%Ln remark</numerusform>
            <numerusform>%Ln remarks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sqd::ui::BuildForm</name>
    <message numerus="yes">
        <source>More Options (%n changed)</source>
        <translation>
            <numerusform>More Options (%n changed)</numerusform>
            <numerusform>More Options (%n changed)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Pack %Ln source(s)</source>
        <translation>
            <numerusform>Pack %Ln source</numerusform>
            <numerusform>Pack %Ln sources</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s), %1</source>
        <translation>
            <numerusform>%Ln item, %1</numerusform>
            <numerusform>%Ln items, %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sqd::ui::ConflictDialog</name>
    <message numerus="yes">
        <source>&amp;Apply to all remaining (%Ln)</source>
        <translation>
            <numerusform>&amp;Apply to all remaining (%Ln)</numerusform>
            <numerusform>&amp;Apply to all remaining (%Ln)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sqd::ui::ExportSheet</name>
    <message numerus="yes">
        <source>%Ln selected item(s)</source>
        <translation>
            <numerusform>%Ln selected item</numerusform>
            <numerusform>%Ln selected items</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sqd::ui::ExtractSheet</name>
    <message numerus="yes">
        <source>Extract %Ln item(s)</source>
        <translation>
            <numerusform>Extract %Ln item</numerusform>
            <numerusform>Extract %Ln items</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sqd::ui::FactsView</name>
    <message numerus="yes">
        <source>%Ln damaged entry(ies)</source>
        <translation>
            <numerusform>%Ln damaged entry</numerusform>
            <numerusform>%Ln damaged entries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sqd::ui::LiveView</name>
    <message numerus="yes">
        <source>%1, %Ln item(s) found so far</source>
        <translation>
            <numerusform>%1, %Ln item found so far</numerusform>
            <numerusform>%1, %Ln items found so far</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln warning(s) so far</source>
        <translation>
            <numerusform>%Ln warning so far</numerusform>
            <numerusform>%Ln warnings so far</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sqd::ui::MainWindow</name>
    <message numerus="yes">
        <source>%Ln item(s) cannot be packed and were left out</source>
        <translation>
            <numerusform>%Ln item cannot be packed and was left out</numerusform>
            <numerusform>%Ln items cannot be packed and were left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s)</source>
        <translation>
            <numerusform>%Ln item</numerusform>
            <numerusform>%Ln items</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %Ln item(s) to the source list</source>
        <translation>
            <numerusform>Add %Ln item to the source list</numerusform>
            <numerusform>Add %Ln items to the source list</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Pack %Ln item(s) into one image</source>
        <translation>
            <numerusform>Pack %Ln item into one image</numerusform>
            <numerusform>Pack %Ln items into one image</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sqd::ui::ResultView</name>
    <message numerus="yes">
        <source>files</source>
        <comment>caption</comment>
        <translation>
            <numerusform>file</numerusform>
            <numerusform>files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>folders</source>
        <comment>caption</comment>
        <translation>
            <numerusform>folder</numerusform>
            <numerusform>folders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln worker(s)</source>
        <translation>
            <numerusform>%Ln worker</numerusform>
            <numerusform>%Ln workers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) could not be packed whole</source>
        <translation>
            <numerusform>%Ln item could not be packed whole</numerusform>
            <numerusform>%Ln items could not be packed whole</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln note(s)</source>
        <translation>
            <numerusform>%Ln note</numerusform>
            <numerusform>%Ln notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>duplicates</source>
        <comment>caption</comment>
        <translation>
            <numerusform>duplicate</numerusform>
            <numerusform>duplicates</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sqd::ui::SidePane</name>
    <message numerus="yes">
        <source>%Ln block(s)</source>
        <translation>
            <numerusform>%Ln block</numerusform>
            <numerusform>%Ln blocks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sqd::ui::WorkerPanel</name>
    <message numerus="yes">
        <source>%Ln worker(s), %1, slowest %2</source>
        <translation>
            <numerusform>%Ln worker, %1, slowest %2</numerusform>
            <numerusform>%Ln workers, %1, slowest %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n waiting</numerusform>
            <numerusform>%n waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln worker(s): slowest %1, median %2, fastest %3</source>
        <translation>
            <numerusform>%Ln worker: slowest %1, median %2, fastest %3</numerusform>
            <numerusform>%Ln workers: slowest %1, median %2, fastest %3</numerusform>
        </translation>
    </message>
</context>
</TS>
