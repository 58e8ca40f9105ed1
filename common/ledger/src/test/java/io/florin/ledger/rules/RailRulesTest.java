package io.florin.ledger.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKeys;
import io.florin.ledger.client.RailDeposit;
import io.florin.ledger.client.RailRescue;
import io.florin.ledger.client.RailRescueOutcome;
import io.florin.ledger.client.RailWithdrawal;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.FinalProof;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rail.OutputId;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailFinality;
import io.florin.ledger.rail.RailId;
import io.florin.ledger.rail.RailKind;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.RailStatements;
import io.florin.ledger.rail.RescueEvidence;
import io.florin.ledger.rail.RescueGround;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.TransferOrder;
import io.florin.ledger.rail.signing.QuorumSignature;
import io.florin.ledger.rail.signing.SigningScheme;
import io.florin.ledger.settlement.CounterAdd;
import io.florin.ledger.settlement.RailDepositRecord;
import io.florin.ledger.settlement.RailWithdrawalRecord;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Money in and out of instant rails, and rescues, under attack: what endorsers refuse, and by which name.
class RailRulesTest extends RulesUnderTest {

    private static final long LIMIT = 1_000_000_000;

    private final TestRail rail = TestRail.of(network.networkId(), SigningScheme.NAIVE_ED25519, RailFinality.EFFECTS);
    private final InstantRail configured = rail.asConfigured(TestNetwork.CURRENCY, RailKind.ACCOUNTS);
    private final TestRail outputs = TestRail.of(
            new RailScope(network.networkId(), new RailId(2), 1), SigningScheme.MERKLE_BATCH, RailFinality.EFFECTS);
    private final Ed25519KeyPair payer = network.newKey();

    @BeforeEach
    void configure() {
        registry.under(with(configured, outputs.asConfigured(TestNetwork.CURRENCY, RailKind.OUTPUTS)));
    }

    private NetworkConfiguration with(InstantRail... rails) {
        return EditedConfiguration.of(network.configuration()).rails(rails).build();
    }

    private RailDeposit deposit(InstantRail on, Ed25519KeyPair recipient, TokenReference input, Token... change) {
        return network.deposit(
                header(), on, key(recipient), List.of(alice, bob, treasury, stranger), List.of(input), List.of(change));
    }

    // deposits

    @Test
    void acceptsADepositAndRecordsIt() {
        RailDeposit deposit = deposit(configured, bob, coin(alice, 500), TestNetwork.token(alice, 100));

        SettlementTransaction accepted = accepted(deposit);

        assertThat(accepted.adds())
                .containsExactly(new CounterAdd.Raise(
                        StateKeys.railFloat(TestNetwork.CURRENCY, rail.scope().rail()),
                        Amount.of(400),
                        Amount.of(LIMIT)));
        assertThat(accepted.reads().getFirst())
                .isEqualTo(Read.absent(StateKeys.railDeposit(TestNetwork.CURRENCY, deposit.id())));
        assertThat(accepted.writes().getFirst())
                .isInstanceOfSatisfying(
                        Write.Put.class,
                        put -> assertThat(RailDepositRecord.decode(put.value()))
                                .isEqualTo(new RailDepositRecord(
                                        rail.scope().rail(), RailAccount.of(key(bob)), Amount.of(400))));
        assertThat(accepted.spends()).hasSize(1);
        assertThat(accepted.outputs()).hasSize(1);
        assertThat(SettlementTransaction.decode(accepted.encode())).isEqualTo(accepted);
    }

    @Test
    void refusesADepositAboveTheLimit() {
        InstantRail small = new InstantRail(
                TestNetwork.CURRENCY, RailKind.ACCOUNTS, rail.committee().withFloatLimit(Amount.of(99)));
        registry.under(with(small));

        assertRefused(deposit(small, alice, coin(alice, 100)), RefusalReason.ABOVE_FLOAT_LIMIT);
        accepted(deposit(small, alice, coin(alice, 99)));
    }

