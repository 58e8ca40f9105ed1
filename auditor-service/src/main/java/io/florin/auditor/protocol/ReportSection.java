package io.florin.auditor.protocol;

import java.util.Map;

/// One part of the integrity report.
public interface ReportSection {

    /// As in the JSON report: `supply`, `blocks`.
    String name();

    /// Its title on the page.
    String title();

    /// Facts in a fixed order; values are numbers, texts, truth values, lists and maps of them.
    Map<String, Object> facts();

    /// Whether everything in this section is as it should be.
    boolean sound();
}
