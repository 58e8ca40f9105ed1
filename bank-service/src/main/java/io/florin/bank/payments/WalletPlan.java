package io.florin.bank.payments;

import io.florin.bank.payments.WalletPicture.Money;
import io.florin.ledger.Amount;
import io.florin.ledger.token.TokenReference;
import io.florin.wallet.hidden.OwnedToken;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// Jobs that can be made now for one wallet, and payments that never can be.
///
/// @param unbuildable payments for which no transaction can ever be made
/// @param waits whether there are others for which none can be made until something changes: money is change under
///     way or not certified yet, or the wallet has no credential of the epoch
public record WalletPlan(List<Job> jobs, Map<UUID, UnbuildableReason> unbuildable, boolean waits) {

    public WalletPlan {
        jobs = List.copyOf(jobs);
        unbuildable = Map.copyOf(unbuildable);
    }

    /// @param waited whether payments that came by themselves had to wait when the wallet was looked at last
    /// @param random draws whether a hidden payment's change is larger than what it pays
    static WalletPlan of(WalletPicture picture, boolean waited, RandomGenerator random) {
        return switch (picture.money()) {
            case Money.Clear money -> ClearPlan.of(picture.wallet(), picture.dues(), money, waited);
            case Money.Hidden hidden -> HiddenPlan.of(picture.wallet(), picture.dues(), hidden, random);
        };
    }

    /// Transactions that are kept together or not at all.
    public sealed interface Job {
        long wallet();

        /// @return whether all that it pays, or makes tokens for, came with files
        boolean ofFile();

        /// In the order of its transactions.
        List<UUID> payments();

        /// Signed transfers of a clear currency. Each of `ready` spends what is there; those `together` spend what
        /// splits in front of them make.
        record Sign(long wallet, boolean ofFile, List<Ready> ready, Together together) implements Job {
            public Sign {
                ready = List.copyOf(ready);
            }

            @Override
            public List<UUID> payments() {
                return Stream.concat(ready.stream().map(Ready::payments), together.groups().stream())
                        .flatMap(List::stream)
                        .toList();
            }
        }

        /// One proven transaction: it pays, or makes tokens for payments.
        ///
        /// @param parts tokens that it makes for its own wallet; empty where it pays
        /// @param served payments of each part, or one payment for each payee
        record Prove(long wallet, boolean ofFile, List<OwnedToken> inputs, List<Amount> parts, List<List<UUID>> served)
                implements Job {
            public Prove {
                inputs = List.copyOf(inputs);
                parts = List.copyOf(parts);
                served = List.copyOf(served);
            }

            public boolean pays() {
                return parts.isEmpty();
            }

            @Override
            public List<UUID> payments() {
                return served.stream().flatMap(List::stream).toList();
            }
        }
    }

    /// One transfer: the payments that it makes, and the tokens that it spends.
    ///
    /// @param changeTokens number of tokens that what is left comes back as, 1 or more
    public record Ready(List<UUID> payments, List<TokenReference> inputs, int changeTokens) {
        public Ready {
            payments = List.copyOf(payments);
            inputs = List.copyOf(inputs);
        }
    }

    /// Payments that tokens suffice for when they are merged and cut first: `BulkPlan` makes the splits.
    ///
    /// @param groups payments of one transfer each; none where there is no need for it
    public record Together(List<List<UUID>> groups, List<TokenReference> inputs) {
        static final Together NONE = new Together(List.of(), List.of());

        public Together {
            groups = groups.stream().map(List::copyOf).toList();
            inputs = List.copyOf(inputs);
        }
    }
}
