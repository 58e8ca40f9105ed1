package io.florin.registration.protocol;

import io.florin.runtime.api.IdentityInternalApi.Identity;
import java.util.Optional;
import java.util.UUID;

/// Owners of enrollment ids. Whoever asks has the right to know.
public interface EnrolledIdentities {

    /// @param enrollmentId eid of an anonymous credential, or SHA-256 of an enrollment id; 32 bytes in hex
    Optional<UUID> enrollmentOf(String enrollmentId);

    Identity identity(UUID enrollment, String enrollmentId);
}
