package io.florin.auditor.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.ledger.audit.IncidentKind;
import org.junit.jupiter.api.Test;

class IncidentTest {

    /// Else a committer could keep its own difference out of the book with a text that no column takes.
    @Test
    void cutsWhatALiarSaysToWhatCanBeStored() {
        Incident incident = Incident.of(
                IncidentKind.COMMITTER_DIFFERS,
                "k".repeat(300),
                1,
                "s".repeat(5_000),
                "a\u0000b\ud800c" + "d".repeat(600));

        assertThat(incident.key()).hasSize(200);
        assertThat(incident.subject()).hasSize(200);
        assertThat(incident.detail()).hasSize(500).startsWith("a?b?cd");
    }

    @Test
    void leavesOtherTextAsItIs() {
        String said = "committer 1: \u00fcber 5 \u20ac \ud83d\ude00";

        assertThat(Incident.of(IncidentKind.FORGED_BLOCK, said, 1, said, said).detail())
                .isEqualTo(said);
    }
}
