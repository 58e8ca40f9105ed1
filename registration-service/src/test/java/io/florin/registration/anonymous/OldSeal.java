package io.florin.registration.anonymous;

import io.florin.crypto.hash.Hkdf;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.registration.anonymous.CredentialStore.Commitment;
import io.florin.registration.anonymous.CredentialStore.Seal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// The seal as services wrote it before it covered `requested`.
final class OldSeal {
    private static final String LABEL = "florin/v1/credential-commitment";

    private OldSeal() {}

    /// The row as such a service would have sealed it.
    static Commitment of(Commitment row, NetworkId network, Ed25519KeyPair identity) {
        byte[] key = Hkdf.derive(identity.seed(), network.value().toArray(), LABEL, 32);
        byte[] sealed = ByteBuffer.allocate(16 + 32 + 32 + 48)
                .putLong(row.enrollment().getMostSignificantBits())
                .putLong(row.enrollment().getLeastSignificantBits())
                .put(row.eid())
                .put(row.serialPart())
                .put(row.commitment())
                .array();
        return row.with(new Seal(1, Hkdf.derive(key, LABEL.getBytes(StandardCharsets.US_ASCII), sealed, 32)));
    }
}
