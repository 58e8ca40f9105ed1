package io.florin.crypto.seal;

import io.florin.crypto.Bytes;
import java.util.Arrays;
import java.util.Random;

/// Opens a box and seals what was in it to the other side, after saying with which engine.
final class SealedMain {
    static final byte[] HERE = seed(1);
    static final byte[] THERE = seed(65);

    private SealedMain() {}

    /// Seeds that the clamp tells apart.
    private static byte[] seed(int kind) {
        byte[] seed = new byte[32];
        Arrays.fill(seed, (byte) kind);
        return seed;
    }

    public static void main(String[] args) {
        System.out.println(X25519Engine.current().name());
        try (X25519KeyPair here = X25519KeyPair.fromSeed(HERE);
                X25519KeyPair there = X25519KeyPair.fromSeed(THERE)) {
            byte[] opened = SealedBox.open(there, Bytes.fromHex(args[0]).toArray(), new byte[0])
                    .orElseThrow();
            System.out.println(SealedBox.seal(here.publicKey(), opened, new byte[0], new Random(2))
                    .toHex());
        }
    }
}
