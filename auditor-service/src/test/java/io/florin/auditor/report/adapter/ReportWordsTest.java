package io.florin.auditor.report.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.auditor.protocol.Money;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportWordsTest {
    private final ReportWords words = new ReportWords(new Money("FLN", 2));

    @Test
    void namesFactsInWords() {
        assertThat(words.label("configurationVersion")).isEqualTo("Configuration version");
        assertThat(words.label("certifier2ComparedThrough")).isEqualTo("Certifier 2 compared through");
        assertThat(words.label("knownHead")).isEqualTo("Newest block known");
    }

    @Test
    void writesAmountsAsMoneyAndCountsWithSeparators() {
        assertThat(words.value("issued", 123_456_789L)).isEqualTo("1,234,567.89 FLN");
        assertThat(words.value("transactions", 12_345L)).isEqualTo("12,345");
        assertThat(words.value("namespace", 1234)).isEqualTo("1234");
    }

    @Test
    void writesTimesAndTruth() {
        assertThat(words.value("lastAcceptedMillis", 1_700_000_000_000L)).isEqualTo("2023-11-14 22:13:20 UTC");
        assertThat(words.value("lastAcceptedMillis", 0L)).isEqualTo("never");
        assertThat(words.value("holds", true)).isEqualTo("yes");
        assertThat(words.value("firstDifference", 0L)).isEqualTo("none");
        assertThat(words.value("firstDifference", 7L)).isEqualTo("7");
        assertThat(words.value("what", "")).isEqualTo("none");
    }

    @Test
    void writesPartsInLines() {
        assertThat(words.value("byParticipant", Map.of("1", Map.of("redeemed", 5L, "issued", 100_000L))))
                .isEqualTo("1: issued 1,000.00 FLN, redeemed 0.05 FLN");
        assertThat(words.value("byParticipant", Map.of())).isEqualTo("none");
        assertThat(words.value("newest", List.of("a", "b"))).isEqualTo("2");
    }
}
