package io.florin.registration.protocol;

import io.florin.ledger.OwnerKey;
import java.time.Instant;

/// Issues X.509 credentials to enrolled owners.
public interface CredentialIssuer {

    /// A certificate that binds the enrollment id to the owner key.
    ///
    /// @return PEM
    String issue(String enrollmentId, OwnerKey owner, int participant, int tier, Instant now);

    /// The certificate under which credentials verify.
    ///
    /// @return PEM
    String authorityCertificate();
}
