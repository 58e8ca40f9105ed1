package io.florin.fakenet;

import io.florin.bank.protocol.HiddenBook;
import io.florin.crypto.group.Scalar;
import io.florin.doubles.api.Unasked;
import io.florin.wallet.hidden.HiddenAccount;
import io.florin.wallet.hidden.HiddenPayer;
import java.util.Optional;

/// Credentials that nobody should ask for; tests override what is asked of them.
public class UnaskedHiddenBook implements HiddenBook {
    @Override
    public Optional<HiddenAccount> account(long wallet) {
        throw new Unasked("account");
    }

    @Override
    public Optional<Scalar> holder(long wallet) {
        throw new Unasked("holder");
    }

    @Override
    public Optional<Long> walletOf(Scalar eid) {
        throw new Unasked("walletOf");
    }

    @Override
    public Optional<HiddenPayer> payer(long wallet) {
        throw new Unasked("payer");
    }
}
