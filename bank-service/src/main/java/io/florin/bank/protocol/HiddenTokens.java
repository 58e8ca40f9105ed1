package io.florin.bank.protocol;

import io.florin.wallet.hidden.OwnedToken;
import java.util.Collection;
import java.util.List;

/// Tokens of a currency that hides owners or values, with their openings, which are encrypted where they are stored.
/// Calls take part in the caller's database transaction.
public interface HiddenTokens {

    /// Unspent tokens that no transaction under way spends, largest first, at most 512.
    List<OwnedToken> available(long wallet);

    /// Tokens that the certifiers have not signed yet, oldest first.
    List<Uncertified> uncertified(int limit);

    /// Keeps the signed tokens; they can be spent from now on.
    void certified(Collection<Uncertified> tokens);

    /// @param key of its row
    record Uncertified(byte[] key, OwnedToken token) {}
}
