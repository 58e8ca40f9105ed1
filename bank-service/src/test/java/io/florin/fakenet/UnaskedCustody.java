package io.florin.fakenet;

import io.florin.bank.protocol.Custody;
import io.florin.bank.protocol.Vault;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.doubles.api.Unasked;
import io.florin.wallet.hidden.HiddenKeys;
import io.florin.wallet.payment.PayerKeys;

/// Keys in custody that nobody should ask for; tests override what is asked of them.
public class UnaskedCustody implements Custody {
    @Override
    public PayerKeys payer(long wallet) {
        throw new Unasked("payer");
    }

    @Override
    public HiddenKeys hiddenKeys(long wallet) {
        throw new Unasked("hiddenKeys");
    }

    @Override
    public X25519KeyPair noteKey() {
        throw new Unasked("noteKey");
    }

    @Override
    public Vault vault() {
        throw new Unasked("vault");
    }
}
