package io.florin.runtime.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.runtime.audit.AuditBook.AuditedSupply;
import io.florin.runtime.audit.AuditNews.Line;
import io.florin.runtime.audit.AuditNews.Opinion;
import io.florin.runtime.audit.AuditNews.Tone;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AuditNewsTest {
    private static final Instant SIGNED = Instant.parse("2026-11-23T10:00:00Z");

    private static Line line(long followed, long secondsLater) {
        return Line.of(
                new AuditedSupply(1, 1, 7, 700, true, SIGNED, SIGNED),
                "7.00 FLN",
                Line.UNKNOWN,
                new Opinion(Tone.GOOD, "fine"),
                followed,
                SIGNED.plusSeconds(secondsLater));
    }

    /// A ledger without payments has no blocks, and its auditor nothing to sign.
    @Test
    void anAuditorIsLateOnlyWhereThereIsALaterBlock() {
        assertThat(line(7, 3_600).late()).isFalse();
        assertThat(line(8, 60).late()).isFalse();
        assertThat(line(8, 61).late()).isTrue();
        assertThat(line(6, 3_600).late()).isFalse();
        assertThat(line(9, 180).age())
                .isEqualTo("The auditor signed last at block 7, 3 min ago; this node is at block 9.");
    }

    @Test
    void agesHaveOneUnit() {
        assertThat(AuditNews.words(Duration.ofSeconds(-5))).isEqualTo("0 s");
        assertThat(AuditNews.words(Duration.ofSeconds(119))).isEqualTo("119 s");
        assertThat(AuditNews.words(Duration.ofSeconds(120))).isEqualTo("2 min");
        assertThat(AuditNews.words(Duration.ofMinutes(119))).isEqualTo("119 min");
        assertThat(AuditNews.words(Duration.ofHours(47))).isEqualTo("47 h");
        assertThat(AuditNews.words(Duration.ofHours(48))).isEqualTo("2 days");
    }
}
