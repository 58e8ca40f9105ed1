package io.florin.committer.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.RailRescue;
import io.florin.ledger.client.RailRescueOutcome;
import io.florin.ledger.client.RailWithdrawal;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.FinalProof;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rail.RailFinality;
import io.florin.ledger.rail.RailKind;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.RescueGround;
import io.florin.ledger.rail.signing.SigningScheme;
import io.florin.ledger.rules.SettlementTranslator;
import io.florin.ledger.settlement.CounterAdd;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.token.TokenReference;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The endorsement of money in and out of a rail and of rescues, done again.
class RailReviewTest {

    private final TestNetwork network = new TestNetwork(9);
    private final Ed25519KeyPair alice = network.newKey();
    private final TestRail rail = TestRail.of(network.networkId(), SigningScheme.NAIVE_ED25519, RailFinality.EFFECTS);
    private final InstantRail configured = rail.asConfigured(TestNetwork.CURRENCY, RailKind.ACCOUNTS);
    private final NetworkConfiguration configuration =
            EditedConfiguration.of(network.configuration()).rails(configured).build();
    private final TransactionReview review = new TransactionReview(network.networkId(), network.random());
    private final ClientTransaction deposit = network.deposit(
            network.header(100),
            configured,
            new OwnerKey(network.newKey().publicKey()),
            List.of(alice),
            List.of(new TokenReference(new TransactionId(network.newId()), 0, TestNetwork.token(alice, 70))),
            List.of(TestNetwork.token(alice, 20)));

    private RailWithdrawal withdrawal(FinalPayment payment) {
        return new RailWithdrawal(network.header(100), new FinalProof.OfAccount(payment));
    }

    private FinalPayment payment() {
        return rail.finish(rail.order(alice, new RailRecipient.OnLedger(new OwnerKey(alice.publicKey())), 50, 0));
    }

    private Optional<String> flaw(ClientTransaction client) {
        var bundle = network.endorse(List.of(client));
        return flaw(client, bundle);
    }

    private Optional<String> flaw(ClientTransaction client, Bundle bundle) {
        OrderedTransaction ordered =
                OrderedTransaction.of(List.of(Bytes.of(bundle.encode()))).getFirst();
        return review.flaw(new EndorsedTransaction(1, Bytes32.ZERO, ordered), client, Optional.of(configuration));
    }

    @Test
    void findsNothingWrongWithHonestEndorsements() {
        var one = rail.order(alice, network.newKey(), 1, 3);
        var other = rail.order(alice, network.newKey(), 1, 3);

        assertThat(flaw(deposit)).isEmpty();
        assertThat(flaw(withdrawal(payment()))).isEmpty();
        assertThat(flaw(new RailRescue(network.header(100), rail.evidence(RescueGround.TwoOrders.of(one, other)))))
                .isEmpty();
        assertThat(flaw(new RailRescueOutcome(network.header(100), rail.nobodyHolds(RailSequence.of(one.order())))))
                .isEmpty();
    }

    @Test
    void namesEndorsersOfAWithdrawalThatNobodyMadeFinal() {
        FinalPayment payment = payment();

        assertThat(flaw(withdrawal(new FinalPayment(
                        payment.certificate(), payment.certificate().votes()))))
                .contains("bad-rail-effects");
    }

    @Test
    void namesEndorsersOfAnotherLimit() {
        SettlementTransaction honest = SettlementTranslator.translate(deposit, false);
        CounterAdd.Raise raise = (CounterAdd.Raise) honest.adds().getFirst();
        var generous = new SettlementTransaction(
                honest.id(),
                honest.kind(),
                honest.namespace(),
                false,
                1,
                honest.expiryHeight(),
                honest.reads(),
                honest.writes(),
                List.of(new CounterAdd.Raise(raise.counter(), raise.amount(), Amount.of(Long.MAX_VALUE))));
        var bundle = network.endorseSettlements(List.of(generous));

        assertThat(flaw(deposit, bundle)).contains("other-reads-or-writes");
    }
}