    @Test
    void refusesADepositUnderALimitOfItsOwn() {
        InstantRail generous = new InstantRail(
                TestNetwork.CURRENCY, RailKind.ACCOUNTS, rail.committee().withFloatLimit(Amount.of(2 * LIMIT)));

        assertRefused(deposit(generous, alice, coin(alice, 100)), RefusalReason.STALE_CONFIGURATION);
    }

    @Test
    void refusesADepositOnARailThatIsNotThere() {
        InstantRail other = TestRail.of(
                        new RailScope(network.networkId(), new RailId(9), 1),
                        SigningScheme.NAIVE_ED25519,
                        RailFinality.EFFECTS)
                .asConfigured(TestNetwork.CURRENCY, RailKind.ACCOUNTS);

        assertRefused(deposit(other, alice, coin(alice, 100)), RefusalReason.UNKNOWN_RAIL);
    }

    @Test
    void refusesADepositThatDoesNotAddUp() {
        RailDeposit good = deposit(configured, alice, coin(alice, 100));
        RailDeposit more = new RailDeposit(
                good.header(),
                good.rail(),
                good.recipient(),
                Amount.of(101),
                good.floatLimit(),
                good.inputs(),
                good.change(),
                good.notes(),
                good.signatures());

        assertRefused(more, RefusalReason.UNBALANCED);
    }

    @Test
    void refusesADepositThatSomebodyElseSigned() {
        RailDeposit good = deposit(configured, alice, coin(alice, 100));
        RailDeposit mallory = new RailDeposit(
                good.header(),
                good.rail(),
                key(bob),
                good.amount(),
                good.floatLimit(),
                good.inputs(),
                good.change(),
                good.notes(),
                good.signatures());

        assertRefused(mallory, RefusalReason.BAD_OWNER_SIGNATURE);
    }

    @Test
    void refusesChangeToAnother() {
        assertRefused(
                deposit(configured, alice, coin(alice, 100), TestNetwork.token(bob, 1)),
                RefusalReason.CHANGE_TO_ANOTHER);
    }

    @Test
    void asksForTheStandingOfBothEnds() {
        assertRefused(deposit(configured, stranger, coin(alice, 100)), RefusalReason.OWNER_NOT_ENROLLED);
        registry.enroll(bob, 2, TestNetwork.TIER_BASIC, Standing.SUSPENDED);
        assertRefused(deposit(configured, bob, coin(alice, 100)), RefusalReason.OWNER_SUSPENDED);
        assertRefused(deposit(configured, alice, coin(bob, 100)), RefusalReason.OWNER_SUSPENDED);
    }

    @Test
    void countsADepositForAnotherAsAPayment() {
        assertRefused(deposit(configured, alice, coin(bob, 100_001)), RefusalReason.PAYMENT_LIMIT_EXCEEDED);
        accepted(deposit(configured, bob, coin(bob, 100_001)));
        RailDeposit large = deposit(configured, bob, coin(alice, 1_000_001));
        assertRefused(large, RefusalReason.AUDIT_REQUIRED);
        assertThat(accepted(new Submission(large, Optional.of(network.audit(large))))
                        .auditRequired())
                .isTrue();
        accepted(deposit(configured, alice, coin(alice, 1_000_001)));
    }

    // withdrawals

    private SignedOrder order(TestRail on, RailRecipient recipient, long amount) {
        return on.order(payer, recipient, amount, 0);
    }

    private SignedOrder out(TestRail on, long amount) {
        return order(on, new RailRecipient.OnLedger(key(bob)), amount);
    }

    private RailWithdrawal withdrawal(FinalPayment payment) {
        return new RailWithdrawal(header(), new FinalProof.OfAccount(payment));
    }

