package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.fakenet.FakeNetwork;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.testkit.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// A bank where inputs have names and owners, or owners and values, are hidden: no certifiers, the rest is the same.
@Order(2)
class NamedHiddenTokensIT {

    private static final Duration PATIENCE = Patience.LIMIT;

    @ParameterizedTest
    @EnumSource(names = {"ANONYMOUS", "CONFIDENTIAL"})
    void issuesPaysRedeemsAndKeepsLimits(PrivacyModel model, @TempDir Path directory) {
        try (FakeNetwork network = new FakeNetwork(directory.resolve("network"), model);
                BankUnderTest bank = new BankUnderTest(network, 1, directory.resolve("bank-1"))) {
            JsonNode anna = bank.openWallet("Anna " + model, 3);
            JsonNode bert = bank.openWallet("Bert " + model, 3);
            bank.withdraw(100_00 + CustodialLimits.NEEDED);
            bank.fund(anna, 100_00 + CustodialLimits.NEEDED);
            for (long amount : new long[] {30_00, 50_00, 20_00}) {
                Answer answer = bank.pay(number(anna), bert.path("iban").asString(), amount, "pay-" + amount);
                assertThat(answer.status()).as(answer.body()).isEqualTo(202);
                bank.awaitState("/v1/payments/" + answer.json().path("id").asString(), "SETTLED");
            }
            awaitTotal(bank, number(bert), 100_00);
            awaitTotal(bank, number(anna), CustodialLimits.NEEDED);
            Answer defunding = bank.post("/v1/wallets/" + number(bert) + "/defundings", Map.of("amount", 90_00));
            bank.awaitState("/v1/payments/" + defunding.json().path("id").asString(), "SETTLED");
            awaitTotal(bank, 0, 90_00);
            Answer redemption = bank.post("/v1/supply-orders", Map.of("direction", "REDEMPTION", "amount", 80_00));
            bank.awaitState("/v1/supply-orders/" + redemption.json().path("id").asString(), "SETTLED");
            awaitTotal(bank, 0, 10_00);
            CustodialLimits.assertKept(network, bank, anna);
        }
    }

    private static long number(JsonNode wallet) {
        return wallet.path("number").asLong();
    }

    private static void awaitTotal(BankUnderTest bank, long wallet, long amount) {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> bank.balance(wallet).path("total").asLong() == amount);
    }
}
