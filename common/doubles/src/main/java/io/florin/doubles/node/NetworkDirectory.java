package io.florin.doubles.node;

import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.identity.NetworkMaterial;
import io.florin.identity.NetworkPlan;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.rail.InstantRail;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;

/// The material of a demonstration network with genesis and identity keys of a [TestNetwork], so that its blocks are
/// good there. TLS keys stay as they are, and nobody endorses.
public final class NetworkDirectory {
    private static final int PARTIES = 3;
    private static final byte[] ED25519_PREFIX = {
        0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20
    };

    private NetworkDirectory() {}

    public static Path of(TestNetwork network, Path directory) throws IOException {
        create(NetworkPlan.demo(network.genesis().name()), network, directory);
        return directory;
    }

    /// The same with authorities of a rail, which genesis does not have.
    ///
    /// @return the rail as a later configuration may have it, with the keys that its authorities have
    public static InstantRail withRail(TestNetwork network, Path directory) throws IOException {
        return create(NetworkPlan.demoWithRail(network.genesis().name()), network, directory)
                .configuration()
                .rails()
                .getFirst();
    }

    private static Genesis create(NetworkPlan plan, TestNetwork network, Path directory) throws IOException {
        Genesis made = NetworkMaterial.create(plan, directory, new SecureRandom(), Instant.now());
        Files.write(directory.resolve("genesis.bin"), network.genesis().encode());
        identity(directory, NodeRole.COMMITTER, 1, network.committer());
        identity(directory, NodeRole.AUDITOR, 1, network.auditor());
        identity(directory, NodeRole.REGISTRATION, 1, network.registration());
        for (int party = 1; party <= PARTIES; party++) {
            identity(directory, NodeRole.ORDERING, party, network.party(party));
            Path endorser = directory.resolve(new Peer(NodeRole.ENDORSER, party).directoryName());
            for (int namespace = 0; namespace <= 1; namespace++) {
                // of another key
                Files.deleteIfExists(endorser.resolve("share-" + namespace + ".key"));
            }
        }
        return made;
    }

    /// Gives the network its first certifier: an identity and a certificate, no share of any key.
    public static void certifier(Path directory) throws IOException {
        Path node = directory.resolve(new Peer(NodeRole.CERTIFIER, 1).directoryName());
        if (!Files.isDirectory(node)) {
            Files.createDirectory(node);
            try (Ed25519KeyPair key = Ed25519.generate(new SecureRandom())) {
                identity(directory, NodeRole.CERTIFIER, 1, key);
            }
            NetworkMaterial.renewCertificates(directory, Instant.now());
        }
    }

    private static void identity(Path directory, NodeRole role, int id, Ed25519KeyPair key) throws IOException {
        byte[] der = new byte[ED25519_PREFIX.length + 32];
        System.arraycopy(ED25519_PREFIX, 0, der, 0, ED25519_PREFIX.length);
        System.arraycopy(key.seed(), 0, der, ED25519_PREFIX.length, 32);
        String pem = "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
                + "\n-----END PRIVATE KEY-----\n";
        Files.writeString(directory.resolve(new Peer(role, id).directoryName()).resolve("identity.key"), pem);
    }
}
