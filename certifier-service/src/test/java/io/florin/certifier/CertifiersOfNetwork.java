package io.florin.certifier;

import io.florin.ceremony.CeremonySpec;
import io.florin.ceremony.Purpose;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.dkg.KeySetup;
import io.florin.identity.KeyProperties;
import io.florin.identity.NodeIdentity;
import io.florin.identity.NodeSecrets;
import io.florin.identity.seat.BulletinBoard;
import io.florin.identity.seat.CeremonyParticipant;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.StateKeys;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The three certifiers of a network directory at their ceremonies, and the changes that put their keys in force.
final class CertifiersOfNetwork {
    private static final NamespaceId CURRENCY = new NamespaceId(1);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Path directory;
    private final Genesis genesis;
    private long version = 1;

    CertifiersOfNetwork(Path directory, Genesis genesis) {
        this.directory = directory;
        this.genesis = genesis;
    }

    CertifierGroup makeNext() {
        List<CeremonySpec.Member> members = new ArrayList<>();
        for (int id = 1; id <= 3; id++) {
            try (NodeIdentity node = NodeIdentity.load(directory, new Peer(NodeRole.CERTIFIER, id))) {
                members.add(new CeremonySpec.Member(
                        id, "certifier-" + id, node.key().publicKey()));
            }
        }
        Path board = directory.resolve("next");
        new BulletinBoard(board)
                .open(new CeremonySpec(
                        genesis.name(),
                        Purpose.CERTIFICATION,
                        CURRENCY.value(),
                        2,
                        KeySetup.Kind.FRESH,
                        2,
                        members,
                        Bytes32.ZERO,
                        Bytes32.ZERO));
        hold(board);
        return group(2);
    }

    CertifierGroup group(long epoch) {
        return NodeSecrets.record(directory.resolve("certifier-1"), CURRENCY, epoch)
                .orElseThrow()
                .certifierGroup();
    }

    void hold(Path board) {
        for (int turn = 0; turn < 6; turn++) {
            for (int id = 1; id <= 3; id++) {
                try (CeremonyParticipant seat =
                        CeremonyParticipant.at(board, directory.resolve("certifier-" + id), KeyProperties.NONE)) {
                    if (turn < 5) {
                        seat.join();
                    } else {
                        seat.finish(Optional.empty());
                    }
                }
            }
        }
    }

    /// A committed change to certifiers of genesis and of this group.
    SettlementTransaction change(CertifierGroup group) {
        NetworkConfiguration now = genesis.configuration();
        return change(
                now.endorserGroups(),
                now.namespaces().stream()
                        .map(each -> each.hidden().isEmpty()
                                ? each
                                : certifiedBy(each, List.of(each.hidden().get().certifiers(1), group)))
                        .toList());
    }

    /// A committed change that leaves the currency to this group, and brings another one: of the same endorsers, and of
    /// certifiers whose shares nobody has for it.
    SettlementTransaction change(CertifierGroup group, NamespaceId other) {
        NetworkConfiguration now = genesis.configuration();
        Namespace first = now.namespace(CURRENCY).orElseThrow();
        EndorserGroup endorsers = now.endorserGroup(CURRENCY).orElseThrow();
        List<EndorserGroup> groups = new ArrayList<>(now.endorserGroups());
        groups.add(new EndorserGroup(
                endorsers.scheme(),
                other,
                endorsers.epoch(),
                endorsers.threshold(),
                endorsers.groupKey(),
                endorsers.verificationKeys()));
        var second = new Namespace(
                other,
                "second",
                first.currency(),
                first.minorDigits(),
                first.rulesVersion(),
                first.auditPolicy(),
                first.auditThreshold(),
                first.hidden());
        return change(
                groups,
                List.of(
                        now.namespace(NamespaceId.CONFIGURATION).orElseThrow(),
                        certifiedBy(first, List.of(group)),
                        second));
    }

    private SettlementTransaction change(List<EndorserGroup> endorsers, List<Namespace> namespaces) {
        NetworkConfiguration now = genesis.configuration();
        var next = EditedConfiguration.of(now)
                .version(++version)
                .endorserGroups(endorsers)
                .namespaces(namespaces)
                .build();
        byte[] id = new byte[32];
        RANDOM.nextBytes(id);
        return new SettlementTransaction(
                TransactionId.of(id),
                TransactionKind.CONFIGURATION,
                NamespaceId.CONFIGURATION,
                false,
                version - 1,
                1_000,
                List.of(new Read(StateKeys.CONFIGURATION, version - 1)),
                List.of(new Write.Put(0, Bytes.of(next.encode()))));
    }

    private static Namespace certifiedBy(Namespace namespace, List<CertifierGroup> groups) {
        HiddenCurrency hidden = namespace.hidden().orElseThrow();
        return new Namespace(
                namespace.id(),
                namespace.name(),
                namespace.currency(),
                namespace.minorDigits(),
                namespace.rulesVersion(),
                namespace.auditPolicy(),
                namespace.auditThreshold(),
                Optional.of(new HiddenCurrency(
                        hidden.credentialKey(),
                        hidden.rangeBits(),
                        hidden.rangeValues(),
                        hidden.uncompressed(),
                        groups,
                        hidden.auditKey())));
    }
}
