package io.florin.crypto.seal;

/// An implementation of X25519 (RFC 7748, section 5). All of them give the same bytes and the same verdict for every
/// input, the other key's highest bit ignored, keys that are not canonical and points of the twist taken as they are:
/// engines that differed would make a box that only some machines open. Stateless to its callers; any thread.
public sealed interface X25519Engine permits OpenSslX25519, BouncyCastleX25519 {
    /// Bytes in a private scalar, a public key and a secret.
    int SIZE = 32;

    /// The engine of this JVM: the system's OpenSSL 3 where it loads, otherwise the one in Java. Chosen once, by
    /// whoever asks first, which takes a fresh process tens to hundreds of milliseconds.
    ///
    /// @throws ExceptionInInitializerError if OpenSSL loads and gives a wrong answer: such a machine must not go on
    static X25519Engine current() {
        return X25519Engines.CURRENT;
    }

    /// The engine in Java, which every machine has.
    static X25519Engine inJava() {
        return new BouncyCastleX25519();
    }

    /// A name for people, with the version of a library.
    String name();

    /// Whether native code computes.
    boolean isNative();

    /// Writes the secret that the holder of the scalar has with the other key, 32 bytes; false if it is all zero, which
    /// it is exactly if the other key is of small order. Takes the same time for every scalar.
    ///
    /// @param scalar the private scalar, 32 bytes, clamped here and left unchanged
    /// @param publicKey the scalar's own public key, 32 bytes
    /// @param theirs bytes among which the other's public key is
    /// @param theirsOffset where it starts
    /// @param secret room for the secret, at least 32 bytes
    /// @throws IndexOutOfBoundsException if an array is too short
    boolean agree(byte[] scalar, byte[] publicKey, byte[] theirs, int theirsOffset, byte[] secret);
}
