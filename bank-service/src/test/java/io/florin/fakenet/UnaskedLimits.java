package io.florin.fakenet;

import io.florin.bank.protocol.HoldingLimits;
import io.florin.doubles.api.Unasked;
import io.florin.ledger.OwnerKey;
import java.util.Collection;
import java.util.Map;

/// Limits that nobody should ask for; tests override what is asked of them.
public class UnaskedLimits implements HoldingLimits {
    @Override
    public Map<OwnerKey, Long> roomOf(Collection<OwnerKey> payees) {
        throw new Unasked("roomOf");
    }

    @Override
    public long heldBy(long wallet) {
        throw new Unasked("heldBy");
    }
}
