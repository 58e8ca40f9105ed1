package io.florin.centralbank.protocol;

import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;

/// Banks' reserve accounts and the currency in circulation. Amounts are minor units. Bookings happen in the caller's
/// transaction, each at most once for a request.
public interface Reserves {

    /// @param balance free to withdraw
    /// @param held set aside for withdrawals under way
    @Schema(description = "A bank's reserve account, minor units")
    record Account(
            @Schema(description = "Id of the bank") int participant,
            @Schema(description = "Free to withdraw") long balance,

            @Schema(description = "Set aside for withdrawals under way")
            long held) {}

    List<Account> accounts();

    Optional<Account> account(int participant);

    /// Sum of what banks brought: reserves + held + circulation, for ever.
    long opened();

    /// The books' own figure of the currency in circulation.
    long circulation();

    /// Sets the amount of a withdrawal aside.
    ///
    /// @return false when the balance does not cover it
    boolean hold(int participant, Amount amount, Bytes32 request);

    /// A withdrawal was refused.
    void release(int participant, Amount amount, Bytes32 request);

    /// The ledger has issued what was held.
    void withdrawn(int participant, Amount amount, Bytes32 request);

    /// The ledger has redeemed.
    void redeemed(int participant, Amount amount, Bytes32 request);
}
