package io.florin.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.ceremony.CeremonySpec;
import io.florin.ceremony.Purpose;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.bls.Bls;
import io.florin.crypto.bls.BlsPublicKey;
import io.florin.crypto.dkg.KeySetup;
import io.florin.crypto.threshold.ThresholdBls;
import io.florin.identity.seat.BulletinBoard;
import io.florin.identity.seat.CeremonyParticipant;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.HiddenCurrency.AuditKey;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.privacy.AuditParameters;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.Failure;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Shares of keys that a ceremony made after genesis: refreshed, of a next epoch, and of before a refresh.
class SharesOfKeysTest {
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

    @TempDir
    private Path directory;

    private Genesis demo() {
        return NetworkMaterial.genesis(TestNetwork.in(directory));
    }

    @Test
    void startsWithTheShareOfARefreshOfTheKeyInGenesisAndWithNoOther(@TempDir Path board, @TempDir Path other) {
        var namespace = new NamespaceId(1);
        EndorserGroup configured =
                demo().configuration().endorserGroup(namespace).orElseThrow();
        new BulletinBoard(board)
                .open(CeremonyParticipant.refresh(directory.resolve("endorser-1"), namespace, Bytes32.ZERO));
        hold(directory, NodeRole.ENDORSER, board);

        try (var first = load(NodeRole.ENDORSER, 1);
                var second = load(NodeRole.ENDORSER, 2)) {
            EndorserGroup inUse = first.inUse(configured);
            assertThat(inUse.groupKey()).isEqualTo(configured.groupKey());
            assertThat(inUse.verificationKeys()).doesNotContainAnyElementsOf(configured.verificationKeys());
            assertThat(inUse).isEqualTo(second.inUse(configured));
            byte[] message = {1};
            var shares = Stream.of(first, second)
                    .map(node -> ThresholdBls.signShare(node.share(namespace).orElseThrow(), message))
                    .toList();
            assertThat(Bls.verify(
                            BlsPublicKey.decode(configured.groupKey().toArray()),
                            message,
                            ThresholdBls.combine(2, shares)))
                    .isTrue();
        }
        TestNetwork.anotherIn(other);
        copyShares(other);
        assertThatThrownBy(() -> load(NodeRole.ENDORSER, 1))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("is not the share in genesis");
    }

    @Test
    void holdsSharesOfSeveralKeysEachCheckedAgainstItsPublicPart(@TempDir Path board) throws Exception {
        var namespace = new NamespaceId(1);
        EndorserGroup first = demo().configuration().endorserGroup(namespace).orElseThrow();
        new BulletinBoard(board).open(nextKey(directory, Purpose.ENDORSEMENT));
        hold(directory, NodeRole.ENDORSER, board);
        EndorserGroup second = NodeSecrets.record(directory.resolve("endorser-1"), namespace, 2)
                .orElseThrow()
                .endorserGroup();

        try (var one = load(NodeRole.ENDORSER, 1);
                var two = load(NodeRole.ENDORSER, 2)) {
            byte[] message = {1};
            for (EndorserGroup group : List.of(first, second)) {
                var shares = Stream.of(one, two)
                        .map(node -> ThresholdBls.signShare(
                                node.share(namespace, group.epoch()).orElseThrow(), message))
                        .toList();
                assertThat(Bls.verify(
                                BlsPublicKey.decode(group.groupKey().toArray()),
                                message,
                                ThresholdBls.combine(2, shares)))
                        .isTrue();
                assertThat(one.holdsShareOf(group)).isTrue();
                assertThat(one.inUse(group)).isEqualTo(group);
            }
            assertThat(second.epoch()).isEqualTo(2);
            assertThat(one.share(namespace)).isEqualTo(one.share(namespace, 2));
            assertThat(one.share(namespace, 3)).isEmpty();
            assertThat(one.holdsShareOf(new EndorserGroup(namespace, 2, 2, first.groupKey(), first.verificationKeys())))
                    .isFalse();
        }
        Path record = directory.resolve("endorser-1/share-1-2.public");
        Files.copy(directory.resolve("endorser-1/share-1.public"), record, StandardCopyOption.REPLACE_EXISTING);
        assertThatThrownBy(() -> load(NodeRole.ENDORSER, 1))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("share-1-2.key");
        Files.delete(record);
        assertThatThrownBy(() -> load(NodeRole.ENDORSER, 1))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("no public part");
    }

