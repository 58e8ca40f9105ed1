package io.florin.bank.protocol;

import io.florin.wallet.hidden.OwnedToken;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/// Tokens of a currency that hides owners or values, with their openings, which are encrypted where they are stored.
/// Calls take part in the caller's database transaction.
public interface HiddenTokens {

    /// Number of available tokens that are told at once, besides those that payments wait for.
    int AVAILABLE_MAX = 512;

    /// Unspent tokens that no transaction under way spends, largest first: all that splits made for payments of this
    /// wallet that are accepted and not signed yet, and [#AVAILABLE_MAX] others where there are so many.
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

    /// Number of unspent tokens that were left out because their stored secrets are corrupted: they count in the
    /// balance and cannot be spent. As far as they were looked at since the start.
    int unreadable();

    /// @param key of its row
    record Uncertified(byte[] key, OwnedToken token) {}
}
