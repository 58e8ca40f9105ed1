package io.florin.registration.anonymous;

import io.florin.registration.protocol.AnonymousCredentials;
import io.florin.registration.protocol.CredentialProblem;
import io.florin.runtime.api.CredentialInternalApi.BlindRequest;
import io.florin.runtime.api.CredentialInternalApi.EpochAnswer;
import io.florin.runtime.api.CredentialInternalApi.EpochCredentials;
import io.florin.runtime.api.CredentialInternalApi.IssuedCredential;
import java.util.List;

/// A network in which no currency hides anything.
public final class NoCredentials implements AnonymousCredentials {

    @Override
    public EpochAnswer epoch() {
        throw CredentialProblem.NO_HIDDEN_CURRENCY.refusal();
    }

    @Override
    public IssuedCredential issue(int participant, String reference, BlindRequest request) {
        throw CredentialProblem.NO_HIDDEN_CURRENCY.refusal();
    }

    @Override
    public EpochCredentials ofEpoch(int participant, List<String> eids) {
        throw CredentialProblem.NO_HIDDEN_CURRENCY.refusal();
    }
}
