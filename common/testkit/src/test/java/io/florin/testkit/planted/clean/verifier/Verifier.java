package io.florin.testkit.planted.clean.verifier;

import io.florin.testkit.planted.clean.protocol.Verify;

public final class Verifier {

    public boolean on(Verify verify) {
        return !verify.id().isEmpty();
    }
}
