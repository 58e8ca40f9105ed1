package io.florin.simulation.rail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.instant.account.AccountShard;
import io.florin.instant.account.ShardAnswer;
import io.florin.instant.account.ShardEffect;
import io.florin.instant.account.ShardEvent;
import io.florin.instant.account.ShardPlace;
import io.florin.instant.account.ShardRecord;
import io.florin.ledger.Amount;
import io.florin.ledger.Invariant;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.CarriedPayments;
import io.florin.ledger.rail.ConfirmationOrder;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.OrderRequest;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.RailStatements;
import io.florin.ledger.rail.RescueGround;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.rail.RescueStatement;
import io.florin.ledger.rail.RescueVerdict;
import io.florin.ledger.rail.SignedCancellation;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.signing.AuthoritySignature;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The attack for which a credit is spendable only when it is final. Four authorities A, B, C and a liar. Order X1 is
/// executed at A only, X2 at B only, and both pay the same account. If credits counted at once, A, B and the liar would
/// vote for what the account pays on; then X1 and X2 are both rescued, void, and money has appeared.
final class OnlyFinalCreditsCountTest {

    private final TestRail rail = new TestRail(1, 4);
    private final Ed25519KeyPair first = rail.newKey();
    private final Ed25519KeyPair second = rail.newKey();
    private final Ed25519KeyPair recipient = rail.newKey();
    private final Ed25519KeyPair shop = rail.newKey();
    private final SignedOrder x1 = rail.order(first, recipient, 100, 0);
    private final SignedOrder x2 = rail.order(second, recipient, 100, 0);
    private final SignedOrder onward = rail.order(recipient, shop, 100, 0);
    private final Authority a = new Authority(1, rail.verifier());
    private final Authority b = new Authority(2, rail.verifier());
    private final Authority c = new Authority(3, rail.verifier());

    /// A core whose disk syncs at once.
    private final class Authority {
        private final int number;
        private final AccountShard core;
        private final List<ShardRecord> journal = new ArrayList<>();

        Authority(int number, CommitteeVerifier verifier) {
            this.number = number;
            core = new AccountShard(
                    new ShardPlace(rail.scope(), number, 0, 1), rail.committee(), verifier, rail.signer(number));
            deposit(first);
            deposit(second);
        }

        ShardAnswer on(ShardEvent event) {
            journal.addAll(core.on(event));
            return core.synced(journal.size()).stream()
                    .filter(ShardEffect.Answer.class::isInstance)
                    .map(effect -> ((ShardEffect.Answer) effect).answer())
                    .findFirst()
                    .orElseGet(ShardAnswer.Unknown::new);
        }

        void deposit(Ed25519KeyPair owner) {
            on(new ShardEvent.DepositSeen(rail.newBytes(), TestRail.accountOf(owner), Amount.of(100)));
        }

        Authority execute(SignedOrder order) {
            assertThat(confirm(rail.certify(order))).isInstanceOf(ShardAnswer.Executed.class);
            return this;
        }

        ShardAnswer confirm(TransferCertificate certificate) {
            var confirmation = new ConfirmationOrder(certificate, CarriedPayments.NONE);
            return on(new ShardEvent.ConfirmationAsked(1, confirmation));
        }

        ShardAnswer ask(SignedOrder order, FinalPayment... carried) {
            var request = new OrderRequest(order, new CarriedPayments(List.of(carried)));
            return on(new ShardEvent.OrderAsked(1, request));
        }

        AuthoritySignature voteFor(SignedOrder order, FinalPayment... carried) {
            ShardAnswer answer = ask(order, carried);
            assertThat(answer).isInstanceOf(ShardAnswer.Voted.class);
            return ((ShardAnswer.Voted) answer).vote().signature();
        }

        void freeze(SignedOrder order) {
            SignedCancellation cancelled =
                    SignedCancellation.sign(rail.scope(), order.order().sequence(), order == x1 ? first : second);
            on(new ShardEvent.RescueCommitted(1, rail.evidence(new RescueGround.Cancelled(cancelled))));
        }

        RescueStatement statementOf(SignedOrder order) {
            ShardAnswer answer =
                    on(new ShardEvent.StatementAsked(1, order.order().sender(), 0));
            assertThat(answer).isInstanceOf(ShardAnswer.Stated.class);
            return ((ShardAnswer.Stated) answer).statement();
        }

