package io.florin.centralbank.protocol;

import io.florin.crypto.Bytes;
import java.util.Optional;

/// Officers as people who log in, and their signatures.
public interface OfficerDesk {

    /// The officer's index in the configuration, by the name the officer logs in with.
    Optional<Integer> officerOf(String login);

    /// Opens the officer's key for this one signature.
    ///
    /// @return empty when the passphrase does not open the key
    Optional<Bytes> sign(int officer, char[] passphrase, byte[] message);
}
