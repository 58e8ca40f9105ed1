package io.florin.crypto.sign;

/// One implementation of Ed25519. All of them give the same verdict on the same bytes: a signature is valid when
/// the encoding of `S·B − h·A` equals R byte by byte and S is below the group order (RFC 8032 without cofactor).
/// Engines that differed on crafted signatures would split the ledger.
sealed interface Ed25519Engine permits CorrettoEngine, BouncyCastleEngine {
    /// A name for logs and health pages.
    String name();

    /// Verifies a signature of 64 bytes under a key that [PublicKeyRules] accepted. Any thread.
    boolean verify(byte[] publicKey, byte[] message, byte[] signature);

    /// A signer for the seed of 32 bytes, which the signer may keep.
    Signer signer(byte[] seed);

    /// Signs under one key. Any thread.
    interface Signer extends AutoCloseable {
        /// 64 bytes.
        byte[] sign(byte[] message);

        @Override
        void close();
    }
}