        /// Balances and what is pending, of everybody.
        long money() {
            return core.totals().balances().minorUnits()
                    + core.totals().pending().minorUnits();
        }
    }

    @BeforeEach
    void eachOrderIsExecutedAtOneHonestAuthority() {
        a.execute(x1);
        b.execute(x2);
    }

    /// Both are frozen everywhere; of those who speak, nobody executed it: the liar keeps silent of what he knows.
    private RescueOutcome rescue(SignedOrder order, Authority one, Authority other) {
        List.of(a, b, c).forEach(authority -> authority.freeze(order));
        RailSequence rescue = RailSequence.of(order.order());
        RescueOutcome outcome = RescueOutcome.of(
                rescue,
                List.of(one.statementOf(order), other.statementOf(order), rail.statement(4, rescue, Optional.empty())));
        assertThat(outcome.verdict(rail.scope(), rail.verifier())).isEqualTo(new RescueVerdict.Void());
        return outcome;
    }

    @Test
    void nobodyHonestVotesForMoneyThatOneAuthorityExecuted() {
        assertThat(a.ask(onward)).isEqualTo(new ShardAnswer.Refused(RailRefusal.NOT_COVERED));
        assertThat(b.ask(onward)).isEqualTo(new ShardAnswer.Refused(RailRefusal.NOT_COVERED));
    }

    @Test
    void aCertificateInPlaceOfAFinalPaymentDoesNotCoverItEither() {
        assertThat(a.ask(onward, promise(x1))).isEqualTo(new ShardAnswer.Refused(RailRefusal.BAD_EFFECTS));
    }

    private FinalPayment promise(SignedOrder order) {
        return new FinalPayment(rail.certify(order), rail.certify(order).votes());
    }

    @Test
    void whatIsFinalCovers() {
        assertThat(a.ask(onward, rail.finish(x1))).isInstanceOf(ShardAnswer.Voted.class);
        assertThat(b.ask(onward, rail.finish(x1))).isInstanceOf(ShardAnswer.Voted.class);
    }

    @Test
    void bothAreRescuedAndNoMoneyAppears() {
        RescueOutcome first = rescue(x1, b, c);
        RescueOutcome second = rescue(x2, a, c);

        for (Authority authority : List.of(a, b, c)) {
            authority.on(new ShardEvent.OutcomeCommitted(2, first));
            authority.on(new ShardEvent.OutcomeCommitted(2, second));
            assertThat(authority.money()).isEqualTo(200);
            assertThat(authority.ask(onward)).isEqualTo(new ShardAnswer.Refused(RailRefusal.NOT_COVERED));
        }
    }

    /// What the rule is for. A and B take a certificate for a final payment here, so the recipient spends what each of
    /// them alone has executed. When the ledger voids both, the money is with the shop already: no take-back is
    /// possible, and the shards stop.
    @Test
    void ifCreditsCountedAtOnceTheShopWouldHaveMoneyThatNobodyPaid() {
        CommitteeVerifier careless =
                PlantedInRail.TAKES_A_CERTIFICATE_FOR_A_FINAL_PAYMENT.habits().verifier(rail.verifier());
        Authority carelessA = new Authority(1, careless).execute(x1);
        Authority carelessB = new Authority(2, careless).execute(x2);
        byte[] vote = RailStatements.vote(rail.scope(), onward.id());
        TransferCertificate certificate = new TransferCertificate(
                onward,
                rail.verifier()
                        .combine(
                                vote,
                                Map.of(
                                        1, carelessA.voteFor(onward, promise(x1)),
                                        2, carelessB.voteFor(onward, promise(x2)),
                                        4, rail.sign(4, vote)))
                        .signature()
                        .orElseThrow());
        for (Authority authority : List.of(carelessA, carelessB)) {
            assertThat(authority.confirm(certificate)).isInstanceOf(ShardAnswer.Executed.class);
            authority.freeze(authority.number == 1 ? x1 : x2);
        }
        assertThat(c.confirm(certificate)).as("C has no credit").isEqualTo(new ShardAnswer.Waits());
        RescueOutcome voidX1 = rescue(x1, b, c);

        assertThatThrownBy(() -> carelessA.on(new ShardEvent.OutcomeCommitted(2, voidX1)))
                .isInstanceOf(Invariant.Broken.class);
    }
}
