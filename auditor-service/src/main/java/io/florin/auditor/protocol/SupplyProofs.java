package io.florin.auditor.protocol;

import io.florin.runtime.api.AuditorApi.SupplyView;
import java.util.List;

/// The proofs of supply of the network's currency.
public interface SupplyProofs {

    SupplyView latest();

    /// Newest first.
    List<SupplyView> history(int limit);
}
