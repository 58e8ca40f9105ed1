package io.florin.crypto.threshold;

import io.florin.crypto.Bytes;
import java.util.Map;
import java.util.SortedSet;

/// The public side of a group that signs together: what its endorsements are checked with, whatever the scheme.
/// Immutable; any thread.
public interface GroupKey {
    SignatureScheme scheme();

    /// The public key in the scheme's one encoding: 96 bytes of G2, 32 of Ed25519, 33 of P-256.
    Bytes encoded();

    /// Number of parties that must sign.
    int signersMin();

    /// Whether this is a signature of the group under the platform's strict rules. False for malformed ones.
    boolean verify(byte[] message, byte[] signature);

    /// Whether what a party contributed before signing is well-formed and its own. A gatherer asks before it passes it
    /// on, so that nobody is blamed for refusing to sign with another's nonsense.
    boolean isPreparation(int index, Bytes preparation);

    /// Makes the signature from shares, by index. The result verifies, or the wrong shares' senders are named where the
    /// scheme can.
    Combined combine(SigningOrder order, Map<Integer, Bytes> shares);

    /// Result of combining the shares.
    sealed interface Combined {
        /// A signature that [GroupKey#verify] accepts.
        record Signature(Bytes signature) implements Combined {}

        /// These parties sent no share or a wrong one; nobody, if fewer were asked than must sign.
        record Blamed(SortedSet<Integer> parties) implements Combined {}

        /// Somebody among these sent a wrong share, and nobody can say who: ECDSA only.
        record Spoiled(SortedSet<Integer> suspects) implements Combined {}
    }
}
