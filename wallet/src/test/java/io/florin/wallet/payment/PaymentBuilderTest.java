package io.florin.wallet.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.RailDeposit;
import io.florin.ledger.client.RailWithdrawal;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.FinalProof;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rail.RailFinality;
import io.florin.ledger.rail.RailKind;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.RescueGround;
import io.florin.ledger.rail.signing.SigningScheme;
import io.florin.ledger.rules.ClearTokenRules;
import io.florin.ledger.token.TokenReference;
import io.florin.wallet.address.WalletAddress;
import io.florin.wallet.notes.NoteContent;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Who can read what a transfer says of its outputs.
class PaymentBuilderTest {
    private final TestNetwork network = new TestNetwork(11);
    private final Ed25519KeyPair owner = network.newKey();
    private final X25519KeyPair ownNotes = X25519KeyPair.fromSeed(network.newBytes(32));
    private final X25519KeyPair payeesNotes = X25519KeyPair.fromSeed(network.newBytes(32));
    private final LedgerView ledger = new LedgerView(
            network.networkId(),
            TestNetwork.CURRENCY,
            1,
            1,
            0,
            network.configuration().limits());

    private final PayerKeys keys = new PayerKeys() {
        @Override
        public WalletAddress address() {
            return new WalletAddress(new OwnerKey(owner.publicKey()), ownNotes.publicKey());
        }

        @Override
        public Bytes sign(byte[] message) {
            return owner.sign(message);
        }
    };

    /// Of 100 to 30 and change.
    private Transfer pays(PaymentBuilder builder) {
        WalletAddress payee = new WalletAddress(new OwnerKey(network.newKey().publicKey()), payeesNotes.publicKey());
        return builder.pay(
                List.of(new TokenReference(new TransactionId(network.newId()), 0, TestNetwork.token(owner, 100))),
                new Instruction(payee, Amount.of(30), "E2E", "", "", ""));
    }

    private void payeeReads(Transfer transfer) {
        assertThat(NoteContent.open(
                        network.networkId(), payeesNotes, transfer.notes().getFirst()))
                .get()
                .extracting(NoteContent::endToEndId)
                .isEqualTo("E2E");
    }

    /// Who has nothing but the key finds the change by it.
    @Test
    void theOwnerReadsTheNoteOnTheChange() {
        Transfer transfer = pays(new PaymentBuilder(keys, ledger, network.random()));
        payeeReads(transfer);
        assertThat(NoteContent.open(
                        network.networkId(), ownNotes, transfer.notes().getLast()))
                .get()
                .extracting(note -> note.token().value())
                .isEqualTo(Amount.of(70));
    }

    /// Of 100 to 30 and change.
    private Transfer paysCutting(int changeTokens) {
        WalletAddress payee = new WalletAddress(new OwnerKey(network.newKey().publicKey()), payeesNotes.publicKey());
        return new PaymentBuilder(keys, ledger, network.random())
                .pay(
                        List.of(new TokenReference(
                                new TransactionId(network.newId()), 0, TestNetwork.token(owner, 100))),
                        List.of(new Instruction(payee, Amount.of(30), "E2E", "", "", "")),
                        changeTokens);
    }

    @Test
    void changeCanComeBackAsSeveralTokensOfAboutOneValue() {
        Transfer transfer = paysCutting(3);

        payeeReads(transfer);
        assertThat(transfer.outputs().subList(1, 4))
                .containsExactly(
                        TestNetwork.token(owner, 24), TestNetwork.token(owner, 23), TestNetwork.token(owner, 23));
        assertThat(transfer.outputs()).hasSize(4);
        assertThat(ClientTransaction.decode(transfer.encode())).isEqualTo(transfer);
    }

    /// Limits and the auditor's threshold judge what leaves the payer, in however many tokens the rest comes back.
    @Test
    void changeInSeveralTokensIsNotPaidToOthers() {
        for (int tokens : List.of(1, 2, 15)) {
            assertThat(ClearTokenRules.paidToOthers(paysCutting(tokens))).isEqualTo(Amount.of(30));
        }
    }