    @Test
    void aCertifierHoldsTheSharesOfEachKeyAndThoseOfBeforeARefresh(
            @TempDir Path hidden, @TempDir Path next, @TempDir Path refresh) {
        var namespace = new NamespaceId(1);
        var made = NetworkMaterial.create(
                NetworkPlan.demo("hidden-net", PrivacyModel.UNLINKABLE), hidden, new SecureRandom(), NOW);
        var first = made.configuration()
                .namespace(namespace)
                .orElseThrow()
                .hidden()
                .orElseThrow()
                .certifiers(1);
        new BulletinBoard(next).open(nextKey(hidden, Purpose.CERTIFICATION));
        hold(hidden, NodeRole.CERTIFIER, next);
        new BulletinBoard(refresh)
                .open(CeremonyParticipant.refresh(hidden.resolve("certifier-1"), namespace, Bytes32.ZERO));
        Path node = hidden.resolve("certifier-2");
        var second = NodeSecrets.record(node, namespace, 2).orElseThrow().certifierGroup();
        hold(hidden, NodeRole.CERTIFIER, refresh);
        var refreshed = NodeSecrets.record(node, namespace, 2).orElseThrow().certifierGroup();

        assertThat(refreshed.groupKey()).isEqualTo(second.groupKey());
        assertThat(refreshed.padding()).isEqualTo(second.padding());
        assertThat(refreshed.verificationKeys()).doesNotContainAnyElementsOf(second.verificationKeys());
        try (var certifier = NodeIdentity.load(hidden, new Peer(NodeRole.CERTIFIER, 2))) {
            assertThat(certifier.certifierShares(namespace))
                    .extracting(
                            share -> Bytes.of(share.share().verificationKey().encode()))
                    .containsExactly(
                            refreshed.verificationKeys().get(1),
                            second.verificationKeys().get(1),
                            first.verificationKeys().get(1));
        }
    }

    @Test
    void anAuditMemberHoldsTheSharesOfEachKeyAndThoseOfBeforeARefresh(
            @TempDir Path hidden, @TempDir Path next, @TempDir Path refresh) throws Exception {
        var namespace = new NamespaceId(1);
        var made = NetworkMaterial.create(
                NetworkPlan.demoWithPassiveAudit("hidden-net", PrivacyModel.ANONYMOUS),
                hidden,
                new SecureRandom(),
                NOW);
        AuditKey first = made.configuration()
                .namespace(namespace)
                .flatMap(NetworkConfiguration.Namespace::hidden)
                .flatMap(HiddenCurrency::auditKey)
                .orElseThrow();
        Path node = hidden.resolve("audit-member-2");
        new BulletinBoard(refresh).open(CeremonyParticipant.refresh(node, namespace, Bytes32.ZERO));
        hold(hidden, NodeRole.AUDIT_MEMBER, refresh);
        AuditKey refreshed =
                NodeSecrets.record(node, namespace, 1).orElseThrow().auditKey();
        new BulletinBoard(next).open(nextKey(hidden, Purpose.AUDIT));
        hold(hidden, NodeRole.AUDIT_MEMBER, next);
        AuditKey second = NodeSecrets.record(node, namespace, 2).orElseThrow().auditKey();

        try (var member = NodeIdentity.load(hidden, new Peer(NodeRole.AUDIT_MEMBER, 2))) {
            assertThat(member.auditShares(namespace))
                    .extracting(AuditShare::epoch)
                    .containsExactly(2L, 1L, 1L);
            assertThat(member.auditShares(namespace))
                    .extracting(held -> held.share().key())
                    .containsExactly(
                            AuditParameters.of(second).key(),
                            AuditParameters.of(refreshed).key(),
                            AuditParameters.of(first).key());
        }
        assertThat(refreshed.isSameKey(first)).isTrue();
        assertThat(refreshed).isNotEqualTo(first);

        Path record = node.resolve("share-1.public");
        Files.copy(node.resolve("share-1-2.public"), record, StandardCopyOption.REPLACE_EXISTING);
        assertThatThrownBy(() -> NodeIdentity.load(hidden, new Peer(NodeRole.AUDIT_MEMBER, 2)))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("is of another key");
        Files.delete(record);
        assertThatThrownBy(() -> NodeIdentity.load(hidden, new Peer(NodeRole.AUDIT_MEMBER, 2)))
                .as("the refreshed share does not fit the points in genesis")
                .isInstanceOf(Failure.class)
                .hasMessageContaining("is not the share of its key");

        Path genesisFile = hidden.resolve("genesis.bin");
        for (AuditKey unsound : List.of(
                new AuditKey(1, 1, first.point(), first.verificationPoints()),
                new AuditKey(1, 2, first.point(), first.verificationPoints().reversed()))) {
            Files.write(genesisFile, with(made, namespace, unsound).encode());
            assertThatThrownBy(() -> NodeIdentity.load(hidden, new Peer(NodeRole.COMMITTER, 1)))
                    .isInstanceOf(Failure.class)
                    .hasMessageContaining("cannot be used: audit key of namespace 1: ");
        }
        Files.write(genesisFile, made.encode());
        NodeIdentity.load(hidden, new Peer(NodeRole.COMMITTER, 1)).close();
    }

