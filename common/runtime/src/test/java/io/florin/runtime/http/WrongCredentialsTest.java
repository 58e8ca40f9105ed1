package io.florin.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class WrongCredentialsTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);

    /// Three at once and six a minute from a source, five and twelve for an account.
    private final WrongCredentials wrong =
            new WrongCredentials(new HttpProperties.WrongCredentialsLimit(3, 6, 5, 12, 100), now::get);

    @Test
    void aSourceThatGuessesWaits() {
        guess("a", "ann", 3);

        assertThat(wrong.waitOf("a", "bob")).contains(Duration.ofSeconds(10));
        assertThat(wrong.waitOf("a")).contains(Duration.ofSeconds(10));
        assertThat(wrong.waitOf("b", "ann")).isEmpty();
    }

    @Test
    void anAccountThatManySourcesGuessWaits() {
        guess("a", "ann", 2);
        guess("b", "ann", 2);
        guess("c", "ann", 1);

        assertThat(wrong.waitOf("d", "ann")).contains(Duration.ofSeconds(5));
        assertThat(wrong.waitOf("d", "bob")).isEmpty();
    }

    @Test
    void oneSourceAloneShutsNobodyOut() {
        for (int second = 0; second < 600; second++) {
            if (wrong.waitOf("a", "ann").isEmpty()) {
                wrong.add("a", "ann");
            }
            assertThat(wrong.waitOf("b", "ann")).isEmpty();
            now.updateAndGet(instant -> instant.plusSeconds(1));
        }
    }

    @Test
    void waitingIsForgiven() {
        guess("a", "ann", 3);
        now.updateAndGet(instant -> instant.plusSeconds(10));

        assertThat(wrong.waitOf("a", "ann")).isEmpty();
    }

    @Test
    void whoOnlyAsksTakesNothing() {
        for (int i = 0; i < 100; i++) {
            assertThat(wrong.waitOf("a", "ann")).isEmpty();
        }
    }

    private void guess(String source, String account, int times) {
        for (int i = 0; i < times; i++) {
            wrong.add(source, account);
        }
    }
}
