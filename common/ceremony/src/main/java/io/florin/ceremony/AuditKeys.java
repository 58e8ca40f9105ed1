package io.florin.ceremony;

import io.florin.crypto.Bytes32;
import io.florin.crypto.elgamal.AuditKeyShare;
import io.florin.crypto.elgamal.AuditPublicKey;
import io.florin.crypto.group.G1;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.runtime.keys.StoredShare;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The auditors' decryption key as bytes: point (48), threshold (1), number (1), then index (1) and point γi·PK (48) of
/// each auditor.
public final class AuditKeys {
    private static final int MEMBERS_MAX = 64;
    private static final byte[] NAME = "florin/audit/key/1".getBytes(StandardCharsets.US_ASCII);

    private AuditKeys() {}

    public static byte[] encode(AuditPublicKey key) {
        CanonicalWriter writer = new CanonicalWriter();
        writer.fixed(key.point().encode()).u8(key.threshold()).u8(key.indexes().size());
        for (int i = 0; i < key.indexes().size(); i++) {
            writer.u8(key.indexes().get(i))
                    .fixed(key.verificationPoints().get(i).encode());
        }
        return writer.toByteArray();
    }

    /// Reads what [#encode] writes, and checks that the points are a sharing of this key.
    ///
    /// @throws io.florin.ledger.codec.DecodeException if it is anything else
    public static AuditPublicKey decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, reader -> {
            G1 point = G1.decode(reader.fixed(G1.SIZE));
            int threshold = reader.u8();
            List<Integer> indexes = new ArrayList<>();
            List<G1> points = reader.list(reader.u8(), MEMBERS_MAX, () -> {
                indexes.add(reader.u8());
                return G1.decode(reader.fixed(G1.SIZE));
            });
            return new AuditPublicKey(point, threshold, indexes, points);
        });
    }

    /// Names a key with its verification points, so that old and new shares of it are told apart.
    public static Bytes32 name(AuditPublicKey key) {
        return Sha256.hash(NAME, encode(key));
    }

    /// An auditor's share, checked against the key.
    ///
    /// @throws IllegalArgumentException if it is not a share of it
    public static AuditKeyShare share(StoredShare share, AuditPublicKey key) {
        return new AuditKeyShare(share.index(), share.only(), key);
    }
}