    private static Genesis with(Genesis genesis, NamespaceId of, AuditKey key) {
        NetworkConfiguration before = genesis.configuration();
        return new Genesis(
                genesis.name(),
                genesis.createdMillis(),
                EditedConfiguration.of(before)
                        .version(1)
                        .namespaces(before.namespaces().stream()
                                .map(each -> each.id().equals(of)
                                        ? each.withHidden(
                                                each.hidden().orElseThrow().withAuditKeys(List.of(key)))
                                        : each)
                                .toList())
                        .build());
    }

    /// A charter for the key of epoch 2 of the currency.
    private static CeremonySpec nextKey(Path network, Purpose purpose) {
        List<CeremonySpec.Member> members = new ArrayList<>();
        for (int id = 1; id <= 3; id++) {
            String node = new Peer(purpose.role(), id).directoryName();
            try (var key = KeyFiles.readIdentityKey(network.resolve(node).resolve("identity.key"))) {
                members.add(new CeremonySpec.Member(id, node, key.publicKey()));
            }
        }
        return new CeremonySpec(
                NetworkMaterial.genesis(network).name(),
                purpose,
                1,
                2,
                KeySetup.Kind.FRESH,
                2,
                members,
                Bytes32.ZERO,
                Bytes32.ZERO);
    }

    /// All hold the ceremony on the board and keep their shares.
    private static void hold(Path network, NodeRole role, Path board) {
        boolean stands = false;
        for (int turn = 0; turn < 7 && !stands; turn++) {
            stands = true;
            for (int id = 1; id <= 3; id++) {
                try (CeremonyParticipant seat = seat(network, role, board, id)) {
                    stands &= seat.join().publicKey().isPresent();
                }
            }
        }
        for (int id = 1; id <= 3; id++) {
            try (CeremonyParticipant seat = seat(network, role, board, id)) {
                seat.finish(Optional.empty());
            }
        }
    }

    private static CeremonyParticipant seat(Path network, NodeRole role, Path board, int id) {
        return CeremonyParticipant.at(board, network.resolve(new Peer(role, id).directoryName()), KeyProperties.NONE);
    }

    /// Another network's key under the passphrase of this one's.
    private void copyShares(Path other) {
        for (String file : List.of("endorser-1/share-1.key", "endorser-1/share-1.public", "passphrases/endorser-1")) {
            try {
                Files.copy(other.resolve(file), directory.resolve(file), StandardCopyOption.REPLACE_EXISTING);
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
        try {
            Files.delete(directory.resolve("endorser-1/share-0.key"));
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private NodeIdentity load(NodeRole role, int id) {
        return NodeIdentity.load(directory, new Peer(role, id));
    }
}
