package io.florin.auditor.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.auditor.approval.ApprovalRules.Situation;
import io.florin.auditor.protocol.EnrolledOwners;
import io.florin.crypto.Bytes32;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.AuditDisclosure;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestHiddenEconomy.Coin;
import io.florin.ledger.fixture.TestHiddenEconomy.Holder;
import io.florin.ledger.fixture.TestHiddenEconomy.Paid;
import io.florin.ledger.fixture.TestHiddenEconomy.Payee;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.privacy.PaymentStatement;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.rules.RefusalReason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Active audit of payments that hide values.
class HiddenApprovalTest {
    private final TestHiddenEconomy economy = new TestHiddenEconomy(9, PrivacyModel.CONFIDENTIAL, AuditPolicy.ALWAYS);
    private final TestNetwork network = economy.network();
    private final Holder alice = economy.newHolder();
    private final Holder bob = economy.newHolder();
    private final Ed25519KeyPair treasury = network.newKey();
    private final Paid issue = economy.issue(
            network.header(100), new OwnerKey(treasury.publicKey()), new Payee(alice, 5_000), new Payee(alice, 1));
    private final Paid payment =
            economy.pay(network.header(100), issue.coins(), new Payee(bob, 4_000), new Payee(alice, 1_001));
    private final ApprovalRules rules = new ApprovalRules(network.networkId(), Amount.of(3_999), new Random(1));

    @Test
    void looksAtWhatIsDisclosedAndHoldsWhatIsLarge() {
        assertThat(rule(disclosed(issue, List.of())))
                .as("an issue above the limit")
                .isInstanceOf(Ruling.Hold.class);
        AuditedTransaction shown = disclosed(payment, openings(issue.coins()));

        assertThat(shown.amount()).as("change is not counted").isEqualTo(Amount.of(4_000));
        assertThat(shown.payers()).containsExactly(alice.enrollment());
        assertThat(rule(shown)).isEqualTo(new Ruling.Hold("above-release-limit"));
        ApprovalRules generous = new ApprovalRules(network.networkId(), Amount.of(4_000), new Random(1));
        assertThat(generous.rule(shown, network.audit(payment.payment()), situation()))
                .isEqualTo(new Ruling.Release("automatic"));
        assertThat(AuditedTransaction.decode(shown.encode()).amount()).isEqualTo(Amount.of(4_000));
    }

    @Test
    void theLogSaysNothingOfWhatIsHidden() {
        AuditedTransaction shown = disclosed(payment, openings(issue.coins()));
        assertThat(LoggedPayment.with("automatic", shown, network.configuration(), new Everybody()))
                .isEqualTo("automatic");
    }

    @Test
    void refusesWhatIsNotDisclosedOrNotTruly() {
        AuditedTransaction silent = new AuditedTransaction(payment.payment(), Optional.empty());
        assertThat(code(silent)).isEqualTo("not-disclosed");
        HiddenOpening truth = payment.coins().getFirst().opening();
        HiddenOpening less =
                new HiddenOpening(truth.enrollment(), Amount.of(1), truth.ownerBlinding(), truth.valueBlinding());
        AuditDisclosure lie = new AuditDisclosure(
                payment.payment(),
                openings(issue.coins()),
                List.of(less, payment.coins().get(1).opening()));
        assertThat(code(new AuditedTransaction(payment.payment(), Optional.of(lie))))
                .isEqualTo("not-disclosed");
    }

    @Test
    void refusesPayersAndPayeesWhoAreBarred() {
        AuditedTransaction shown = disclosed(payment, openings(issue.coins()));
        for (Holder barred : List.of(alice, bob)) {
            assertThat(code(shown, Map.of(barred.enrollment(), Standing.SUSPENDED)))
                    .isEqualTo("owner-suspended");
            assertThat(code(shown, Map.of(barred.enrollment(), Standing.REVOKED)))
                    .isEqualTo("owner-revoked");
        }
        assertThat(code(shown, Map.of(alice.enrollment(), Standing.SUSPENDED, bob.enrollment(), Standing.REVOKED)))
                .isEqualTo("owner-revoked");
        AuditedTransaction issued = disclosed(issue, List.of());
        assertThat(code(issued, Map.of(alice.enrollment(), Standing.SUSPENDED))).isEqualTo("owner-suspended");
        Map<Scalar, Standing> others = Map.of(economy.newHolder().enrollment(), Standing.REVOKED);
        assertThat(rules.rule(shown, network.audit(payment.payment()), situation(others)))
                .as("what is not barred is as before")
                .isInstanceOf(Ruling.Hold.class);
    }

    @Test
    void whoPutsInNothingIsNoPayer() {
        BarredList list =
                BarredLists.list(network, Map.of(Scalar.ZERO, Standing.REVOKED, bob.enrollment(), Standing.REVOKED));
        HiddenOpening padding = new HiddenOpening(Scalar.ZERO, Amount.ZERO, Scalar.ONE, Scalar.ONE);
        assertThat(ApprovalRules.barred(toAlice(List.of(opening(alice, 5_000), padding)), list))
                .isEmpty();
        assertThat(ApprovalRules.barred(toAlice(List.of(opening(alice, 4_999), opening(bob, 1))), list))
                .contains(RefusalReason.OWNER_REVOKED);
    }

