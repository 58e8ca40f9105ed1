package io.florin.committer.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.committer.wiring.CommitterEngine;
import io.florin.committer.wiring.TestEngine;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.status.Receipt;
import io.florin.ledger.status.TransactionStatus;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.api.CommitterApi.TokenView;
import io.florin.testkit.Patience;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Questions to a real engine.
final class LedgerQueriesTest {

    @TempDir
    private Path directory;

    private final TestNetwork network = new TestNetwork(21);
    private final TestChain chain = new TestChain(network);
    private final Ed25519KeyPair alice = network.newKey();
    private final Ed25519KeyPair bob = network.newKey();
    private final Issue issue =
            network.issue(network.header(100), network.newId(), new OwnerKey(alice.publicKey()), 700, 300);
    private final TokenReference sevenHundred = TestNetwork.outputsOf(issue).getFirst();
    private final Transfer payment = pay(sevenHundred, 700);
    private final Transfer again = pay(sevenHundred, 700);
    private TestEngine opened;
    private CommitterEngine engine;
    private LedgerQueries queries;

    private Transfer pay(TokenReference token, long value) {
        return network.transfer(
                network.header(100), List.of(alice), List.of(token), List.of(TestNetwork.token(bob, value)));
    }

    @BeforeEach
    void open() throws InterruptedException {
        opened = TestEngine.in(directory, network);
        engine = opened.engine();
        queries = new LedgerQueries(engine);
        engine.submit(chain.append(issue));
        engine.submit(chain.append(payment, again));
        assertThat(engine.awaitComplete(2, Patience.LIMIT)).isTrue();
    }

    @AfterEach
    void close() {
        opened.close();
    }

    @Test
    void saysWhatBecameOfATransaction() {
        var view = queries.transaction(payment.id()).orElseThrow();
        assertThat(view.status()).isEqualTo("COMMITTED");
        assertThat(view.block()).isEqualTo(2);
        assertThat(view.index()).isZero();
        TransactionId unknown = new TransactionId(network.newId());
        assertThat(queries.transaction(unknown)).isEmpty();
        assertThat(queries.transactions(List.of(issue.id(), unknown, again.id())))
                .extracting(found -> found.status())
                .containsExactly("COMMITTED", "ABORTED_READ_CONFLICT");
    }

    @Test
    void provesEveryStatus() {
        for (TransactionId id : List.of(issue.id(), payment.id(), again.id())) {
            Receipt receipt = queries.receipt(id).orElseThrow();
            assertThat(receipt.flaw(network.configuration())).isEmpty();
            assertThat(receipt.outcome().id()).contains(id);
            assertThat(Receipt.decode(receipt.encode())).isEqualTo(receipt);
        }
        assertThat(queries.receipt(again.id()).orElseThrow().outcome().status())
                .isEqualTo(TransactionStatus.ABORTED_READ_CONFLICT);
    }

    @Test
    void showsUnspentTokensOnly() {
        assertThat(queries.token(sevenHundred.key())).isEmpty();
        TokenReference received = TestNetwork.outputsOf(payment).getFirst();
        TokenView view = queries.token(received.key()).orElseThrow();
        assertThat(view.value()).isEqualTo(700);
        assertThat(view.transactionId()).isEqualTo(payment.id().toHex());
        assertThat(queries.tokensOf(new OwnerKey(bob.publicKey())).tokens()).containsExactly(view);
        var left = queries.tokensOf(new OwnerKey(alice.publicKey()));
        assertThat(left.block()).isEqualTo(2);
        assertThat(left.tokens()).extracting(TokenView::value).containsExactly(300L);
    }
}
