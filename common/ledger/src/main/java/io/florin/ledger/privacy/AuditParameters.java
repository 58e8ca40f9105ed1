package io.florin.ledger.privacy;

import io.florin.crypto.elgamal.AuditPublicKey;
import io.florin.crypto.group.G1;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.config.HiddenCurrency.AuditKey;
import java.util.List;
import java.util.stream.IntStream;

/// The audit authority's key with its epoch. A currency that has one takes payments only with [AuditCiphertexts].
///
/// @param epoch u32, from 1
public record AuditParameters(long epoch, AuditPublicKey key) {
    /// @throws IllegalArgumentException if the epoch has not 32 bits or is zero
    public AuditParameters {
        if (epoch < 1 || epoch > 0xFFFF_FFFFL) {
            throw new IllegalArgumentException("an epoch has 32 bits, from 1");
        }
    }

    /// From the configuration; members have the indexes 1 to n.
    ///
    /// @throws IllegalArgumentException if a point is malformed, or the verification points are not those of a sharing
    /// of the key with this threshold
    public static AuditParameters of(AuditKey configured) {
        List<G1> points = configured.verificationPoints().stream()
                .map(each -> G1.decode(each.toArray()))
                .toList();
        List<Integer> indexes = IntStream.rangeClosed(1, points.size()).boxed().toList();
        return new AuditParameters(
                configured.epoch(),
                new AuditPublicKey(G1.decode(configured.point().toArray()), configured.threshold(), indexes, points));
    }

    void writeTo(CanonicalWriter writer) {
        writer.u32(epoch)
                .fixed(key.point().encode())
                .u8(key.threshold())
                .u8(key.indexes().size());
        for (int i = 0; i < key.indexes().size(); i++) {
            writer.u8(key.indexes().get(i))
                    .fixed(key.verificationPoints().get(i).encode());
        }
    }
}