    @Test
    void decidesNothingWithoutAListThatIsNewEnough() {
        var without = new Situation(
                network.networkId(), network.configuration(), 10, false, new Everybody(), Optional.empty());
        AuditedTransaction shown = disclosed(payment, openings(issue.coins()));

        assertThat(rules.rule(shown, network.audit(payment.payment()), without))
                .isInstanceOfSatisfying(
                        Ruling.NotNow.class, later -> assertThat(later.code()).isEqualTo("registration-not-current"));
    }

    @Test
    void countsWhatAPayeeGetsThoughHeIsShownAmongThoseWhoPay() {
        AuditedTransaction nothingPutIn = shown(List.of(opening(alice, 5_000), opening(bob, 0)), 5_000, 0);
        assertThat(nothingPutIn.payers()).containsExactly(alice.enrollment());
        assertThat(nothingPutIn.amount()).isEqualTo(Amount.of(5_000));

        AuditedTransaction little = shown(List.of(opening(alice, 5_000), opening(bob, 1)), 4_000, 1_001);
        assertThat(little.payers()).containsExactlyInAnyOrder(alice.enrollment(), bob.enrollment());
        assertThat(little.amount()).isEqualTo(Amount.of(3_999));
    }

    @Test
    void countsWhatIsRedeemedAndWhatOthersGetOfTheRest() {
        OwnerKey owner = new OwnerKey(treasury.publicKey());
        Paid redemption = economy.redeem(
                network.header(100), owner, 4_000, issue.coins(), new Payee(bob, 1_000), new Payee(alice, 1));

        assertThat(disclosed(redemption, openings(issue.coins())).amount()).isEqualTo(Amount.of(5_000));
    }

    /// A payment of two inputs that are said to be of two owners, the first output to Bob, the second to Alice. The
    /// proof is not looked at.
    private AuditedTransaction shown(List<HiddenOpening> inputs, long toBob, long toAlice) {
        return shown(inputs, List.of(opening(bob, toBob), opening(alice, toAlice)));
    }

    private AuditedTransaction toAlice(List<HiddenOpening> inputs) {
        return shown(inputs, List.of(opening(alice, 4_000), opening(alice, 1_000)));
    }

    private AuditedTransaction shown(List<HiddenOpening> inputs, List<HiddenOpening> outputs) {
        HiddenPayment proven = payment.payment();
        PaymentStatement statement = proven.statement();
        List<PaymentStatement.Input> owned = List.of(
                statement.inputs().getFirst(),
                new PaymentStatement.Input.Named(1, issue.coins().get(1).reference()));
        HiddenPayment ofTwo = new HiddenPayment(
                proven.header(),
                proven.request(),
                proven.certifierEpoch(),
                new PaymentStatement(statement.context(), statement.credentialEpoch(), 2, owned, statement.outputs()),
                proven.notes(),
                proven.proof(),
                proven.approvals());
        return new AuditedTransaction(ofTwo, Optional.of(new AuditDisclosure(ofTwo, inputs, outputs)));
    }

    private static HiddenOpening opening(Holder holder, long minorUnits) {
        return new HiddenOpening(holder.enrollment(), Amount.of(minorUnits), Scalar.ONE, Scalar.ONE);
    }

    private AuditedTransaction disclosed(Paid paid, List<HiddenOpening> inputs) {
        return new AuditedTransaction(
                paid.payment(), Optional.of(new AuditDisclosure(paid.payment(), inputs, openings(paid.coins()))));
    }

    private static List<HiddenOpening> openings(List<Coin> coins) {
        return coins.stream().map(Coin::opening).toList();
    }

    private String code(AuditedTransaction audited) {
        Ruling ruling = rule(audited);
        assertThat(ruling).isInstanceOf(Ruling.Refuse.class);
        return ((Ruling.Refuse) ruling).code();
    }

    private String code(AuditedTransaction audited, Map<Scalar, Standing> barred) {
        Ruling ruling = rules.rule(audited, network.audit(audited.transaction()), situation(barred));
        assertThat(ruling).isInstanceOf(Ruling.Refuse.class);
        return ((Ruling.Refuse) ruling).code();
    }

    private Ruling rule(AuditedTransaction audited) {
        return rules.rule(audited, network.audit(audited.transaction()), situation());
    }

    private Situation situation() {
        return situation(Map.of());
    }

    private Situation situation(Map<Scalar, Standing> barred) {
        return new Situation(
                network.networkId(),
                network.configuration(),
                10,
                false,
                new Everybody(),
                Optional.of(BarredLists.list(network, barred)));
    }

    private static final class Everybody implements EnrolledOwners {
        @Override
        public boolean isCurrent() {
            return true;
        }

        @Override
        public Optional<EnrollmentChanged> enrollment(OwnerKey owner) {
            return Optional.of(
                    new EnrollmentChanged(Bytes32.ZERO, owner, Bytes32.ZERO, 1, Tier.TREASURY, true, Standing.ACTIVE));
        }

        @Override
        public Set<Long> credentialEpochs() {
            return Set.of(TestHiddenEconomy.EPOCH);
        }

        @Override
        public Optional<Standing> standing(OwnerKey owner) {
            return Optional.of(Standing.ACTIVE);
        }

        @Override
        public long lastSequence() {
            return 1;
        }
    }
}
