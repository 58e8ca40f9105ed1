package io.florin.registration.protocol;

import io.florin.runtime.api.CredentialInternalApi.BlindRequest;
import io.florin.runtime.api.CredentialInternalApi.EpochAnswer;
import io.florin.runtime.api.CredentialInternalApi.EpochCredentials;
import io.florin.runtime.api.CredentialInternalApi.IssuedCredential;
import java.util.List;

/// Banks' questions about the anonymous credentials of their customers.
public interface AnonymousCredentials {

    EpochAnswer epoch();

    /// @param participant the bank that asks, known by its certificate
    IssuedCredential issue(int participant, String reference, BlindRequest request);

    /// @param participant the bank that asks, known by its certificate
    /// @param eids in hex
    EpochCredentials ofEpoch(int participant, List<String> eids);
}
