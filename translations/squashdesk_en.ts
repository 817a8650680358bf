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
    <name>sqd::ui::LiveView</name>
    <message numerus="yes">
        <source>%1, %Ln item(s) found so far</source>
        <translation>
            <numerusform>%1, %Ln item found so far</numerusform>
            <numerusform>%1, %Ln items found so far</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln warning(s), listed at the end</source>
        <translation>
            <numerusform>%Ln warning, listed at the end</numerusform>
            <numerusform>%Ln warnings, listed at the end</numerusform>
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
