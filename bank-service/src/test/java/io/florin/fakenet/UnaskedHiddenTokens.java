package io.florin.fakenet;

import io.florin.bank.protocol.HiddenTokens;
import io.florin.doubles.api.Unasked;
import io.florin.wallet.hidden.OwnedToken;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/// Tokens of a hidden currency that nobody should ask for; tests override what is asked of them.
public class UnaskedHiddenTokens implements HiddenTokens {
    @Override
    public List<OwnedToken> available(long wallet) {
        throw new Unasked("available");
    }

    @Override
    public List<Uncertified> uncertified(int limit) {
        throw new Unasked("uncertified");
    }

    @Override
    public void certified(Collection<Uncertified> tokens) {
        throw new Unasked("certified");
    }

    @Override
    public int uncertify(Set<Long> epochs) {
        throw new Unasked("uncertify");
    }

    @Override
    public int unreadable() {
        throw new Unasked("unreadable");
    }
}
