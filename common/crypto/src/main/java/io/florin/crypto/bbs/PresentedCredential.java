package io.florin.crypto.bbs;

import io.florin.crypto.group.Scalar;
import java.util.List;

/// A presentation with the secrets behind it. Prints nothing; used for one proof.
public final class PresentedCredential {
    private final CredentialPresentation presentation;
    private final List<Scalar> secrets;

    PresentedCredential(CredentialPresentation presentation, List<Scalar> secrets) {
        this.presentation = presentation;
        this.secrets = secrets;
    }

    /// The verifier's part.
    public CredentialPresentation presentation() {
        return presentation;
    }

    /// The witness of the presentation's statement: e, r1, r3, sk, K, id, in the order of
    /// [CredentialPresentation#state].
    public List<Scalar> secrets() {
        return secrets;
    }

    @Override
    public String toString() {
        return "PresentedCredential";
    }
}
