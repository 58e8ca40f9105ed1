package io.florin.crypto.group;

/// Chooses the engine, once.
final class Engines {
    static final Engine CURRENT =
            BlstLibrary.loaded().<Engine>map(BlstEngine::new).orElseGet(BouncyCastleGroups::new);

    private Engines() {}
}
