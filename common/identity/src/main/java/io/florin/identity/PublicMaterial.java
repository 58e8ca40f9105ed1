package io.florin.identity;

import io.florin.ceremony.KeyRecord;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.bbs.BbsPublicKey;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Committers;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.config.NetworkConfiguration.Limits;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.config.NetworkConfiguration.Officers;
import io.florin.ledger.config.NetworkConfiguration.Ordering;
import io.florin.ledger.config.NetworkConfiguration.Party;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.privacy.PublicParameters;
import io.florin.ledger.rules.AuditKeyRules;
import io.florin.runtime.Failure;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.keys.SecretFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A genesis put together from what organisations made, each on its own machine: public keys, and nothing else.
///
/// ```
/// network.properties          name, time, limits and rules: [PublicRules]
/// ordering-<id>.pub           Ed25519 identity keys of ordering parties, committers, auditors and registration, as
/// committer-<id>.pub          `florin ceremony identity` shows them; numbered from 1
/// auditor-<id>.pub
/// registration-1.pub
/// officer-<i>.pub             Ed25519 keys of the central bank's officers, from 1
/// endorsement-<ns>.public     share-<ns>.public of the endorsers' ceremony, for namespaces 0 and 1
/// certification-1.public      share-1.public of the certifiers' ceremony; unlinkable currencies
/// audit-1.public              share-1.public of the audit authority's ceremony; passive audit
/// credential.pub              registration's BBS key; hidden currencies
/// ```
///
/// The same files give the same genesis, byte by byte, on every machine: each organisation makes it itself from copies
/// of the files, and all compare the network id by another way. A file that does not belong there is refused.
public final class PublicMaterial {
    private static final NamespaceId CURRENCY = new NamespaceId(1);
    private static final int MEMBERS_MAX = 64;

    private final Path directory;
    private final PublicRules rules;
    private final Set<Bytes32> keys = new HashSet<>();
    private final Set<String> read = new HashSet<>();

    private PublicMaterial(Path directory) {
        this.directory = directory;
        this.rules = PublicRules.read(directory.resolve(PublicRules.FILE));
        read.add(PublicRules.FILE);
    }

    /// The genesis that the files of a directory come to.
    ///
    /// @throws Failure saying what is missing, wrong or too many
    public static Genesis genesis(Path directory) {
        try {
            PublicMaterial material = new PublicMaterial(directory);
            Genesis genesis = new Genesis(
                    material.rules.network(), material.rules.created().toEpochMilli(), material.configuration());
            material.requireAllRead();
            checkParameters(genesis);
            return genesis;
        } catch (IllegalArgumentException impossible) {
            throw new Failure("no network can be made of " + directory + ": " + impossible.getMessage(), impossible);
        }
    }

    private NetworkConfiguration configuration() {
        List<Bytes32> parties = identities(NodeRole.ORDERING.label());
        List<Party> ordering = new ArrayList<>();
        for (int id = 1; id <= parties.size(); id++) {
            ordering.add(new Party(id, "party-" + id, parties.get(id - 1)));
        }
        List<Bytes32> registration = identities(NodeRole.REGISTRATION.label());
        if (registration.size() != 1) {
            throw new Failure("a network has one registration authority: registration-1.pub");
        }
        return new NetworkConfiguration(
                1,
                new Ordering(rules.orderingFaults(), true, ordering),
                List.of(endorsers(NamespaceId.CONFIGURATION), endorsers(CURRENCY)),
                List.of(
                        new Namespace(
                                NamespaceId.CONFIGURATION, "configuration", "", 0, 1, AuditPolicy.NEVER, Amount.ZERO),
                        currency()),
                new Officers(rules.officersRequired(), identities("officer")),
                identities(NodeRole.AUDITOR.label()),
                new Committers(rules.committersLying(), identities(NodeRole.COMMITTER.label())),
                registration.getFirst(),
                rules.tiers(),
                new Limits(rules.expiryBlocks(), rules.heartbeatMillis()));
    }

    /// `<name>-1.pub`, `<name>-2.pub` and so on.
    private List<Bytes32> identities(String name) {
        List<Bytes32> identities = new ArrayList<>();
        for (int id = 1; id <= MEMBERS_MAX; id++) {
            Optional<String> hex = line(name + "-" + id + ".pub");
            if (hex.isEmpty()) {
                break;
            }
            Bytes32 key = identity(name + "-" + id, hex.get());
            if (!keys.add(key)) {
                throw new Failure(name + "-" + id + ".pub has a key that somebody else has: one holder would be two");
            }
            identities.add(key);
        }
        return identities;
    }

