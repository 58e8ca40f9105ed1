package io.florin.testkit.planted.signature;

import java.security.GeneralSecurityException;
import java.security.Signature;

final class PlainSigner {

    private PlainSigner() {}

    static Signature signer() throws GeneralSecurityException {
        return Signature.getInstance("Ed25519");
    }
}