    @ParameterizedTest
    @EnumSource(SigningScheme.class)
    void acceptsAWithdrawalUnderEachScheme(SigningScheme scheme) {
        TestRail signing = TestRail.of(network.networkId(), scheme, RailFinality.EFFECTS);
        registry.under(with(signing.asConfigured(TestNetwork.CURRENCY, RailKind.ACCOUNTS)));
        FinalPayment payment = signing.finish(out(signing, 700));

        SettlementTransaction accepted = accepted(withdrawal(payment));

        assertThat(accepted.adds())
                .containsExactly(new CounterAdd.Lower(
                        StateKeys.railFloat(
                                TestNetwork.CURRENCY, signing.scope().rail()),
                        Amount.of(700),
                        Amount.ZERO));
        assertThat(accepted.reads())
                .containsExactly(Read.absent(StateKeys.railWithdrawal(TestNetwork.CURRENCY, payment.orderId())));
        assertThat(accepted.writes())
                .containsExactly(
                        new Write.Put(
                                0, new RailWithdrawalRecord(signing.scope().rail(), 1, Amount.of(700)).encode()),
                        new Write.Output(0, TestNetwork.token(bob, 700)));
        assertThat(SettlementTransaction.decode(accepted.encode())).isEqualTo(accepted);
    }

    @Test
    void exemptsAWithdrawalFromLimitsAndStanding() {
        registry.enroll(bob, 2, TestNetwork.TIER_BASIC, Standing.SUSPENDED);

        accepted(withdrawal(rail.finish(out(rail, 5_000_000))));
        accepted(withdrawal(rail.finish(order(rail, new RailRecipient.OnLedger(key(stranger)), 1))));
    }

    @Test
    void acceptsAllThatATransactionOfOutputsBringsOut() {
        var spent = TestRail.spent(new OutputId(network.newId(), 0, 0), payer, 100);
        var transaction = outputs.transaction(
                List.of(spent),
                List.of(TestRail.leaving(bob, 30), TestRail.made(payer, 20), TestRail.leaving(alice, 50)),
                payer);
        var withdrawal = new RailWithdrawal(header(), new FinalProof.OfOutputs(outputs.finish(transaction)));

        SettlementTransaction accepted = accepted(withdrawal);

        assertThat(accepted.adds()).extracting(CounterAdd::amount).containsExactly(Amount.of(80));
        assertThat(accepted.outputs())
                .extracting(Write.Output::token)
                .containsExactly(TestNetwork.token(bob, 30), TestNetwork.token(alice, 50));
    }

    @Test
    void refusesWhatStaysOnTheRail() {
        assertRefused(withdrawal(rail.finish(rail.order(payer, bob, 100, 0))), RefusalReason.STAYS_ON_RAIL);
    }

    @Test
    void refusesAWithdrawalWithTwoFVotes() {
        SignedOrder order = out(rail, 100);
        FinalPayment payment = rail.finish(order);
        byte[] vote = RailStatements.vote(rail.scope(), order.id());
        QuorumSignature few = byTwo(vote);

        assertRefused(
                withdrawal(new FinalPayment(new TransferCertificate(order, few), payment.effects())),
                RefusalReason.BAD_RAIL_CERTIFICATE);
        byte[] effects = RailStatements.effects(rail.scope(), order.id());
        QuorumSignature fewEffects = byTwo(effects);
        assertRefused(withdrawal(new FinalPayment(payment.certificate(), fewEffects)), RefusalReason.BAD_RAIL_EFFECTS);
    }

    /// 2F authorities, one of them under the number of a third as well: fewer than a quorum are not even written.
    private QuorumSignature byTwo(byte[] statement) {
        return new QuorumSignature.Each(
                SigningScheme.NAIVE_ED25519,
                new TreeMap<>(
                        Map.of(1, rail.sign(1, statement), 2, rail.sign(2, statement), 3, rail.sign(2, statement))));
    }

    @Test
    void refusesACertificateThatNobodyExecuted() {
        TransferCertificate certificate = rail.certify(out(rail, 100));

        assertRefused(withdrawal(new FinalPayment(certificate, certificate.votes())), RefusalReason.BAD_RAIL_EFFECTS);
    }

