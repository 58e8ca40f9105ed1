package io.florin.crypto.frost;

/// A party's answer to a signing package.
public sealed interface SigningAnswer {
    /// Its share of the signature. The nonces are gone.
    record Signed(FrostShare share) implements SigningAnswer {}

    /// It does not sign. Nothing left the party, and no nonce was used.
    record Refused(Reason reason) implements SigningAnswer {}

    /// Reasons for which a party does not sign.
    enum Reason {
        /// The package does not name it.
        NOT_A_SIGNER,
        /// Fewer than the threshold, or parties the key does not have.
        WRONG_SIGNERS,
        /// The nonces were used, dropped, or made before the last restart.
        NO_SUCH_NONCE,
        /// Its own commitment is another than it gave out.
        NOT_ITS_COMMITMENT,
        /// A commitment is no element of the group.
        BAD_COMMITMENT
    }
}
