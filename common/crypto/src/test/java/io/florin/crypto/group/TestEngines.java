package io.florin.crypto.group;

import java.util.List;

/// Both engines; the tests run where blst is shipped.
final class TestEngines {
    private static final int SLOW_EVERY = 8;
    private static final Engine SLOW = new BouncyCastleGroups();
    private static final Engine FAST = new BlstEngine(BlstLibrary.loaded().orElseThrow());

    private TestEngines() {}

    static Engine slow() {
        return SLOW;
    }

    static Engine fast() {
        return FAST;
    }

    static List<Engine> both() {
        return List.of(FAST, SLOW);
    }

    /// The slow engine, which would take a minute for all vectors, answers every eighth of a long list.
    static boolean isForAnotherTime(Engine engine, int number) {
        return engine == SLOW && number % SLOW_EVERY != 0 && !"all".equals(System.getProperty("florin.vectors"));
    }
}