    @Test
    void refusesEffectsOfAnotherEpochRailOrNetwork() {
        RailScope scope = rail.scope();
        refuses(new RailScope(scope.network(), scope.rail(), 2), RefusalReason.RAIL_EPOCH_PASSED);
        refuses(new RailScope(scope.network(), scope.rail(), 0), RefusalReason.RAIL_EPOCH_PASSED);
        refuses(new RailScope(scope.network(), new RailId(2), 1), RefusalReason.UNKNOWN_RAIL);
        refuses(new RailScope(scope.network(), new RailId(7), 1), RefusalReason.UNKNOWN_RAIL);
        refuses(new RailScope(new NetworkId(network.newId()), scope.rail(), 1), RefusalReason.WRONG_NETWORK);
    }

    /// The same keys, but everything is said of another scope.
    private void refuses(RailScope scope, RefusalReason reason) {
        TestRail other = TestRail.of(scope, SigningScheme.NAIVE_ED25519, RailFinality.EFFECTS);
        assertRefused(withdrawal(other.finish(out(other, 100))), reason);
    }

    @Test
    void refusesEffectsOfAnotherScopeBehindAnOrderOfThisOne() {
        FinalPayment payment = rail.finish(out(rail, 100));
        TestRail later = TestRail.of(
                new RailScope(network.networkId(), rail.scope().rail(), 2),
                SigningScheme.NAIVE_ED25519,
                RailFinality.EFFECTS);
        QuorumSignature effects = later.quorum(RailStatements.effects(later.scope(), payment.orderId()));

        assertRefused(withdrawal(new FinalPayment(payment.certificate(), effects)), RefusalReason.BAD_RAIL_EFFECTS);
    }

    @Test
    void refusesAWithdrawalWithAnAlteredAmount() {
        SignedOrder order = out(rail, 100);
        FinalPayment payment = rail.finish(order);
        TransferOrder it = order.order();
        var altered = new SignedOrder(
                new TransferOrder(
                        it.scope(),
                        it.owner(),
                        it.recipient(),
                        Amount.of(100_000),
                        it.sequence(),
                        it.expiryHeight(),
                        it.userData()),
                order.signature());

        assertRefused(
                withdrawal(new FinalPayment(
                        new TransferCertificate(altered, payment.certificate().votes()), payment.effects())),
                RefusalReason.BAD_RAIL_CERTIFICATE);
    }

    @Test
    void refusesAnOrderThatItsOwnerNeverSigned() {
        TransferOrder order = out(rail, 100).order();
        var forged = new SignedOrder(order, alice.sign(order.ownerMessage()));

        assertRefused(withdrawal(rail.finish(forged)), RefusalReason.BAD_OWNER_SIGNATURE);
    }

    @Test
    void refusesAFileOfTheOtherKind() {
        TestRail accounts = TestRail.of(
                new RailScope(network.networkId(), new RailId(2), 1), SigningScheme.MERKLE_BATCH, RailFinality.EFFECTS);

        assertRefused(withdrawal(accounts.finish(out(accounts, 100))), RefusalReason.UNKNOWN_RAIL);
    }

    // rescues

    private SignedOrder sequence(long sequence, long expiryHeight) {
        return SignedOrder.sign(
                new TransferOrder(
                        rail.scope(),
                        new OwnerKey(payer.publicKey()),
                        new RailRecipient.OnRail(TestRail.accountOf(bob)),
                        Amount.of(1),
                        sequence,
                        expiryHeight,
                        rail.newBytes()),
                payer);
    }

    private RailRescue rescue(RescueEvidence evidence) {
        return new RailRescue(header(), evidence);
    }

