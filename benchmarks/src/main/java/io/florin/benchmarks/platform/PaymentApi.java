package io.florin.benchmarks.platform;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// One bank's payments as a customer's program sees them.
interface PaymentApi {

    /// @param key makes repeating it harmless
    /// @param amount minor units
    record Order(String key, long wallet, Payer payee, long amount) {}

    /// End of a payment.
    ///
    /// @param finalAt when the bank learned the final status
    /// @param transactionId hex, empty when it was never signed
    /// @param toldAt when this program heard of it
    record Outcome(boolean settled, Instant finalAt, String transactionId, Instant toldAt) {}

    /// @return id of the accepted payment; empty when the bank refuses it
    Optional<String> pay(Order order);

    /// Orders many in one request.
    ///
    /// @param key makes repeating the request harmless
    /// @return for each order as [#pay]
    List<Optional<String>> payAll(String key, List<Order> orders);

    /// Waits until the bank tells that an accepted payment is final.
    ///
    /// @return empty when it does not in that time
    Optional<Outcome> awaitFinal(String id, Duration patience) throws InterruptedException;

    /// A custodial wallet that pays and is paid.
    record Payer(PaymentApi api, long wallet, String iban, String holder) {}
}
