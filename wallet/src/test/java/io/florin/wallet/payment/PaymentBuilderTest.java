package io.florin.wallet.payment;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.fixture.TestNetwork;
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
