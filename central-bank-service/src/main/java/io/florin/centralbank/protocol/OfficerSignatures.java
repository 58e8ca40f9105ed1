package io.florin.centralbank.protocol;

import io.florin.crypto.Bytes;
import java.util.Optional;

/// Officers as people who log in, and their signatures.
public interface OfficerSignatures {

    /// The officer's index in the configuration, by the name the officer logs in with.
    Optional<Integer> officerOf(String login);

    /// An officer as people count: the first one of the configuration is officer 1.
    static int number(int index) {
        return index + 1;
    }

    /// A signature that an officer is about to give.
    ///
    /// @param officer index in the configuration
    /// @param login as whom the officer signed in
    /// @param subject in the log of decisions, `supply-request/<id>`
    record Signing(int officer, String login, String subject, byte[] message) {}

    /// Opens the officer's key for this one signature, outside of any database transaction: it takes scrypt's time, and
    /// a wrong passphrase is kept in the log of decisions whatever becomes of the request.
    ///
    /// @return empty when the passphrase does not open the key
    Optional<Bytes> sign(Signing signing, char[] passphrase);
}
