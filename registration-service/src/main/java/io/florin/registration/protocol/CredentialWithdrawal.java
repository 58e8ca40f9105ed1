package io.florin.registration.protocol;

import java.util.UUID;

/// Takes back what was signed for an enrollment that is no longer active, in the caller's transaction.
@FunctionalInterface
public interface CredentialWithdrawal {

    void withdraw(UUID enrollment);
}
