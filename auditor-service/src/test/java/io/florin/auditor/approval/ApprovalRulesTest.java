package io.florin.auditor.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.auditor.TestMoney;
import io.florin.auditor.approval.ApprovalRules.Situation;
import io.florin.auditor.protocol.EnrolledOwners;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestNetwork;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ApprovalRulesTest {
    private final TestNetwork network = new TestNetwork(5);
    private final TestMoney money = new TestMoney(network);
    private final Directory directory = new Directory();
    private final ApprovalRules rules =
            new ApprovalRules(network.networkId(), Amount.of(3_000_000), new java.util.Random(1));
    private final Issue issue = money.issue(9_000_000);

    ApprovalRulesTest() {
        directory.enroll(money.alice.publicKey(), Standing.ACTIVE);
        directory.enroll(money.bob.publicKey(), Standing.ACTIVE);
    }

    @Test
    void releasesAGoodPaymentAboveTheThreshold() {
        assertThat(rule(pay(2_000_000))).isEqualTo(new Ruling.Release("automatic"));
    }

    @Test
    void holdsAPaymentAboveTheReleaseLimitForAPerson() {
        assertThat(rule(pay(3_000_000))).isEqualTo(new Ruling.Release("automatic"));
        assertThat(rule(pay(3_000_001))).isEqualTo(new Ruling.Hold("above-release-limit"));
    }

    @Test
    void theLogSaysAmountAndBankOfAPayment() {
        assertThat(logged("")).isEqualTo("20,000.00 FLN from bank 1");
        assertThat(logged("no papers")).isEqualTo("20,000.00 FLN from bank 1: no papers");
        directory.standings.clear();
        assertThat(logged("")).isEqualTo("20,000.00 FLN from no known bank");
    }

    private String logged(String words) {
        return LoggedPayment.with(words, clear(pay(2_000_000)), network.configuration(), directory);
    }

    @Test
    void refusesWhatThePolicyDoesNotAskFor() {
        assertThat(code(pay(1_000_000))).isEqualTo("approval-not-needed");
        assertThat(code(issue)).isEqualTo("approval-not-needed");
    }

    @Test
    void looksAtEverythingWhereThePolicySaysAlways() {
        TestNetwork strict = new TestNetwork(6, AuditPolicy.ALWAYS);
        TestMoney theirs = new TestMoney(strict);
        directory.enroll(theirs.alice.publicKey(), Standing.ACTIVE);
        directory.enroll(theirs.bob.publicKey(), Standing.ACTIVE);
        Transfer small = theirs.pay(TestMoney.output(theirs.issue(100), 0), 5, 50);
        var situation =
                new Situation(strict.networkId(), strict.configuration(), 0, false, directory, Optional.empty());

        assertThat(rules.rule(clear(small), strict.audit(small), situation)).isEqualTo(new Ruling.Release("automatic"));
    }

    @Test
    void refusesSuspendedPayeesAndUnknownPayers() {
        directory.enroll(money.bob.publicKey(), Standing.SUSPENDED);
        assertThat(code(pay(2_000_000))).isEqualTo("owner-suspended");
        directory.standings.remove(new OwnerKey(money.bob.publicKey()));
        assertThat(code(pay(2_000_000))).isEqualTo("owner-not-enrolled");
    }

    @Test
    void refusesAForgedSignature() {
        Transfer genuine = pay(2_000_000);
        Transfer other = pay(2_000_001);

        assertThat(code(genuine.withSignatures(other.signatures()))).isEqualTo("bad-owner-signature");
        assertThat(code(genuine.withSignatures(List.of()))).isEqualTo("bad-owner-signature");
    }

    @Test
    void refusesUnbalancedAndExpiredTransactions() {
        var token = TestMoney.output(issue, 0);
        Transfer minting = network.transfer(
                network.header(50),
                List.of(money.alice),
                List.of(token),
                List.of(TestNetwork.token(money.bob, 9_500_000)));

        assertThat(code(minting)).isEqualTo("unbalanced");
        assertThat(code(money.pay(token, 2_000_000, 0))).isEqualTo("expiry-out-of-range");
    }

    @Test
    void doesNotDecideWhileRegistrationIsSilent() {
        directory.current = false;

        assertThat(rule(pay(2_000_000))).isInstanceOf(Ruling.NotNow.class);
    }

    @Test
    void doesNotRefuseForItsOwnLag() {
        Transfer far = money.pay(TestMoney.output(issue, 0), 2_000_000, 1_005);
        var behind = new Situation(network.networkId(), network.configuration(), 0, true, directory, Optional.empty());

        assertThat(code(far)).isEqualTo("expiry-out-of-range");
        assertThat(rules.rule(clear(far), network.audit(far), behind))
                .isEqualTo(new Ruling.NotNow("auditor-behind", "The auditor has not replayed all blocks yet."));
    }

    @Test
    void waitsForAConfigurationItHasNotReplayedAndRefusesASupersededOne() {
        assertThat(rule(naming(2))).isInstanceOf(Ruling.NotNow.class);
        assertThat(code(naming(0))).isEqualTo("stale-configuration");
    }

    /// A small payment for the configuration of this version, when version 1 is in force.
    private Transfer naming(long version) {
        var now = network.header(50);
        var header = new TransactionHeader(
                now.network(), now.namespace(), now.rulesVersion(), version, now.expiryHeight(), now.nonce());
        var token = TestMoney.output(issue, 0);
        return network.transfer(header, List.of(money.alice), List.of(token), List.of(token.token()));
    }

    private Transfer pay(long value) {
        return money.pay(TestMoney.output(issue, 0), value, 50);
    }

    private Ruling rule(io.florin.ledger.client.ClientTransaction transaction) {
        var situation =
                new Situation(network.networkId(), network.configuration(), 0, false, directory, Optional.empty());
        return rules.rule(clear(transaction), network.audit(transaction), situation);
    }

    private static AuditedTransaction clear(io.florin.ledger.client.ClientTransaction transaction) {
        return new AuditedTransaction(transaction, Optional.empty());
    }

    private String code(io.florin.ledger.client.ClientTransaction transaction) {
        Ruling ruling = rule(transaction);
        assertThat(ruling).isInstanceOf(Ruling.Refuse.class);
        return ((Ruling.Refuse) ruling).code();
    }

    private static final class Directory implements EnrolledOwners {
        private final Map<OwnerKey, Standing> standings = new HashMap<>();
        private boolean current = true;

        void enroll(io.florin.crypto.Bytes32 owner, Standing standing) {
            standings.put(new OwnerKey(owner), standing);
        }

        @Override
        public boolean isCurrent() {
            return current;
        }

        @Override
        public Optional<EnrollmentChanged> enrollment(OwnerKey owner) {
            return standing(owner)
                    .map(standing -> new EnrollmentChanged(
                            owner.value(), owner, owner.value(), 1, Tier.TREASURY, false, standing));
        }

        @Override
        public Optional<Standing> standing(OwnerKey owner) {
            return Optional.ofNullable(standings.get(owner));
        }

        @Override
        public long lastSequence() {
            return 1;
        }
    }
}