    @Test
    void changeHasNoMoreTokensThanMinorUnits() {
        assertThat(new PaymentBuilder(keys, ledger, network.random())
                        .pay(
                                List.of(new TokenReference(
                                        new TransactionId(network.newId()), 0, TestNetwork.token(owner, 100))),
                                List.of(new Instruction(
                                        new WalletAddress(
                                                new OwnerKey(network.newKey().publicKey()), payeesNotes.publicKey()),
                                        Amount.of(98),
                                        "",
                                        "",
                                        "",
                                        "")),
                                4)
                        .outputs())
                .hasSize(3);
    }

    @Test
    void aDepositOnARailSaysWhoIsCreditedAndIsSignedByThePayer() {
        TestRail rail = TestRail.of(network.networkId(), SigningScheme.NAIVE_ED25519, RailFinality.EFFECTS);
        InstantRail configured = rail.asConfigured(TestNetwork.CURRENCY, RailKind.ACCOUNTS);
        OwnerKey payee = new OwnerKey(network.newKey().publicKey());
        var coin = new TokenReference(new TransactionId(network.newId()), 0, TestNetwork.token(owner, 100));

        RailDeposit deposit = new PaymentBuilder(keys, ledger, network.random())
                .deposit(List.of(coin), configured, payee, Amount.of(60));

        assertThat(deposit.rail()).isEqualTo(configured.id());
        assertThat(deposit.recipient()).isEqualTo(payee);
        assertThat(deposit.amount()).isEqualTo(Amount.of(60));
        assertThat(deposit.floatLimit()).isEqualTo(configured.committee().floatLimit());
        assertThat(deposit.change()).containsExactly(TestNetwork.token(owner, 40));
        assertThat(deposit.notes()).hasSize(1);
        assertThat(Ed25519.verify(
                        owner.publicKey(),
                        ClientTransaction.ownerMessage(deposit.header(), deposit.id()),
                        deposit.signatures().getFirst().toArray()))
                .isTrue();
        assertThat(ClientTransaction.decode(deposit.encode())).isEqualTo(deposit);
    }

    @Test
    void whoHoldsTheFileOfAPaymentBringsItToTheLedger() {
        TestRail rail = TestRail.of(network.networkId(), SigningScheme.NAIVE_ED25519, RailFinality.EFFECTS);
        RailBuilder builder = new RailBuilder(ledger, network.random());
        var out = rail.finish(rail.order(owner, new RailRecipient.OnLedger(new OwnerKey(owner.publicKey())), 60, 0));
        var stays = rail.finish(rail.order(owner, network.newKey(), 60, 1));

        RailWithdrawal withdrawal = builder.withdraw(new FinalProof.OfAccount(out));

        assertThat(withdrawal.outputs()).containsExactly(TestNetwork.token(owner, 60));
        assertThat(ClientTransaction.decode(withdrawal.encode())).isEqualTo(withdrawal);
        assertThatThrownBy(() -> builder.withdraw(new FinalProof.OfAccount(stays)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aRescueAndItsOutcomeAreOfOneSequence() {
        TestRail rail = TestRail.of(network.networkId(), SigningScheme.NAIVE_ED25519, RailFinality.EFFECTS);
        RailBuilder builder = new RailBuilder(ledger, network.random());
        var first = rail.order(owner, network.newKey(), 1, 3);
        var second = rail.order(owner, network.newKey(), 1, 3);

        var rescue = builder.rescue(rail.evidence(RescueGround.TwoOrders.of(first, second)));
        var end = builder.end(rail.nobodyHolds(RailSequence.of(first.order())));

        assertThat(rescue.evidence().sequence()).isEqualTo(end.outcome().rescue());
        assertThat(ClientTransaction.decode(rescue.encode())).isEqualTo(rescue);
        assertThat(ClientTransaction.decode(end.encode())).isEqualTo(end);
    }

    @Test
    void aCustodiansChangeHasANoteThatNobodyReads() {
        PaymentBuilder builder = PaymentBuilder.ofCustodian(keys, ledger, network.random());
        Transfer transfer = pays(builder);
        payeeReads(transfer);
        assertThat(transfer.notes()).allMatch(note -> note.size() == ClientTransaction.NOTE_SIZE_MAX);
        Bytes change = transfer.notes().getLast();
        assertThat(NoteContent.open(network.networkId(), ownNotes, change)).isEmpty();
        assertThat(pays(builder).notes().getLast()).isNotEqualTo(change);
    }
}
