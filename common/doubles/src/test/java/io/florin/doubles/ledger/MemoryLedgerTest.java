package io.florin.doubles.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.rules.RefusalReason;
import io.florin.ledger.rules.RulesVerdict;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.TransactionStatus;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MemoryLedgerTest {
    private final TestNetwork network = new TestNetwork(3);
    private final Ed25519KeyPair treasury = network.newKey();
    private final Ed25519KeyPair alice = network.newKey();
    private final Told ledger = new Told();

    private final class Told extends MemoryLedger {
        private final List<SettlementTransaction> seen = new ArrayList<>();

        Told() {
            super(network.genesis(), network.committer());
        }

        /// @return why it was refused, empty when it waits for a block
        Optional<RefusalReason> submit(ClientTransaction transaction) {
            return switch (decide(Submission.of(transaction))) {
                case RulesVerdict.Accepted(var settlement) -> {
                    order(settlement);
                    yield Optional.empty();
                }
                case RulesVerdict.Refused(var reason) -> Optional.of(reason);
            };
        }

        @Override
        protected void committed(long block, SettlementTransaction transaction) {
            seen.add(transaction);
        }

        @Override
        public Optional<EnrollmentChanged> enrollment(OwnerKey owner) {
            int tier = owner.equals(owner(treasury)) ? Tier.TREASURY : TestNetwork.TIER_FULL;
            return Optional.of(
                    new EnrollmentChanged(Bytes32.ZERO, owner, Bytes32.ZERO, 1, tier, true, Standing.ACTIVE));
        }

        @Override
        public Optional<Standing> standing(OwnerKey owner) {
            return Optional.of(Standing.ACTIVE);
        }
    }

    private long expiry() {
        return ledger.configuration().limits().expiryHeight(ledger.height());
    }

    private TokenReference issued() {
        Issue issue = network.issue(network.header(expiry()), network.newId(), owner(treasury), 900);
        assertThat(ledger.submit(issue)).isEmpty();
        ledger.cut();
        return ledger.tokensOf(owner(treasury)).getLast();
    }

    private Transfer pay(TokenReference spent, long expiryHeight) {
        List<Token> made =
                List.of(TestNetwork.token(alice, spent.token().value().minorUnits()));
        return network.transfer(network.header(expiryHeight), List.of(treasury), List.of(spent), made);
    }

    private static OwnerKey owner(Ed25519KeyPair key) {
        return new OwnerKey(key.publicKey());
    }

    private String status(ClientTransaction transaction) {
        return ledger.status(transaction.id().toHex()).orElseThrow().status();
    }

    @Test
    void commitsWhatTheRulesAcceptAndTellsIt() {
        Transfer payment = pay(issued(), expiry());
        assertThat(ledger.submit(payment)).isEmpty();
        assertThat(ledger.status(payment.id().toHex())).isEmpty();
        assertThat(ledger.isOrdered(payment.id())).isTrue();

        ledger.cut();

        assertThat(status(payment)).isEqualTo("COMMITTED");
        assertThat(ledger.sumOf(owner(alice))).isEqualTo(900);
        assertThat(ledger.sumOf(owner(treasury))).isZero();
        assertThat(ledger.outstanding()).isEqualTo(900);
        assertThat(ledger.seen)
                .hasSize(2)
                .last()
                .extracting(SettlementTransaction::id)
                .isEqualTo(payment.id());
        assertThat(ledger.blocks(1, 10)).hasSize(2);
        assertThat(ledger.head().number()).isEqualTo(2);
    }

    @Test
    void theSecondSpendingOfATokenIsAborted() {
        TokenReference token = issued();
        Transfer first = pay(token, expiry());
        Transfer second = pay(token, expiry());
        assertThat(ledger.submit(first)).isEmpty();
        assertThat(ledger.submit(second)).isEmpty();

        ledger.cut();

        assertThat(status(first)).isEqualTo("COMMITTED");
        assertThat(status(second)).isEqualTo("ABORTED_READ_CONFLICT");
        assertThat(ledger.outstanding()).isEqualTo(900);
    }

    @Test
    void anIdIsTakenOnce() {
        Transfer payment = pay(issued(), expiry());
        ledger.submit(payment);
        ledger.submit(payment);

        long block = ledger.cut();

        assertThat(ledger.blocks(block, 1).getFirst().statuses().outcomes())
                .extracting(outcome -> outcome.status())
                .containsExactly(TransactionStatus.COMMITTED, TransactionStatus.REJECTED_DUPLICATE_TX_ID);
        assertThat(status(payment)).isEqualTo("COMMITTED");
    }

    @Test
    void whatIsLateIsAborted() {
        Transfer payment = pay(issued(), expiry());
        assertThat(ledger.submit(payment)).isEmpty();
        ledger.configure(EditedConfiguration.after(ledger.configuration()).build());

        ledger.cut();

        assertThat(status(payment)).isEqualTo("ABORTED_STALE_CONFIG");
        assertThat(ledger.sumOf(owner(treasury))).isEqualTo(900);
    }

    @Test
    void refusesAnExpiryBesideTheGrid() {
        assertThat(ledger.submit(pay(issued(), expiry() + 1))).contains(RefusalReason.EXPIRY_OUT_OF_RANGE);
        assertThat(ledger.pending()).isZero();
    }
}
