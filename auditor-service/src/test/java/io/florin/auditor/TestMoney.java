package io.florin.auditor;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.Redeem;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayList;
import java.util.List;

/// Money of two people on a test network, and what colluding endorsers might make of it.
public final class TestMoney {
    private static final long EXPIRY = 1000;

    public final TestNetwork network;
    public final Ed25519KeyPair alice;
    public final Ed25519KeyPair bob;

    public TestMoney(TestNetwork network) {
        this.network = network;
        this.alice = network.newKey();
        this.bob = network.newKey();
    }

    public Issue issue(long... values) {
        return network.issue(network.header(EXPIRY), network.newId(), new OwnerKey(alice.publicKey()), values);
    }

    /// Alice pays Bob out of one token and keeps the rest.
    public Transfer pay(TokenReference token, long value) {
        return pay(token, value, EXPIRY);
    }

    public Transfer pay(TokenReference token, long value, long expiry) {
        long change = token.token().value().minorUnits() - value;
        List<Token> outputs = new ArrayList<>(List.of(TestNetwork.token(bob, value)));
        if (change > 0) {
            outputs.add(TestNetwork.token(alice, change));
        }
        return network.transfer(network.header(expiry), List.of(alice, bob), List.of(token), outputs);
    }

    public Redeem redeem(TokenReference token, long value) {
        OwnerKey owner = token.token().owner();
        var request =
                new SupplyRequest(SupplyRequest.Direction.REDEMPTION, network.newId(), 1, owner, Amount.of(value));
        long change = token.token().value().minorUnits() - value;
        List<Token> outputs = change == 0 ? List.of() : List.of(TestNetwork.token(owner, change));
        Redeem unsigned = new Redeem(
                network.header(EXPIRY),
                request,
                List.of(token),
                outputs,
                outputs.stream().map(_ -> Bytes.EMPTY).toList(),
                List.of(),
                List.of());
        byte[] message = ClientTransaction.ownerMessage(unsigned.header(), unsigned.id());
        Ed25519KeyPair key = owner.value().equals(alice.publicKey()) ? alice : bob;
        return unsigned.withSignatures(List.of(key.sign(message)), network.approvals(request, 0, 1));
    }

    /// A transfer as only endorsers that collude would endorse it: any inputs, any outputs.
    public SettlementTransaction settlement(TransactionKind kind, List<Read> reads, List<Write> writes) {
        return new SettlementTransaction(
                new TransactionId(network.newId()), kind, TestNetwork.CURRENCY, false, 1, EXPIRY, reads, writes);
    }

    /// Spends the token and creates one of another value for Bob.
    public SettlementTransaction minting(TokenReference token, long value) {
        return settlement(
                TransactionKind.TRANSFER,
                List.of(Read.token(token.key())),
                List.of(new Write.Spend(0), new Write.Output(0, TestNetwork.token(bob, value))));
    }

    public static TokenReference output(ClientTransaction transaction, int index) {
        return TestNetwork.outputsOf(transaction).get(index);
    }

    public Bytes32 newId() {
        return network.newId();
    }
}
