package io.florin.auditor.supply.adapter;

import io.florin.auditor.supply.Figures;
import io.florin.auditor.supply.SupplyProof;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalWriter;
import java.util.Arrays;
import java.util.Optional;

/// The signed supply of a namespace after a block.
///
/// @param figures of a row that was read without those of the banks
/// @param headerHash hex, as [#stateHash]; anything where somebody changed the row
/// @param signature Ed25519
record SupplyRow(Figures figures, String headerHash, String stateHash, Bytes signature) {

    /// Block and namespace.
    record Key(long block, int namespace) {}

    Key key() {
        return new Key(figures.block(), figures.namespace());
    }

    /// Whether all that is signed is the same.
    boolean saysTheSameAs(SupplyRow other) {
        return Arrays.equals(encode(), other.encode());
    }

    boolean isSignedBy(NetworkId network, Bytes32 auditor) {
        return proof(network)
                .filter(proof -> proof.isSignedBy(auditor, signature))
                .isPresent();
    }

    /// The signed statement; empty where the row is none of the auditor's.
    Optional<SupplyProof> proof(NetworkId network) {
        try {
            return Optional.of(
                    new SupplyProof(network, figures, Bytes32.fromHex(headerHash), Bytes32.fromHex(stateHash)));
        } catch (IllegalArgumentException altered) {
            return Optional.empty();
        }
    }

    /// A digest of what all rows up to this one say.
    Bytes32 digestAfter(Bytes32 before) {
        return Sha256.hash(before.toArray(), encode());
    }

    /// All but the signature. Numbers may be negative where the supply is violated, so they are texts.
    private byte[] encode() {
        return new CanonicalWriter()
                .u63(figures.block())
                .u16(figures.namespace())
                .text(Long.toString(figures.issued()))
                .text(Long.toString(figures.redeemed()))
                .text(Long.toString(figures.outstanding()))
                .text(Long.toString(figures.onRails()))
                .flag(figures.holds())
                .text(headerHash)
                .text(stateHash)
                .toByteArray();
    }
}