    private static Bytes32 identity(String whose, String hex) {
        try {
            Bytes32 key = Bytes32.fromHex(hex);
            if (Ed25519.isValidPublicKey(key)) {
                return key;
            }
        } catch (IllegalArgumentException unreadable) {
            throw new Failure(whose + ".pub is not a key of 64 hexadecimal digits", unreadable);
        }
        throw new Failure(whose + ".pub is no Ed25519 public key");
    }

    private Optional<String> line(String name) {
        return content(name).map(bytes -> new String(bytes, StandardCharsets.US_ASCII).strip());
    }

    private Optional<byte[]> content(String name) {
        Path file = directory.resolve(name);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        read.add(name);
        return Optional.of(SecretFiles.read(file));
    }

    private EndorserGroup endorsers(NamespaceId namespace) {
        EndorserGroup group = record("endorsement-" + namespace.value() + ".public", namespace)
                .endorserGroup();
        if (group.threshold() < 2) {
            throw new Failure("at least two endorsers sign, or one alone could make money");
        }
        return group;
    }

    /// The public part of a ceremony for this network and namespace.
    private KeyRecord record(String name, NamespaceId namespace) {
        byte[] content = content(name).orElseThrow(() -> new Failure("there is no " + name + " in " + directory));
        try {
            KeyRecord record = KeyRecord.decode(content);
            boolean fits = record.charter().network().equals(rules.network())
                    && record.charter().namespace() == namespace.value();
            if (!fits) {
                throw new Failure(name + " is of a key for another network or namespace");
            }
            return record;
        } catch (DecodeException unreadable) {
            throw new Failure(name + " is not the public part of a key", unreadable);
        }
    }

    private Namespace currency() {
        Optional<HiddenCurrency> hidden =
                rules.model() == PrivacyModel.CLEAR ? Optional.empty() : Optional.of(hiddenCurrency());
        return new Namespace(
                CURRENCY,
                rules.currencyName(),
                rules.currency(),
                rules.digits(),
                rules.model().rulesVersion(),
                rules.auditPolicy(),
                rules.auditThreshold(),
                hidden);
    }

    private HiddenCurrency hiddenCurrency() {
        String credential =
                line("credential.pub").orElseThrow(() -> new Failure("there is no credential.pub in " + directory));
        boolean unlinkable = rules.model() == PrivacyModel.UNLINKABLE;
        boolean passive = Files.exists(directory.resolve("audit-1.public"));
        return new HiddenCurrency(
                Bytes.of(
                        BbsPublicKey.decode(Bytes.fromHex(credential).toArray()).encode()),
                PublicParameters.RangeParameters.DEFAULT.bits(),
                PublicParameters.RangeParameters.DEFAULT.values(),
                NetworkMaterial.UNCOMPRESSED_PROOFS,
                unlinkable ? List.of(record("certification-1.public", CURRENCY).certifierGroup()) : List.of(),
                passive ? Optional.of(record("audit-1.public", CURRENCY).auditKey()) : Optional.empty());
    }

    private static void checkParameters(Genesis genesis) {
        genesis.configuration()
                .namespaces()
                .forEach(namespace -> PublicParameters.requireUsable(genesis.networkId(), namespace));
        AuditKeyRules.requireSound(genesis.configuration());
        GenesisRules.require(genesis.configuration());
    }

    /// A gap in the numbers, a key of another model and, above all, somebody's secret.
    private void requireAllRead() {
        try (var files = Files.list(directory)) {
            List<String> others = files.map(file -> file.getFileName().toString())
                    .filter(name -> !read.contains(name) && !name.equals(NetworkMaterial.GENESIS))
                    .sorted()
                    .toList();
            if (!others.isEmpty()) {
                throw new Failure("this does not belong into " + directory + ": " + String.join(", ", others));
            }
        } catch (java.io.IOException broken) {
            throw new Failure("directory cannot be read: " + directory, broken);
        }
    }

    /// Writes the genesis beside the public keys, or checks that the one there is the same.
    ///
    /// @throws Failure if another one is there
    public static void write(Path directory, Genesis genesis) {
        Path file = directory.resolve(NetworkMaterial.GENESIS);
        if (!Files.exists(file)) {
            SecretFiles.writePublic(file, genesis.encode());
        } else if (!Bytes.of(SecretFiles.read(file)).equals(Bytes.of(genesis.encode()))) {
            throw new Failure("another genesis is in " + directory);
        }
    }
}
