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
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;
import io.florin.ledger.config.HiddenCurrency;
import java.util.List;

/// The certifiers' key with its epoch, and their one public signature of the padding token: enrollment id zero, value
/// zero. Every wallet shows it as an input that it does not have, as often as it likes.
///
/// @param epoch u32
/// @param padding S of the padding token's signature
public record CertifierParameters(long epoch, PsPublicKey key, G1 padding) {

    /// From the configuration.
    ///
    /// @throws IllegalArgumentException if a key or the signature is malformed
    static CertifierParameters of(HiddenCurrency.CertifierGroup group) {
        return new CertifierParameters(
                group.epoch(),
                PsPublicKey.decode(group.groupKey().toArray()),
                G1.decode(group.padding().toArray()));
    }

    /// The context of the padding token's base, for the certifiers who sign it once for each epoch.
    ///
    /// The key stands for the network: genesis, whose hash is the network's id, holds the signature.
    public static Bytes32 paddingContext(PsPublicKey key, NamespaceId namespace, long epoch) {
        return Domain.PADDING_TOKEN.hash(
                key.encode(),
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
    public TokenBase paddingBase(NamespaceId namespace) {
        return TokenBase.of(List.of(paddingContext(key, namespace, epoch)), 0);
    }

    /// @throws IllegalArgumentException if the padding token is not signed by the key
    void check(NamespaceId namespace) {
        TokenBase base = paddingBase(namespace);
        PsSignature signature = new PsSignature(base.point(), padding);
        if (!signature.verifies(key, new PsMessage(Scalar.ZERO, Scalar.ZERO, base.seed()))) {
            throw new IllegalArgumentException("the padding token is not certified");
        }
    }

    void writeTo(CanonicalWriter writer) {
        writer.u32(epoch).fixed(key.encode()).fixed(padding.encode());
    }
}
