package io.florin.committer.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.crypto.threshold.ThresholdBls;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.block.Block;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.rules.SettlementTranslator;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.ledger.token.TokenReference;
import io.florin.testkit.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole committer under a changing audit policy: what endorsers signed does not replace the auditor.
final class AuditPolicyTest {
    private static final Duration PATIENCE = Patience.LIMIT;

    @TempDir
    private Path directory;

    private final TestNetwork network = new TestNetwork(21);
    private final TestChain chain = new TestChain(network);
    private final Ed25519KeyPair alice = network.newKey();
    private final Ed25519KeyPair bob = network.newKey();

    @Test
    void refusesEverySmallTransferWithoutTheAuditorFromTheBlockAfterTheChangeToAlways() throws InterruptedException {
        Issue issue = network.issue(network.header(100), network.newId(), new OwnerKey(alice.publicKey()), 1, 1, 1, 1);
        List<TokenReference> cents = TestNetwork.outputsOf(issue);
        try (CommitterEngine engine = open()) {
            assertThat(statuses(engine, chain.append(issue))).containsExactly(TransactionStatus.COMMITTED);
            assertThat(statuses(engine, chain.appendBundles(always(), bundle(pay(cents.get(0), 1), false, false))))
                    .as("the policy of a block is the one before it")
                    .containsExactly(TransactionStatus.COMMITTED, TransactionStatus.COMMITTED);

            assertThat(statuses(
                            engine,
                            chain.appendBundles(
                                    bundle(pay(cents.get(1), 1), false, false),
                                    bundle(pay(cents.get(1), 2), false, false),
                                    bundle(pay(cents.get(2), 2), true, false),
                                    bundle(pay(cents.get(1), 2), false, true),
                                    bundle(pay(cents.get(2), 2), true, true))))
                    .as("stale; without the auditor, whatever the endorsers' flag says; with the auditor")
                    .containsExactly(
                            TransactionStatus.ABORTED_STALE_CONFIG,
                            TransactionStatus.ABORTED_NOT_AUDITED,
                            TransactionStatus.ABORTED_NOT_AUDITED,
                            TransactionStatus.COMMITTED,
                            TransactionStatus.COMMITTED);
        }
        try (CommitterEngine engine = open()) {
            assertThat(statuses(engine, chain.appendBundles(bundle(pay(cents.get(3), 2), false, false))))
                    .as("after a restart")
                    .containsExactly(TransactionStatus.ABORTED_NOT_AUDITED);
        }
    }

    private CommitterEngine open() throws InterruptedException {
        return new CommitterEngine(
                EngineSettings.of(directory).withShards(2),
                network.genesis(),
                0,
                network.committer(),
                (component, bug) -> {
                    throw new AssertionError(component, bug);
                },
                CommitterObserver.NONE);
    }

    private static List<TransactionStatus> statuses(CommitterEngine engine, Block block) throws InterruptedException {
        long number = block.header().number();
        engine.submit(block);
        Awaitility.await().atMost(PATIENCE).until(() -> engine.head().number() >= number);
        return engine.statuses(number).orElseThrow().outcomes().stream()
                .map(TransactionOutcome::status)
                .toList();
    }

    /// One cent to bob under the configuration of this version.
    private Transfer pay(TokenReference cent, long version) {
        TransactionHeader header = header(TestNetwork.CURRENCY, version);
        return network.transfer(header, List.of(alice), List.of(cent), List.of(TestNetwork.token(bob, 1)));
    }

    private TransactionHeader header(NamespaceId namespace, long version) {
        return new TransactionHeader(
                network.networkId(),
                namespace,
                1,
                version,
                100,
                Bytes.of(network.newBytes(TransactionHeader.NONCE_SIZE)));
    }

    /// Endorsed, with the endorsers' flag and the auditor's approval as wanted.
    private Bundle bundle(Transfer transfer, boolean flagged, boolean audited) {
        Bytes raw = Bytes.of(SettlementTranslator.translate(transfer, flagged).encode());
        return network.endorseRaw(
                List.of(raw), audited ? List.of(new Bundle.IndexedAudit(0, network.audit(transfer))) : List.of());
    }

    /// The change of the currency's policy to `always`.
    private Bundle always() {
        NetworkConfiguration now = network.configuration();
        List<Namespace> namespaces = now.namespaces().stream()
                .map(namespace -> namespace.id().equals(TestNetwork.CURRENCY) ? audited(namespace) : namespace)
                .toList();
        var next = EditedConfiguration.of(now).version(2).namespaces(namespaces).build();
        var change = new ConfigurationChange(header(NamespaceId.CONFIGURATION, 1), next, List.of());
        List<Bytes> raws =
                List.of(Bytes.of(SettlementTranslator.translate(change, false).encode()));
        byte[] message =
                Bundle.message(network.networkId(), NamespaceId.CONFIGURATION, 1, 1, raws.size(), Bundle.rootOf(raws));
        var signature = ThresholdBls.combine(
                2,
                List.of(
                        ThresholdBls.signShare(network.shares().get(0), message),
                        ThresholdBls.signShare(network.shares().get(1), message)));
        return new Bundle(NamespaceId.CONFIGURATION, 1, 1, raws, List.of(), Bytes.of(signature.toArray()));
    }

    private static Namespace audited(Namespace namespace) {
        return new Namespace(
                namespace.id(),
                namespace.name(),
                namespace.currency(),
                namespace.minorDigits(),
                namespace.rulesVersion(),
                AuditPolicy.ALWAYS,
                namespace.auditThreshold());
    }
}