    @Test
    void acceptsARescueForEachGround() {
        RescueEvidence two = rail.evidence(RescueGround.TwoOrders.of(sequence(3, 50), sequence(3, 50)));

        SettlementTransaction accepted = accepted(rescue(two));

        assertThat(accepted.reads())
                .containsExactly(Read.absent(StateKeys.railRescue(
                        TestNetwork.CURRENCY, new RailSequence(rail.scope(), TestRail.accountOf(payer), 3))));
        assertThat(accepted.writes()).containsExactly(new Write.Put(0, Bytes.of(two.encode())));
        assertThat(accepted.adds()).isEmpty();
        accepted(rescue(rail.evidence(new RescueGround.Expired(sequence(4, Registry.HEIGHT - 1)))));
    }

    @Test
    void refusesAnOrderThatMayStillBeVotedFor() {
        assertRefused(
                rescue(rail.evidence(new RescueGround.Expired(sequence(4, Registry.HEIGHT)))),
                RefusalReason.NOT_EXPIRED);
    }

    @Test
    void refusesEvidenceFromAnExpiredOrderThatWasExecuted() {
        // F authorities lie that the sequence is open; every honest one has executed the order and says nothing
        RescueEvidence whole = rail.evidence(new RescueGround.Expired(sequence(4, 5)));
        var few = new RescueEvidence(whole.ground(), whole.open().subList(0, 1));

        assertRefused(rescue(few), RefusalReason.NOT_PROVEN_OPEN);
    }

    @Test
    void refusesAnAccusationThatTheOwnerDidNotSign() {
        SignedOrder good = sequence(3, 50);
        TransferOrder order = sequence(3, 50).order();
        var forged = new SignedOrder(order, bob.sign(order.ownerMessage()));

        assertRefused(
                rescue(rail.evidence(RescueGround.TwoOrders.of(good, forged))), RefusalReason.BAD_OWNER_SIGNATURE);
    }

    @Test
    void acceptsAnOutcomeAndWritesItOverTheRescue() {
        TransferCertificate held = rail.certify(sequence(3, 50));
        RescueOutcome stands = rail.oneHolds(held);

        SettlementTransaction accepted = accepted(new RailRescueOutcome(header(), stands));

        assertThat(accepted.reads())
                .containsExactly(
                        new Read(StateKeys.railRescue(TestNetwork.CURRENCY, RailSequence.of(held.order())), 1));
        assertThat(accepted.writes()).containsExactly(new Write.Put(0, Bytes.of(stands.encode())));
        accepted(new RailRescueOutcome(
                header(), rail.nobodyHolds(new RailSequence(rail.scope(), TestRail.accountOf(payer), 5))));
    }

    @Test
    void refusesAnOutcomeOfTwoFStatements() {
        RescueOutcome whole = rail.nobodyHolds(new RailSequence(rail.scope(), TestRail.accountOf(payer), 5));
        var few = new RescueOutcome(
                whole.rescue(), Optional.empty(), whole.voices().subList(0, 2));

        assertRefused(new RailRescueOutcome(header(), few), RefusalReason.TOO_FEW_STATEMENTS);
    }

    @Test
    void refusesARescueOfAnotherEpoch() {
        TestRail later = TestRail.of(
                new RailScope(network.networkId(), rail.scope().rail(), 2),
                SigningScheme.NAIVE_ED25519,
                RailFinality.EFFECTS);
        var sequence = new RailSequence(later.scope(), TestRail.accountOf(payer), 0);

        assertRefused(new RailRescueOutcome(header(), later.nobodyHolds(sequence)), RefusalReason.RAIL_EPOCH_PASSED);
    }

    @Test
    void refusesEverythingOnARailOfAnotherCurrency() {
        registry.under(with());

        assertRefused(withdrawal(rail.finish(out(rail, 100))), RefusalReason.UNKNOWN_RAIL);
        assertRefused(
                rescue(rail.evidence(RescueGround.TwoOrders.of(sequence(3, 50), sequence(3, 50)))),
                RefusalReason.UNKNOWN_RAIL);
    }
}
