package io.florin.wallet.tokens;

import io.florin.ledger.Amount;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Chooses the tokens to spend: the smallest single one that suffices, else the largest ones, at most 16. So change
/// stays rare, and many small tokens never make a payment impossible that fewer large ones could make.
public final class TokenSelector {

    private static final Comparator<TokenReference> BY_VALUE = Comparator.comparing(
                    (TokenReference reference) -> reference.token().value())
            .thenComparing(reference -> reference.key());

    private TokenSelector() {}

    /// @return tokens worth at least the amount; empty when the 16 largest do not suffice
    public static Optional<List<TokenReference>> select(List<TokenReference> available, Amount amount) {
        List<TokenReference> ascending = available.stream().sorted(BY_VALUE).toList();
        for (TokenReference reference : ascending) {
            if (!amount.exceeds(reference.token().value())) {
                return Optional.of(List.of(reference));
            }
        }
        List<TokenReference> chosen = new ArrayList<>();
        Amount sum = Amount.ZERO;
        for (TokenReference reference : ascending.reversed()) {
            if (chosen.size() == ClientTransaction.TOKENS_MAX) {
                break;
            }
            chosen.add(reference);
            sum = sum.plus(reference.token().value());
            if (!amount.exceeds(sum)) {
                return Optional.of(List.copyOf(chosen));
            }
        }
        return Optional.empty();
    }

    public static Amount sum(List<TokenReference> references) {
        return references.stream().map(reference -> reference.token().value()).reduce(Amount.ZERO, Amount::plus);
    }
}
