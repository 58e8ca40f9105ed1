package io.florin.auditor.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShareEntriesTest {

    @Test
    void nameEveryPartInAsManyEntriesAsTheyNeed() {
        assertThat(ShareEntries.of("AZ-1", List.of("payer-0", "payee-0"), 500))
                .containsExactly("case AZ-1, 2 parts: payer-0 payee-0");

        String reference = "x".repeat(64);
        List<String> parts =
                IntStream.range(0, 64).mapToObj(i -> "value-" + i + "-high").toList();
        List<String> entries = ShareEntries.of(reference, parts, 500);
        assertThat(entries).hasSizeGreaterThan(1).allMatch(entry -> entry.length() <= 500);
        assertThat(entries.stream().flatMap(entry -> Arrays.stream(entry.split(": ", 2)[1].split(" "))))
                .containsExactlyElementsOf(parts);
    }
}
