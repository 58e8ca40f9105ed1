package io.florin.testkit.planted.signature;

import java.security.GeneralSecurityException;
import java.security.Signature;

final class AnySigner {

    private AnySigner() {}

    static Signature signer(String algorithm) throws GeneralSecurityException {
        return Signature.getInstance(algorithm);
    }
}
