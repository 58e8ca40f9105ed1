package io.florin.crypto.seal;

import org.bouncycastle.math.ec.rfc7748.X25519;

/// X25519 in Java, for machines without OpenSSL 3: at least twice as slow, as free of branches on secrets.
final class BouncyCastleX25519 implements X25519Engine {
    @Override
    public String name() {
        return "BouncyCastle";
    }

    @Override
    public boolean isNative() {
        return false;
    }

    @Override
    public boolean agree(byte[] scalar, byte[] publicKey, byte[] theirs, int theirsOffset, byte[] secret) {
        return X25519.calculateAgreement(scalar, 0, theirs, theirsOffset, secret, 0);
    }
}
