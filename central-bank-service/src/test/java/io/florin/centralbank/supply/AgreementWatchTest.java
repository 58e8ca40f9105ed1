package io.florin.centralbank.supply;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.runtime.api.AuditorApi.SupplyView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgreementWatchTest {
    private Instant now = Instant.EPOCH;
    private final AgreementWatch watch = new AgreementWatch(Duration.ofSeconds(30), () -> now);

    @Test
    void waitsForCommittersWhoAreBehindTheAuditor() {
        assertThat(watch.objection(proofs(1, 5, 3))).isEmpty();
        now = now.plusSeconds(29);
        assertThat(watch.objection(proofs(1, 9, 3))).isEmpty();
        now = now.plusSeconds(2);
        assertThat(watch.objection(proofs(1, 12, 8))).as("they go on").isEmpty();
        now = now.plusSeconds(29);
        assertThat(watch.objection(proofs(1, 14, 14))).as("and have arrived").isEmpty();
        now = now.plusSeconds(60);
        assertThat(watch.objection(proofs(1, 15, 14))).as("a new block").isEmpty();
    }

    @Test
    void objectsWhenAgreementStaysAwayHoweverManyBlocksCome() {
        assertThat(watch.objection(proofs(1, 5, 3))).isEmpty();
        now = now.plusSeconds(31);

        assertThat(watch.objection(proofs(200, 299, 3))).hasValue(4);
        assertThat(watch.objection(proofs(200, 300, 300))).isEmpty();
    }

    /// Proofs of these blocks, of which those up to one are agreed.
    private static List<SupplyView> proofs(long from, long to, long agreed) {
        List<SupplyView> proofs = new ArrayList<>();
        for (long block = from; block <= to; block++) {
            proofs.add(new SupplyView(block, 0, 0, 0, true, "", block <= agreed));
        }
        return proofs;
    }
}
