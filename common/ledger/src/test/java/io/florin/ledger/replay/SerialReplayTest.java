package io.florin.ledger.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.crypto.threshold.ThresholdBls;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKeys;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.QuorumCertificate;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.rules.SettlementTranslator;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayList;
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
        Bundle bare = network.endorseSettlements(List.of(SettlementTranslator.translate(unaudited, true)));

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

    @Test
    void abortsWhatDependsOnATransactionThatAborts() {
        Issue issue = issue(100);
        TokenReference coin = TestNetwork.outputsOf(issue).get(0);
        Transfer winner = pay(coin, 60);
        Transfer loser = pay(coin, 50);
        Transfer childOfLoser = pay(TestNetwork.outputsOf(loser).get(1), 20);
        Transfer childOfWinner = pay(TestNetwork.outputsOf(winner).get(1), 20);

        assertThat(statuses(chain.append(issue, winner, loser, childOfLoser, childOfWinner)))
                .containsExactly(
                        TransactionStatus.COMMITTED,
                        TransactionStatus.COMMITTED,
                        TransactionStatus.ABORTED_READ_CONFLICT,
                        TransactionStatus.ABORTED_READ_CONFLICT,
                        TransactionStatus.COMMITTED);
        assertThat(replay.read(TestNetwork.outputsOf(loser).get(0).key())).isEmpty();
        assertThat(replay.read(TestNetwork.outputsOf(childOfLoser).get(0).key()))
                .isEmpty();
    }

    @Test
    void abortsASpendThatStandsBeforeTheTransactionThatCreatesItsToken() {
        Issue issue = issue(100);
        Transfer early = pay(TestNetwork.outputsOf(issue).get(0), 60);

        assertThat(statuses(chain.append(early, issue)))
                .containsExactly(TransactionStatus.ABORTED_READ_CONFLICT, TransactionStatus.COMMITTED);
        assertThat(replay.read(TestNetwork.outputsOf(issue).get(0).key())).isPresent();
    }

    @Test
    void commitsAChainOfTenSpendsInOneBlockAcrossBundles() {
        Issue issue = issue(100);
        List<Bundle> bundles = new ArrayList<>(List.of(network.endorse(List.of(issue))));
        TokenReference coin = TestNetwork.outputsOf(issue).get(0);
        for (int i = 0; i < 10; i++) {
            Transfer next = pay(coin, 5);
            coin = TestNetwork.outputsOf(next).get(1);
            bundles.add(network.endorse(List.of(next)));
        }

        assertThat(statuses(chain.appendBundles(bundles.toArray(Bundle[]::new))))
                .hasSize(11)
                .containsOnly(TransactionStatus.COMMITTED);
        assertThat(replay.read(coin.key())).isPresent();
    }

    @Test
    void keepsTheClaimOfAnAbortedTransaction() {
        Issue issue = issue(100);
        TokenReference coin = TestNetwork.outputsOf(issue).get(0);
        Transfer early = pay(coin, 60);

        assertThat(statuses(chain.append(early))).containsExactly(TransactionStatus.ABORTED_READ_CONFLICT);
        assertThat(statuses(chain.append(issue, early)))
                .containsExactly(TransactionStatus.COMMITTED, TransactionStatus.REJECTED_DUPLICATE_TX_ID);
        assertThat(replay.status(early.id())).contains(TransactionStatus.ABORTED_READ_CONFLICT);
        assertThat(replay.read(coin.key())).isPresent();
    }

    @Test
    void doesNotLetAMalformedTransactionUnderAVictimsIdTakeItsPlace() {
        Issue victim = issue(100);
        byte[] raw = SettlementTranslator.translate(victim, false).encode();
        raw[2] = 7; // flags
        Bundle malformed = network.endorseRaw(List.of(Bytes.of(raw)), List.of());

        assertThat(statuses(chain.appendBundles(malformed, network.endorse(List.of(victim)))))
                .containsExactly(TransactionStatus.MALFORMED_TRANSACTION, TransactionStatus.COMMITTED);
    }

    @Test
    void refusesABundleOfAnotherNamespacesTransactions() {
        Bundle moved = changeConfiguration(2, network.configuration().limits());
        Bundle inCurrency = network.endorseRaw(moved.transactions(), List.of());

        assertThat(statuses(chain.appendBundles(inCurrency))).containsExactly(TransactionStatus.MALFORMED_TRANSACTION);
        assertThat(replay.configuration()).isEqualTo(network.configuration());
    }

    @Test
    void putsAConfigurationInForceWithTheNextBlock() {
        Issue sameBlock = issue(100);
        Issue stale = issue(200);
        var limits = new NetworkConfiguration.Limits(5, 5);

        assertThat(statuses(chain.appendBundles(changeConfiguration(2, limits), network.endorse(List.of(sameBlock)))))
                .containsOnly(TransactionStatus.COMMITTED);
        assertThat(replay.configuration().version()).isEqualTo(2);
        assertThat(replay.configuration().limits()).isEqualTo(limits);
        assertThat(statuses(chain.append(stale))).containsExactly(TransactionStatus.ABORTED_STALE_CONFIG);
        assertThat(replay.read(StateKeys.CONFIGURATION))
                .get()
                .extracting(SerialReplay.Versioned::version)
                .isEqualTo(2L);
    }

    @Test
    void takesOneOfTwoConfigurationsInABlock() {
        var limits = new NetworkConfiguration.Limits(5, 5);
        Bundle first = changeConfiguration(2, network.configuration().limits());
        Bundle second = changeConfiguration(2, limits);

        assertThat(statuses(chain.appendBundles(first, second)))
                .containsExactly(TransactionStatus.COMMITTED, TransactionStatus.ABORTED_READ_CONFLICT);
        assertThat(replay.configuration().limits())
                .isEqualTo(network.configuration().limits());
    }

    @Test
    void commitsUpToTheExpiryHeightAndNotPastIt() {
        chainOf(3);
        OwnerKey owner = new OwnerKey(alice.publicKey());
        Issue last = network.issue(network.header(4), network.newId(), owner, 5);
        Issue late = network.issue(network.header(4), network.newId(), owner, 5);

        assertThat(statuses(chain.append(last))).containsExactly(TransactionStatus.COMMITTED);
        assertThat(statuses(chain.append(late))).containsExactly(TransactionStatus.ABORTED_EXPIRED);
    }

    /// A bundle of the configuration namespace with the next configuration.
    private Bundle changeConfiguration(long version, NetworkConfiguration.Limits limits) {
        var now = network.configuration();
        var next = EditedConfiguration.of(now).version(version).limits(limits).build();
        var header = new TransactionHeader(
                network.networkId(), NamespaceId.CONFIGURATION, 1, 1, 100, Bytes.of(network.newBytes(16)));
        var change = new ConfigurationChange(header, next, List.of());
        List<Bytes> raws =
                List.of(Bytes.of(SettlementTranslator.translate(change, false).encode()));
        byte[] message =
                Bundle.message(network.networkId(), NamespaceId.CONFIGURATION, 1, 1, raws.size(), Bundle.rootOf(raws));
        var signature = ThresholdBls.combine(
                2,
                network.shares().subList(0, 2).stream()
                        .map(share -> ThresholdBls.signShare(share, message))
                        .toList());
        return new Bundle(NamespaceId.CONFIGURATION, 1, 1, raws, List.of(), Bytes.of(signature.toArray()));
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
