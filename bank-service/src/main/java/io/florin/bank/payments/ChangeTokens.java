package io.florin.bank.payments;

import io.florin.ledger.Amount;
import io.florin.ledger.client.ClientTransaction;

/// Bound for the tokens that a wallet's change comes back as. A wallet whose payments waited for its change has the
/// next change cut, so that those that follow find a token each and wait no more; every other one keeps as many tokens
/// as it has. Parts are of about one value, each worth at least what the transfer pays: the next such transfer finds
/// one that suffices alone.
///
/// @param max tokens that a wallet has for such transfers before its change is not cut any more, 1 to 8; with 1 it
///     never is
/// @param underWay transfers of the wallet that are not final: each leaves such a token
public record ChangeTokens(int max, int underWay) {

    /// Change that is never cut.
    public static final ChangeTokens ONE = new ChangeTokens(1, 0);

    /// Above as many, transfers spend small tokens besides: a part must not be one of those.
    static final int MAX = 8;

    public ChangeTokens {
        if (max < 1 || max > MAX) {
            throw new IllegalArgumentException("a wallet keeps 1 to " + MAX + " tokens apart");
        }
    }

    /// Number of tokens for the change of one transfer, 1 where it is not to be cut.
    ///
    /// @param others tokens that the wallet has besides, or will have, each worth at least what the transfer pays
    int of(Amount change, Amount paid, int payees, int others) {
        long worthIt = change.minorUnits() / paid.minorUnits();
        int room = Math.min(max - others, ClientTransaction.TOKENS_MAX - payees);
        return (int) Math.max(1, Math.min(worthIt, room));
    }
}
