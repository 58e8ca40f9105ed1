package io.florin.wallet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.Submission;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.token.TokenReference;
import io.florin.wallet.address.WalletAddress;
import io.florin.wallet.payment.Instruction;
import io.florin.wallet.payment.PayerKeys;
import io.florin.wallet.payment.PaymentBuilder;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SubmitterTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration OF_A_SUBMISSION = Duration.ofSeconds(70);

    private final TestNetwork network = new TestNetwork(23);
    private final FakeNode node = new FakeNode(network);
    private final StringWriter out = new StringWriter();

    @AfterEach
    void stop() {
        node.close();
    }

    private Submission payment(WalletConnection connection) {
        Ed25519KeyPair owner = network.newKey();
        WalletAddress own = new WalletAddress(
                new OwnerKey(owner.publicKey()),
                X25519KeyPair.fromSeed(network.newBytes(32)).publicKey());
        PayerKeys keys = new PayerKeys() {
            @Override
            public WalletAddress address() {
                return own;
            }

            @Override
            public Bytes sign(byte[] message) {
                return owner.sign(message);
            }
        };
        TokenReference token = new TokenReference(new TransactionId(network.newId()), 0, TestNetwork.token(owner, 100));
        return Submission.of(new PaymentBuilder(keys, connection.ledger(), network.random())
                .pay(List.of(token), new Instruction(own, Amount.of(40), "", "", "", "")));
    }

    /// All endorsers are asked in turn, and each may let the wallet wait: the submission that commits takes longer than
    /// the wallet's patience.
    @Test
    void whatIsTakenAtTheEndOfThePatienceIsStillFound() throws InterruptedException {
        URI url = URI.create(node.url());
        WalletConnection connection =
                new WalletConnection(List.of(url), List.of(url), Optional.empty(), Optional.empty());
        InstantSource clock = () -> NOON.plus(OF_A_SUBMISSION.multipliedBy(
                node.requests().to("/v1/client-transactions").size()));
        node.losesSubmissions(1);

        boolean committed = new Submitter(
                        connection, new Printers(new PrintWriter(out), new PrintWriter(new StringWriter())), clock)
                .settle(payment(connection));

        assertThat(committed).isTrue();
        assertThat(out.toString()).startsWith("COMMITTED");
    }
}
