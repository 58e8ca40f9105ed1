package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.fakenet.FakeNetwork;
import io.florin.fakenet.TestBed;
import io.florin.testkit.Patience;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/// Tests of payments of later days. A day comes by writing today's date into the payment: the bank cannot tell that
/// from a night that has passed.
@ExtendWith(TestBed.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LaterPayments {

    static final Duration PATIENCE = Patience.LIMIT;
    static final int AHEAD_MAX = 90;

    FakeNetwork network;
    BankUnderTest bank;
    BankUnderTest other;
    JsonNode payee;

    @BeforeAll
    void start(TestBed.Banks banks) {
        network = banks.network();
        bank = banks.bank();
        other = banks.other();
        payee = bank.openWallet("Paid Later", 3);
    }

    static long number(JsonNode wallet) {
        return wallet.path("number").asLong();
    }

    static String iban(JsonNode wallet) {
        return wallet.path("iban").asString();
    }

    static LocalDate today() {
        return LocalDate.now(ZoneOffset.UTC);
    }

    static LocalDate tomorrow() {
        return today().plusDays(1);
    }

    JsonNode payer(long amount) {
        JsonNode wallet = bank.openWallet("Pays Later", 2);
        bank.fund(wallet, amount);
        return wallet;
    }

    static String path(JsonNode payment) {
        return "/v1/payments/" + payment.path("id").asString();
    }

    static void assertLate(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(409);
        assertThat(answer.json().path("code").asString()).isEqualTo("already-due");
    }

    /// The day of the wallet's payments has come.
    void dayComes(BankUnderTest at, JsonNode wallet) {
        dayComes(at.jdbc(), wallet);
    }

    static void dayComes(JdbcClient database, JsonNode wallet) {
        database.sql("update payment set execution_date = ? where wallet = ? and state = 'SCHEDULED'")
                .params(today(), number(wallet))
                .update();
    }
}
