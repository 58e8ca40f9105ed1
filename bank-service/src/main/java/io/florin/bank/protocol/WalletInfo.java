package io.florin.bank.protocol;

import io.florin.ledger.enrollment.HoldingShare;
import io.florin.wallet.address.WalletAddress;
import io.florin.wallet.hidden.HiddenAddress;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A wallet that this bank keeps the account of.
///
/// @param number from 1; the bank's own treasury is 0
/// @param customer null for the treasury, and for a rebuilt wallet of which nobody knows whose it is
/// @param address owner key and note key, as they are enrolled
/// @param hidden where it is paid in a currency that hides owners or values, null until it has a credential there
/// @param custodial true where this bank holds the owner key, sees everything and can move the money
/// @param tier id of the limits that apply
/// @param share of the tier's holding limit, as registration gave it: the limit is the person's, over all banks
public record WalletInfo(
        long number,
        @Nullable UUID customer,
        String holder,
        String iban,
        WalletAddress address,
        @Nullable HiddenAddress hidden,
        int tier,
        HoldingShare share,
        boolean custodial,
        State state) {

    public static final long TREASURY = 0;

    /// Whether nobody knows whose it is: of a bank that lost its database.
    public boolean lacksHolder() {
        return customer == null && number != TREASURY;
    }

    /// The same wallet, paid at this address.
    public WalletInfo paidAt(HiddenAddress own) {
        return new WalletInfo(number, customer, holder, iban, address, own, tier, share, custodial, state);
    }

    /// Address at which the wallet is paid.
    public PayTo payTo() {
        return hidden == null ? new PayTo.Open(address) : new PayTo.Hidden(hidden);
    }

    /// State of the enrollment.
    public enum State {
        OPENING,
        ENROLLED,
        REFUSED,
        SUSPENDED,
        REVOKED,
        /// Its closing was ordered: it neither pays nor is paid.
        CLOSING,
        /// Its enrollment has ended at its bank's order, for ever.
        CLOSED
    }
}
