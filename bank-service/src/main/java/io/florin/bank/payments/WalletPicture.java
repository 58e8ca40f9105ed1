package io.florin.bank.payments;

import io.florin.bank.protocol.WalletInfo;
import io.florin.ledger.Amount;
import io.florin.ledger.token.TokenReference;
import io.florin.wallet.hidden.OwnedToken;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Input of a plan for one wallet: its payments due, and then its spendable tokens. Tokens that a transaction under
/// way spends are left out, and so is what comes back from one.
///
/// It is no snapshot: each part is what was committed when it was read, one after the other. What changes in between is
/// told and has the wallet looked at again; and a job is kept only if its payments are accepted and its tokens free by
/// then.
///
/// @param dues that may be planned now, in the order in which they are paid
/// @param cut whether there may be more payments or tokens than the picture shows
/// @param files whether payments of files wait besides those that are shown
/// @param next when time alone makes one more of its payments plannable
public record WalletPicture(
        long wallet, List<PaymentDue> dues, boolean cut, boolean files, Optional<Instant> next, Money money) {

    public WalletPicture {
        dues = List.copyOf(dues);
    }

    /// By what the currency hides.
    public sealed interface Money {
        /// Whether there is a token to spend.
        boolean isSome();

        /// @param tokens that no transaction under way spends
        /// @param sharing which payments may be made by one transfer
        /// @param changeTokens into how many tokens change may be cut
        record Clear(List<TokenReference> tokens, Sharing sharing, ChangeTokens changeTokens) implements Money {
            public Clear {
                tokens = List.copyOf(tokens);
            }

            @Override
            public boolean isSome() {
                return !tokens.isEmpty();
            }
        }

        /// @param tokens that no transaction under way spends, certified
        /// @param epochs of the certifiers' keys in force
        /// @param credential whether the wallet has one of the epoch
        /// @param valueMax of one token
        record Hidden(
                List<OwnedToken> tokens, Set<Long> epochs, boolean credential, WalletInfo.State state, Amount valueMax)
                implements Money {
            public Hidden {
                tokens = List.copyOf(tokens);
                epochs = Set.copyOf(epochs);
            }

            @Override
            public boolean isSome() {
                return !tokens.isEmpty();
            }
        }
    }
}
