package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.fakenet.FakeNetwork;
import io.florin.testkit.Patience;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/// What a bank enforces for a wallet that it holds, whatever the currency hides (docs/enforcement.md): the limits of
/// its tier, and a suspension before the epoch ends. A basic wallet may hold 2,000.00 and pay 500.00 at once.
final class CustodialLimits {
    static final long NEEDED = 2_100_00;

    private static final Duration PATIENCE = Patience.LIMIT;

    private CustodialLimits() {}

    /// @param rich a wallet of the bank that has what is needed and may pay it
    static void assertKept(FakeNetwork network, BankUnderTest bank, JsonNode rich) {
        JsonNode basic = bank.openWallet("Bea Basic", 1);
        String deposit = "/v1/customers/" + basic.path("customer").asString() + "/deposit";
        bank.post(deposit, Map.of("amount", 3_000_00));
        assertRefused(
                bank.post("/v1/wallets/" + number(basic) + "/fundings", Map.of("amount", 2_000_01)),
                "holding-limit-exceeded");

        Answer received = bank.pay(number(rich), iban(basic), NEEDED, "limit-hold");
        assertThat(received.status()).as(received.body()).isEqualTo(202);
        Awaitility.await("what it may not hold goes to its deposit")
                .atMost(PATIENCE)
                .until(() -> bank.get(deposit).json().path("balance").asLong() == 3_100_00
                        && bank.balance(number(basic)).path("available").asLong() == 2_000_00);

        assertRefused(bank.pay(number(basic), iban(rich), 500_01, "limit-pay"), "payment-limit-exceeded");
        assertStopped(network, bank, basic, rich);
        assertThat(bank.balance(number(basic)).path("total").asLong()).isEqualTo(2_000_00);
    }

    /// Its credential of this epoch is as good as before: it is the bank that makes no payment with it.
    private static void assertStopped(FakeNetwork network, BankUnderTest bank, JsonNode payer, JsonNode payee) {
        long epoch = network.ledger().epoch();
        network.registration().suspend(1, "wallet-" + number(payer));
        bank.awaitState("/v1/wallets/" + number(payer), "SUSPENDED");
        assertRefused(bank.pay(number(payer), iban(payee), 1, "limit-stop"), "wallet-not-enrolled");
        assertThat(network.ledger().epoch()).isEqualTo(epoch);
    }

    private static void assertRefused(Answer answer, String code) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        assertThat(answer.json().path("code").asString()).isEqualTo(code);
    }

    private static long number(JsonNode wallet) {
        return wallet.path("number").asLong();
    }

    private static String iban(JsonNode wallet) {
        return wallet.path("iban").asString();
    }
}
