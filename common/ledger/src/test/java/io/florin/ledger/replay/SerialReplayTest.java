package io.florin.ledger.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.QuorumCertificate;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.ledger.token.TokenReference;
import java.util.List;
import org.junit.jupiter.api.Test;

class SerialReplayTest {

    private final TestNetwork network = new TestNetwork(1);
    private final TestChain chain = new TestChain(network);
    private final SerialReplay replay = new SerialReplay(network.genesis());
    private final Ed25519KeyPair alice = network.newKey();
    private final Ed25519KeyPair bob = network.newKey();

    @Test
    void commitsIssueAndTransfer() {
        Issue issue = issue(100);
        Transfer transfer = pay(TestNetwork.outputsOf(issue).get(0), 60);

        assertThat(statuses(chain.append(issue))).containsExactly(TransactionStatus.COMMITTED);
        assertThat(statuses(chain.append(transfer))).containsExactly(TransactionStatus.COMMITTED);
        assertThat(replay.read(TestNetwork.outputsOf(issue).get(0).key())).isEmpty();
        assertThat(replay.read(TestNetwork.outputsOf(transfer).get(0).key())).isPresent();
        assertThat(replay.keys()).hasSize(4);
    }

    @Test
    void commitsChainInsideOneBlockAndRejectsSecondSpend() {
        Issue issue = issue(100);
        TokenReference coin = TestNetwork.outputsOf(issue).get(0);

        assertThat(statuses(chain.append(issue, pay(coin, 60), pay(coin, 50))))
                .containsExactly(
                        TransactionStatus.COMMITTED,
                        TransactionStatus.COMMITTED,
                        TransactionStatus.ABORTED_READ_CONFLICT);
    }

    @Test
    void issuesOneWithdrawalOnce() {
        var id = network.newId();
        OwnerKey owner = new OwnerKey(alice.publicKey());
        Issue first = network.issue(network.header(100), id, owner, 100);
        Issue retry = network.issue(network.header(100), id, owner, 100);

        assertThat(statuses(chain.append(first, retry)))
                .containsExactly(TransactionStatus.COMMITTED, TransactionStatus.ABORTED_READ_CONFLICT);
    }

    @Test
    void claimsAnIdOnceForEverAndOnlyByAnEndorsedTransaction() {
        Issue issue = issue(100);
        Bundle good = network.endorse(List.of(issue));
        Bundle forged = new Bundle(
                good.namespace(), 1, 1, good.transactions(), List.of(), Bytes.of(new byte[Bundle.SIGNATURE_SIZE]));

        assertThat(statuses(chain.appendBundles(forged))).containsExactly(TransactionStatus.MALFORMED_ENDORSEMENT);
        assertThat(statuses(chain.appendBundles(good))).containsExactly(TransactionStatus.COMMITTED);
        assertThat(statuses(chain.appendBundles(network.endorse(List.of(issue, issue(7))))))
                .containsExactly(TransactionStatus.REJECTED_DUPLICATE_TX_ID, TransactionStatus.COMMITTED);
    }

    @Test
    void recordsGarbageByPlace() {
        Bundle withJunk = network.endorseRaw(List.of(Bytes.of(new byte[60])), List.of());

        Block block = chain.appendEntries(List.of(Bytes.of(new byte[] {1, 2, 3}), Bytes.of(withJunk.encode())));

        assertThat(statuses(block))
                .containsExactly(TransactionStatus.MALFORMED_BUNDLE, TransactionStatus.MALFORMED_TRANSACTION);
    }

    @Test
    void countsABundleOfEmptyTransactionsAsOneEntry() {
        byte[] good = network.endorse(List.of(issue(1))).encode();
        byte[] bomb = new byte[11 + 512 * 4 + 2 + Bundle.SIGNATURE_SIZE];
        System.arraycopy(good, 0, bomb, 0, 9);
        bomb[9] = 2; // 512 transactions of no bytes

        assertThat(statuses(chain.appendEntries(List.of(Bytes.of(bomb)))))
                .containsExactly(TransactionStatus.MALFORMED_BUNDLE);
    }

    @Test
    void abortsExpiredStaleAndUnauditedTransactions() {
        chainOf(3);
        OwnerKey owner = new OwnerKey(alice.publicKey());
        Issue expired = network.issue(network.header(2), network.newId(), owner, 5);
        Issue big = network.issue(network.header(100), network.newId(), owner, 5_000_000);
        Transfer unaudited = pay(TestNetwork.outputsOf(big).get(0), 2_000_000);
        Bundle bare = network.endorseSettlements(
                List.of(io.florin.ledger.rules.SettlementTranslator.translate(unaudited, true)));

        assertThat(statuses(chain.appendBundles(network.endorse(List.of(expired, big)), bare)))
                .containsExactly(
                        TransactionStatus.ABORTED_EXPIRED,
                        TransactionStatus.COMMITTED,
                        TransactionStatus.ABORTED_NOT_AUDITED);
        assertThat(statuses(chain.append(pay(TestNetwork.outputsOf(big).get(0), 1_999_999))))
                .containsExactly(TransactionStatus.COMMITTED);
    }

    @Test
    void refusesBlocksThatDoNotContinueTheChain() {
        Block first = chain.append(issue(1));
        Block second = chain.append(issue(2));
        Block uncertified = new Block(
                first.header(),
                new QuorumCertificate(first.certificate().signatures().subList(0, 2)),
                first.entries());
        Block swapped = new Block(first.header(), first.certificate(), second.entries());

        for (Block bad : List.of(second, uncertified, swapped)) {
            assertThatThrownBy(() -> replay.apply(bad)).isInstanceOf(SerialReplay.BlockRefused.class);
        }
        assertThat(statuses(first)).containsExactly(TransactionStatus.COMMITTED);
        assertThatThrownBy(() -> replay.apply(first)).isInstanceOf(SerialReplay.BlockRefused.class);
    }

    @Test
    void reachesTheSameStateHashOnEveryReplay() {
        chainOf(5);
        SerialReplay again = new SerialReplay(network.genesis());
        chain.blocks().forEach(again::apply);

        assertThat(again.checkpoint()).isEqualTo(replay.checkpoint());
    }

    private void chainOf(int blocks) {
        for (int i = 0; i < blocks; i++) {
            replay.apply(chain.append(issue(10 + i)));
        }
    }

    private Issue issue(long value) {
        return network.issue(network.header(100), network.newId(), new OwnerKey(alice.publicKey()), value);
    }

    private Transfer pay(TokenReference coin, long value) {
        long change = coin.token().value().minorUnits() - value;
        return network.transfer(
                network.header(100),
                List.of(alice),
                List.of(coin),
                List.of(TestNetwork.token(bob, value), TestNetwork.token(alice, change)));
    }

    private List<TransactionStatus> statuses(Block block) {
        return replay.apply(block).outcomes().stream()
                .map(TransactionOutcome::status)
                .toList();
    }
}
