package io.florin.bank.protocol;

import io.florin.ledger.token.TokenReference;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/// Tokens of a currency that hides nothing.
public interface ClearTokens {

    /// Unspent tokens that no transaction under way spends, the largest 4,096 of each wallet, by wallet; one that has
    /// none may be left out.
    Map<Long, List<TokenReference>> available(Collection<Long> wallets);

    default List<TokenReference> available(long wallet) {
        return available(List.of(wallet)).getOrDefault(wallet, List.of());
    }
}
