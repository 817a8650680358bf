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
        <source>%n file(s), %1 unpacked in %2</source>
        <translation>
            <numerusform>%n file, %1 unpacked in %2</numerusform>
            <numerusform>%n files, %1 unpacked in %2</numerusform>
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
        <source>Pack %n source(s)</source>
        <translation>
            <numerusform>Pack %n source</numerusform>
            <numerusform>Pack %n sources</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s), %1</source>
        <translation>
            <numerusform>%n item, %1</numerusform>
            <numerusform>%n items, %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sqd::ui::LiveView</name>
    <message numerus="yes">
        <source>%1, %n item(s) found so far</source>
        <translation>
            <numerusform>%1, %n item found so far</numerusform>
            <numerusform>%1, %n items found so far</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s), listed at the end</source>
        <translation>
            <numerusform>%n warning, listed at the end</numerusform>
            <numerusform>%n warnings, listed at the end</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sqd::ui::MainWindow</name>
    <message numerus="yes">
        <source>%n item(s) cannot be packed and were left out</source>
        <translation>
            <numerusform>%n item cannot be packed and was left out</numerusform>
            <numerusform>%n items cannot be packed and were left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n item</numerusform>
            <numerusform>%n items</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n item(s) to the source list</source>
        <translation>
            <numerusform>Add %n item to the source list</numerusform>
            <numerusform>Add %n items to the source list</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Pack %n item(s) into one image</source>
        <translation>
            <numerusform>Pack %n item into one image</numerusform>
            <numerusform>Pack %n items into one image</numerusform>
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
        <source>%n worker(s)</source>
        <translation>
            <numerusform>%n worker</numerusform>
            <numerusform>%n workers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) could not be packed whole</source>
        <translation>
            <numerusform>%n item could not be packed whole</numerusform>
            <numerusform>%n items could not be packed whole</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n note</numerusform>
            <numerusform>%n notes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>sqd::ui::WorkerPanel</name>
    <message numerus="yes">
        <source>%n worker(s), %1, slowest %2</source>
        <translation>
            <numerusform>%n worker, %1, slowest %2</numerusform>
            <numerusform>%n workers, %1, slowest %2</numerusform>
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
        <source>%n worker(s): slowest %1, median %2, fastest %3</source>
        <translation>
            <numerusform>%n worker: slowest %1, median %2, fastest %3</numerusform>
            <numerusform>%n workers: slowest %1, median %2, fastest %3</numerusform>
        </translation>
    </message>
</context>
</TS>
