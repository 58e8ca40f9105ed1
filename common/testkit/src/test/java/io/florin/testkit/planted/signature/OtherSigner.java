package io.florin.testkit.planted.signature;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.Signature;

final class OtherSigner {

    private OtherSigner() {}

    static Signature rsa() throws GeneralSecurityException {
        return Signature.getInstance("SHA256withRSA");
    }

    static Signature provided(Provider provider) throws GeneralSecurityException {
        return Signature.getInstance("Ed25519", provider);
    }
}
