package io.florin.committer.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.committer.reconciliation.Reconciler.Outcome;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.rules.SettlementTranslator;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ReconcilerTest {

    private final TestNetwork network = new TestNetwork(31);
    private final Ed25519KeyPair alice = network.newKey();
    private final Ed25519KeyPair bob = network.newKey();
    private final Reconciler reconciler = new Reconciler(
            new TransactionReview(network.networkId(), network.random()), new Reconciler.Patience(3, 1_000, 60_000));
    private final Issue issue =
            network.issue(network.header(100), network.newId(), new OwnerKey(alice.publicKey()), 700);
    private final TokenReference token = TestNetwork.outputsOf(issue).getFirst();
    private final Transfer payment =
            network.transfer(network.header(100), List.of(alice), List.of(token), List.of(TestNetwork.token(bob, 700)));

    private EndorsedTransaction endorsed(Bundle bundle) {
        return new EndorsedTransaction(
                5,
                Bytes32.ZERO,
                OrderedTransaction.of(List.of(Bytes.of(bundle.encode()))).getFirst());
    }

    private Outcome outcome(EndorsedTransaction endorsed, ClientTransaction found) {
        return reconciler.outcome(
                endorsed, new OpenCase(5, 0, 0, 0), new SearchResult.Found(found), configurations(), 10);
    }

    private Reconciler.Configurations configurations() {
        return new Reconciler.Configurations(Optional.of(network.configuration()), network.configuration());
    }

    private static Accusation accusation(Outcome outcome) {
        return ((Outcome.Accused) outcome).accusation();
    }

    @Test
    void findsNothingWrongWithHonestEndorsements() {
        assertThat(outcome(endorsed(network.endorse(List.of(issue))), issue)).isInstanceOf(Outcome.Right.class);
        assertThat(outcome(endorsed(network.endorse(List.of(payment))), payment))
                .isInstanceOf(Outcome.Right.class);
    }

    @Test
    void accusesEndorsersOfSetsThatTheTransactionDoesNotSay() {
        SettlementTransaction honest = SettlementTranslator.translate(payment, false);
        List<Write> writes = new ArrayList<>(honest.writes());
        writes.set(1, new Write.Output(0, TestNetwork.token(bob, 7_000_000)));
        SettlementTransaction inflated = new SettlementTransaction(
                honest.id(),
                TransactionKind.TRANSFER,
                honest.namespace(),
                false,
                1,
                honest.expiryHeight(),
                honest.reads(),
                writes);
        Accusation accusation = accusation(outcome(endorsed(network.endorseSettlements(List.of(inflated))), payment));
        assertThat(accusation.kind()).isEqualTo(Accusation.Kind.WRONG);
        assertThat(accusation.reason()).isEqualTo("other-reads-or-writes");
        assertThat(accusation.evidence().size()).isGreaterThan(payment.encode().length);
        assertThat(Accusation.decode(accusation.encode())).isEqualTo(accusation);
    }

    @Test
    void accusesEndorsersOfWhatTheRulesForbid() {
        Transfer stolen = payment.withSignatures(List.of(Bytes.of(network.newBytes(64))));
        Accusation theft = accusation(outcome(endorsed(network.endorse(List.of(stolen))), stolen));
        assertThat(theft.reason()).isEqualTo("bad-owner-signature");

        Transfer minted = network.transfer(
                network.header(100), List.of(alice), List.of(token), List.of(TestNetwork.token(bob, 7_000)));
        assertThat(accusation(outcome(endorsed(network.endorse(List.of(minted))), minted))
                        .reason())
                .isEqualTo("unbalanced");

        Issue alone = new Issue(
                issue.header(), issue.request(), issue.outputs(), issue.notes(), network.approvals(issue.request(), 0));
        assertThat(accusation(outcome(endorsed(network.endorse(List.of(alone))), alone))
                        .reason())
                .isEqualTo("too-few-approvals");
    }

    @Test
    void accusesEndorsersWhoSkippedTheAuditor() {
        Issue large = network.issue(network.header(100), network.newId(), new OwnerKey(alice.publicKey()), 9_000_000);
        Transfer payout = network.transfer(
                network.header(100),
                List.of(alice),
                TestNetwork.outputsOf(large),
                List.of(TestNetwork.token(bob, 9_000_000)));
        assertThat(outcome(endorsed(network.endorse(List.of(payout))), payout)).isInstanceOf(Outcome.Right.class);
        Bundle unaudited = network.endorseSettlements(List.of(SettlementTranslator.translate(payout, false)));
        assertThat(accusation(outcome(endorsed(unaudited), payout)).reason()).isEqualTo("audit-required");
    }

    @Test
    void aMissingTransactionIsLookedForAgainBeforeItBecomesAnAccusation() {
        EndorsedTransaction endorsed = endorsed(network.endorse(List.of(payment)));
        OpenCase open = new OpenCase(5, 0, 0, 0);
        long now = 0;
        for (int attempt = 1; attempt < 3; attempt++) {
            Outcome outcome = missing(endorsed, open, 3, now);
            open = ((Outcome.Open) outcome).openCase();
            assertThat(open.attempts()).isEqualTo(attempt);
            assertThat(open.nextMillis() - now).isEqualTo(1_000L << (attempt - 1));
            assertThat(OpenCase.decode(5, 0, open.encode())).isEqualTo(open);
            now = open.nextMillis();
        }
        assertThat(accusation(missing(endorsed, open, 3, now)).kind()).isEqualTo(Accusation.Kind.MISSING);
    }

    @Test
    void endorsersThatAreDownAccuseNobody() {
        EndorsedTransaction endorsed = endorsed(network.endorse(List.of(payment)));
        OpenCase open = new OpenCase(5, 0, 50, 0);
        assertThat(missing(endorsed, open, 1, 0)).isInstanceOf(Outcome.Open.class);
        assertThat(missing(endorsed, open, 2, 0)).isInstanceOf(Outcome.Accused.class);
    }

    private Outcome missing(EndorsedTransaction endorsed, OpenCase open, int denied, long now) {
        return reconciler.outcome(endorsed, open, new SearchResult.NotFound(denied), configurations(), now);
    }

    @Test
    void endorsedGarbageIsAnAccusationByItself() {
        EndorsedTransaction garbage = endorsed(network.endorseRaw(List.of(Bytes.of(network.newBytes(60))), List.of()));
        Accusation accusation = accusation(reconciler.unreadable(garbage, 3));
        assertThat(accusation.kind()).isEqualTo(Accusation.Kind.MALFORMED);
        assertThat(accusation.id()).isEmpty();
        assertThat(Accusation.decode(accusation.encode())).isEqualTo(accusation);
    }
}
