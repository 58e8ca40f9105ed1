package io.florin.crypto.seal;

import java.lang.System.Logger.Level;

/// Chooses the engine, once.
final class X25519Engines {
    static final X25519Engine CURRENT = choose();

    private X25519Engines() {}

    private static X25519Engine choose() {
        return OpenSslX25519.load().orElseGet(() -> {
            System.getLogger(X25519Engines.class.getName())
                    .log(Level.WARNING, "OpenSSL 3 is not available, X25519 is computed in Java");
            return new BouncyCastleX25519();
        });
    }
}
