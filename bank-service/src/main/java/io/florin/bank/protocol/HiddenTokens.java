package io.florin.bank.protocol;

import io.florin.wallet.hidden.OwnedToken;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/// Tokens of a currency that hides owners or values, with their openings, which are encrypted where they are stored.
/// Calls take part in the caller's database transaction.
public interface HiddenTokens {

    /// How many available tokens are told at once.
    int AVAILABLE_MAX = 512;

    /// Unspent tokens that no transaction under way spends, largest first, at most [#AVAILABLE_MAX].
    List<OwnedToken> available(long wallet);

    /// Tokens that the certifiers have not signed yet, oldest first.
    List<Uncertified> uncertified(int limit);

    /// Keeps the signed tokens; they can be spent from now on.
    void certified(Collection<Uncertified> tokens);

    /// Takes the certification off unspent tokens that are certified under other keys than these: they cannot be spent
    /// until certifiers have signed them again.
    ///
    /// @param epochs of keys in force
    /// @return how many
    int uncertify(Set<Long> epochs);

    /// @param key of its row
    record Uncertified(byte[] key, OwnedToken token) {}
}
