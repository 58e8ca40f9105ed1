package io.florin.bank.protocol;

import io.florin.ledger.token.TokenReference;
import java.util.List;

/// Tokens of a currency that hides nothing.
public interface ClearTokens {

    /// Unspent tokens that no transaction under way spends.
    List<TokenReference> available(long wallet);
}
