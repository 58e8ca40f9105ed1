package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.sandbox.check.NameCheck.Searched;
import java.util.List;
import org.junit.jupiter.api.Test;

class NameCheckTest {
    @Test
    void saysThatNobodyIsAStrangerAnyMore() {
        CheckResult verdict = NameCheck.verdict(List.of(), new Searched(5_000_000, 3, 9, 20, 0));

        assertThat(verdict.holds()).isTrue();
        assertThat(verdict.evidence()).endsWith("no bank has a stranger: each has been in a payment with every person");
    }

    @Test
    void holdsWhereStrangersAreNowhere() {
        assertThat(NameCheck.verdict(List.of(), new Searched(5_000_000, 3, 9, 20, 7)))
                .isEqualTo(CheckResult.holds("5 MB of topics, 3 log files and the stores of 9 services name none of 20"
                        + " people, and those of banks none of 7 strangers"));
    }

    @Test
    void provesNothingWhereNothingIsLookedThrough() {
        for (Searched nothing : List.of(
                new Searched(0, 3, 9, 20, 7),
                new Searched(5, 0, 9, 20, 7),
                new Searched(5, 3, 0, 20, 7),
                new Searched(5, 3, 9, 0, 0))) {
            assertThat(NameCheck.verdict(List.of(), nothing).holds()).isFalse();
        }
    }

    @Test
    void namesWhatItFound() {
        assertThat(NameCheck.verdict(List.of("log a shows a person", "b"), new Searched(5, 3, 9, 20, 7)))
                .isEqualTo(CheckResult.broken("log a shows a person; b"));
    }
}
