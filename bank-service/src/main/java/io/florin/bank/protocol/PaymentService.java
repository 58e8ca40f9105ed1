package io.florin.bank.protocol;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Takes payment orders and tells what became of them.
public interface PaymentService {

    /// Accepts orders of any wallets, those of each wallet in their order; each is accepted durably or refused on its
    /// own, all in one database transaction, the caller's where there is one. Acceptances of common wallets wait for
    /// each other and in no circle.
    ///
    /// @param traceId of the request that brought them, may be empty
    /// @return in the order of the orders
    List<Acceptance> acceptAll(List<PaymentOrder> orders, String traceId);

    default Acceptance accept(PaymentOrder order, String traceId) {
        return acceptAll(List.of(order), traceId).getFirst();
    }

    Optional<PaymentView> payment(UUID id);

    /// Payments of a file in the order of its lines.
    List<PaymentView> ofFile(UUID file);

    /// The payments that a transaction carries.
    List<PaymentView> byTransaction(String transactionId);

    /// Answer to an order.
    sealed interface Acceptance {
        record Accepted(PaymentView payment) implements Acceptance {}

        /// @param code stable: `unknown-wallet`, `bank-recovering`, `holder-not-known`, `self-held-wallet`,
        ///     `wallet-not-enrolled`, `payment-limit-exceeded`, `amount-out-of-range`, `payee-is-payer`,
        ///     `account-not-payable`, `insufficient-funds`, `duplicate-uetr` or `payee-holding-limit-exceeded`
        record Refused(String code, String explanation) implements Acceptance {}
    }
}
