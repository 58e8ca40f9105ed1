package io.florin.doubles;

import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.identity.NetworkMaterial;
import io.florin.identity.NetworkPlan;
import io.florin.ledger.fixture.TestNetwork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;

/// The material of a demonstration network with the genesis and the identity keys of a [TestNetwork], so that its
/// blocks are good there. TLS keys stay as they are.
public final class NetworkDirectory {

    private static final byte[] ED25519_PREFIX = {
        0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20
    };

    private NetworkDirectory() {}

    public static Path of(TestNetwork network, Path directory) throws IOException {
        NetworkMaterial.create(
                NetworkPlan.demo(network.genesis().name()), directory, new SecureRandom(), Instant.now());
        Files.write(directory.resolve("genesis.bin"), network.genesis().encode());
        identity(directory, "committer-1", network.committer());
        identity(directory, "auditor-1", network.auditor());
        for (int party = 1; party <= 3; party++) {
            identity(directory, "ordering-" + party, network.party(party));
            // shares of another key, and nobody signs here
            for (int namespace = 0; namespace <= 1; namespace++) {
                Files.deleteIfExists(directory.resolve("endorser-" + party).resolve("share-" + namespace + ".key"));
            }
        }
        return directory;
    }

    private static void identity(Path directory, String node, Ed25519KeyPair key) throws IOException {
        byte[] der = new byte[ED25519_PREFIX.length + 32];
        System.arraycopy(ED25519_PREFIX, 0, der, 0, ED25519_PREFIX.length);
        System.arraycopy(key.seed(), 0, der, ED25519_PREFIX.length, 32);
        String pem = "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
                + "\n-----END PRIVATE KEY-----\n";
        Files.writeString(directory.resolve(node).resolve("identity.key"), pem);
    }
}
