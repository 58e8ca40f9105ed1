package io.florin.ledger.privacy;

import io.florin.crypto.Bytes32;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.ps.BlindedToken;
import io.florin.crypto.ps.PsMessage;
import io.florin.crypto.ps.PsPublicKey;
import io.florin.crypto.ps.PsSignature;
import io.florin.crypto.ps.TokenBase;
import io.florin.crypto.ps.TokenOpening;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;
import java.util.List;

/// The certifiers' key with its epoch, and their one public signature of the padding token: enrollment id zero, value
/// zero. Every wallet shows it as an input that it does not have, as often as it likes.
///
/// @param epoch u32
/// @param padding S of the padding token's signature
public record CertifierParameters(long epoch, PsPublicKey key, G1 padding) {

    /// The context of the padding token's base, for the certifiers who sign it once for each epoch.
    public static Bytes32 paddingContext(NetworkId network, NamespaceId namespace, long epoch) {
        return Domain.PADDING_TOKEN.hash(
                network.value().toArray(),
                new CanonicalWriter().u16(namespace.value()).u32(epoch).toByteArray());
    }

    /// The opening of the padding token: id and value are zero, both blindings one.
    public static TokenOpening paddingOpening() {
        return new TokenOpening(Scalar.ZERO, Scalar.ZERO, Scalar.ONE, Scalar.ONE);
    }

    /// The padding token as the certifiers sign it.
    public static BlindedToken paddingToken(TokenBase base) {
        return paddingOpening().commit(base);
    }

    /// The padding token's base.
    public TokenBase paddingBase(NetworkId network, NamespaceId namespace) {
        return TokenBase.of(List.of(paddingContext(network, namespace, epoch)), 0);
    }

    /// @throws IllegalArgumentException if the padding token is not signed by the key
    void check(NetworkId network, NamespaceId namespace) {
        TokenBase base = paddingBase(network, namespace);
        PsSignature signature = new PsSignature(base.point(), padding);
        if (!signature.verifies(key, new PsMessage(Scalar.ZERO, Scalar.ZERO, base.seed()))) {
            throw new IllegalArgumentException("the padding token is not certified");
        }
    }

    void writeTo(CanonicalWriter writer) {
        writer.u32(epoch).fixed(key.encode()).fixed(padding.encode());
    }

    static CertifierParameters readFrom(CanonicalReader reader) {
        return new CertifierParameters(
                reader.u32(), PsPublicKey.decode(reader.fixed(PsPublicKey.SIZE)), G1.decode(reader.fixed(G1.SIZE)));
    }
}
