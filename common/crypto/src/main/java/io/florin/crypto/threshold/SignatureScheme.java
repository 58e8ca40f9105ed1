package io.florin.crypto.threshold;

import java.util.Arrays;
import java.util.Optional;

/// The ways a group can sign. The numbers are wire format and never reused.
public enum SignatureScheme {
    /// One message per signer, no state; any t of n. 48 bytes.
    BLS_G1(1, 48),
    /// Two rounds, one where nonces were given out before; any t of n; verifies as Ed25519. 64 bytes.
    FROST_ED25519(2, 64),
    /// Presignatures ahead, then one round; 2t + 1 of n, of whom t may lie; verifies as ECDSA with SHA-256. 64 bytes.
    ECDSA_P256(3, 64);

    private final int number;
    private final int signatureSize;

    SignatureScheme(int number, int signatureSize) {
        this.number = number;
        this.signatureSize = signatureSize;
    }

    /// For encodings; never reused.
    public int number() {
        return number;
    }

    /// Bytes in a signature.
    public int signatureSize() {
        return signatureSize;
    }

    /// The scheme of a number.
    public static Optional<SignatureScheme> of(int number) {
        return Arrays.stream(values()).filter(each -> each.number == number).findFirst();
    }
}
