package io.florin.crypto.ecdsa;

import io.florin.crypto.Bytes32;
import io.florin.crypto.shamir.FieldElement;
import java.util.List;

/// A member's part of a presignature: R = k·G, its share of k⁻¹ (degree t) and of a zero (degree 2t). Good for one
/// message; [EcdsaSigner] sees to that. Kept in memory only, never written. Closing erases it.
public final class Presignature implements AutoCloseable {
    private final PublicPart publicPart;
    private final FieldElement inverseShare;
    private final FieldElement maskShare;

    Presignature(PublicPart publicPart, FieldElement inverseShare, FieldElement maskShare) {
        this.publicPart = publicPart;
        this.inverseShare = inverseShare;
        this.maskShare = maskShare;
    }

    /// Public part of a presignature.
    ///
    /// @param committee the indexes of those who all must sign, rising
    public record PublicPart(Bytes32 session, P256Point noncePoint, List<Integer> committee) {
        /// The committee is copied.
        public PublicPart {
            committee = List.copyOf(committee);
        }
    }

    /// Public part, which everybody may know.
    public PublicPart publicPart() {
        return publicPart;
    }

    FieldElement inverseShare() {
        return inverseShare;
    }

    FieldElement maskShare() {
        return maskShare;
    }

    @Override
    public void close() {
        inverseShare.erase();
        maskShare.erase();
    }

    @Override
    public String toString() {
        return "Presignature[" + publicPart.session() + "]";
    }
}
