package io.florin.auditor;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.rules.LedgerRules;
import io.florin.ledger.rules.RefusalReason;
import io.florin.ledger.rules.RulesContext;
import io.florin.ledger.rules.RulesVerdict;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/// Verdict of an endorser on a transaction where everybody is in the same tier and standing.
record EndorserVerdict(TestNetwork network, Standing standing, int tier, Set<Long> credentialEpochs) {

    void accepts(Submission submission, String as) {
        assertThat(decide(submission)).as(as).isInstanceOf(RulesVerdict.Accepted.class);
    }

    void accepts(ClientTransaction transaction, String as) {
        accepts(Submission.of(transaction), as);
    }

    void refuses(Submission submission, RefusalReason reason, String as) {
        assertThat(decide(submission)).as(as).isEqualTo(new RulesVerdict.Refused(reason));
    }

    void refuses(ClientTransaction transaction, RefusalReason reason, String as) {
        refuses(Submission.of(transaction), reason, as);
    }

    private RulesVerdict decide(Submission submission) {
        return LedgerRules.of(network.networkId(), new Random(1)).check(submission, new Everybody());
    }

    private final class Everybody implements RulesContext {
        @Override
        public NetworkId network() {
            return network.networkId();
        }

        @Override
        public NetworkConfiguration configuration() {
            return network.configuration();
        }

        @Override
        public long height() {
            return 10;
        }

        @Override
        public Optional<EnrollmentChanged> enrollment(OwnerKey owner) {
            return Optional.of(new EnrollmentChanged(Bytes32.ZERO, owner, Bytes32.ZERO, 1, tier, true, standing));
        }

        @Override
        public Optional<Standing> standing(OwnerKey owner) {
            return Optional.of(standing);
        }

        @Override
        public Set<Long> credentialEpochs() {
            return credentialEpochs;
        }
    }
}
