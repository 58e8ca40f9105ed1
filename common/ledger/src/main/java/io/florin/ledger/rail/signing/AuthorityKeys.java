package io.florin.ledger.rail.signing;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import java.util.HashSet;
import java.util.List;

/// The Ed25519 keys of a committee's authorities, authority a at place a − 1.
public record AuthorityKeys(List<Bytes32> keys) {
    /// @throws IllegalArgumentException if there are not 3F + 1 of them, one is no valid key, or two are the same:
    /// whoever held two seats with one key would count twice in every quorum
    public AuthorityKeys {
        keys = List.copyOf(keys);
        new CommitteeSize(keys.size());
        if (new HashSet<>(keys).size() != keys.size()) {
            throw new IllegalArgumentException("two authorities have one key");
        }
        for (Bytes32 key : keys) {
            if (!Ed25519.isValidPublicKey(key)) {
                throw new IllegalArgumentException("not a valid Ed25519 key: " + key);
            }
        }
    }

    public CommitteeSize size() {
        return new CommitteeSize(keys.size());
    }

    /// The key of an authority, 1 to n.
    ///
    /// @throws IndexOutOfBoundsException if there is no such authority
    public Bytes32 of(int authority) {
        return keys.get(authority - 1);
    }
}
