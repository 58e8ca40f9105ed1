package io.florin.bank.payments;

import io.florin.bank.payments.WalletPlan.Job;
import io.florin.bank.payments.WalletPlan.Single;
import io.florin.bank.payments.WalletPlan.Together;
import io.florin.ledger.Amount;
import io.florin.ledger.token.TokenReference;
import io.florin.wallet.tokens.TokenSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// What can be paid now in a currency that hides nothing. Few payments spend what is there, each its own tokens; many
/// are made together: splits first, then all payments at once, so a thousand take two commits and not a thousand. Pure.
final class ClearPlan {

    private static final int TOGETHER_FROM = 4;

    private ClearPlan() {}

    static WalletPlan of(long wallet, List<PaymentDue> dues, List<TokenReference> tokens) {
        List<TokenReference> left = new ArrayList<>(tokens);
        List<Single> singles = new ArrayList<>();
        List<PaymentDue> rest = new ArrayList<>();
        for (PaymentDue due : dues) {
            Optional<List<TokenReference>> inputs =
                    dues.size() < TOGETHER_FROM ? TokenSelector.select(left, due.amount()) : exact(left, due.amount());
            if (inputs.isPresent()) {
                left.removeAll(inputs.get());
                singles.add(new Single(due.id(), inputs.get()));
            } else {
                rest.add(due);
            }
        }
        Amount total = rest.stream().map(PaymentDue::amount).reduce(Amount.ZERO, Amount::plus);
        List<UUID> open = rest.stream().map(PaymentDue::id).toList();
        boolean suffices = !open.isEmpty() && !total.exceeds(TokenSelector.sum(left));
        boolean nothing = singles.isEmpty() && !suffices;
        boolean ofFile = dues.stream().allMatch(PaymentDue::ofFile);
        Together together = suffices ? new Together(open, left) : Together.NONE;
        return new WalletPlan(
                nothing ? List.of() : List.of(new Job.Sign(wallet, ofFile, singles, together)),
                Map.of(),
                !open.isEmpty() && !suffices);
    }

    /// In a crowd of payments only a token of the very amount is spent directly.
    private static Optional<List<TokenReference>> exact(List<TokenReference> available, Amount amount) {
        return available.stream()
                .filter(token -> token.token().value().equals(amount))
                .findFirst()
                .map(List::of);
    }
}
