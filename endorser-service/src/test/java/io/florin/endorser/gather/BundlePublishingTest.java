package io.florin.endorser.gather;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.endorser.TestPayments;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.EndorsedBundle;
import io.florin.endorser.protocol.Moment;
import io.florin.endorser.protocol.SubmissionOutcome;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Endorsed bundles go to the parties until they are final or expired, also after a restart.
class BundlePublishingTest extends GatheringWorld {

    @Test
    void submitsDirectlyAtOnceWhenKafkaDoesNotTakeIt() {
        kafkaDown = true;

        submit(1, payments.accepted(2));

        assertThat(answers.get(1L)).containsOnly(new SubmissionOutcome.Endorsed());
        assertThat(direct).hasSize(1);
        assertThat(direct.getFirst().parties()).containsExactly(0, 1);
        assertThat(remembered.getFirst().publishedMillis()).isZero();
    }

    @Test
    void submitsDirectlyToOtherPartiesUntilFinal() {
        List<AcceptedTransaction> two = payments.accepted(2);
        submit(1, two);

        pass(ORDERED_MILLIS);
        assertThat(direct).hasSize(1);
        pass(ORDERED_MILLIS);
        assertThat(direct).hasSize(2);
        assertThat(direct.get(1).parties()).containsExactly(2, 3);
        pass(ORDERED_MILLIS);
        assertThat(direct).hasSize(2);

        on(new GatherEvent.Settled(List.of(two.get(0).id())));
        pass(ORDERED_MILLIS);
        assertThat(direct).hasSize(3);
        on(new GatherEvent.Settled(List.of(two.get(1).id())));
        pass(60_000);
        assertThat(direct).hasSize(3);
        assertThat(gatherer.unsettledTransactions()).isZero();
    }

    @Test
    void givesUpWhatHasExpired() {
        submit(1, payments.accepted(2));

        on(new GatherEvent.LedgerMoved(network.configuration(), TestPayments.EXPIRY + 1));
        pass(60_000);

        assertThat(direct).isEmpty();
        assertThat(gatherer.unsettledTransactions()).isZero();
    }

    @Test
    void publishesABundleOfBeforeARestartByteByByte() {
        submit(1, payments.accepted(2));
        EndorsedBundle before = remembered.getFirst();
        var restarted = new EndorsementGatherer(SELF, network.configuration(), SETTINGS, KeysHeld.ALL, new Random(1));

        List<GatherEffect> effects =
                restarted.on(new GatherEvent.Recovered(before, TestPayments.EXPIRY), Moment.of(nowMillis));

        assertThat(effects).hasSize(1);
        assertThat(effects.getFirst()).isInstanceOfSatisfying(GatherEffect.Publish.class, publish -> {
            assertThat(publish.bundle().encode()).isEqualTo(before.encoded().toArray());
            assertThat(publish.again()).isTrue();
        });
        assertThat(restarted.on(new GatherEvent.Recovered(before, TestPayments.EXPIRY), Moment.of(nowMillis)))
                .isEmpty();
    }
}
