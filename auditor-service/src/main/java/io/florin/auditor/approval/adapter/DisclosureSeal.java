package io.florin.auditor.approval.adapter;

import io.florin.crypto.hash.Sha256;
import io.florin.crypto.seal.StorageBox;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.codec.CanonicalWriter;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/// Encrypts what payers disclosed while it waits in the database, in a [StorageBox] of the transaction. The key is a
/// hash of this node's signature under a fixed text, which is always the same (Ed25519): it is nowhere but in the
/// node's memory. Any thread.
final class DisclosureSeal {
    private static final byte[] DOMAIN = "florin/auditor/disclosure-seal/1".getBytes(StandardCharsets.US_ASCII);

    private final StorageBox box;

    /// @param random a `SecureRandom` outside tests
    DisclosureSeal(NetworkId network, Ed25519KeyPair node, RandomGenerator random) {
        byte[] text =
                new CanonicalWriter(96).fixed(DOMAIN).fixed(network.value()).toByteArray();
        this.box = new StorageBox(Sha256.hash(node.sign(text).toArray()).toArray(), random);
    }

    byte[] seal(TransactionId id, byte[] disclosure) {
        return box.seal(disclosure, id.value().toArray());
    }

    /// @throws IllegalStateException if it was changed, is of another transaction, or was sealed by another node
    byte[] open(TransactionId id, byte[] sealed) {
        return box.open(sealed, id.value().toArray())
                .orElseThrow(() -> new IllegalStateException("a disclosure in the database does not open"));
    }
}
