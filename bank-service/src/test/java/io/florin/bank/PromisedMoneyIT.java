package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.fakenet.TestBed;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/// Money that a payment has promised, from the answer that accepts it until it is final.
@ExtendWith(TestBed.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PromisedMoneyIT {

    private BankUnderTest bank;

    @BeforeAll
    void start(TestBed.Banks banks) {
        bank = banks.bank();
    }

    private static long number(JsonNode wallet) {
        return wallet.path("number").asLong();
    }

    /// Nothing is signed meanwhile: the signed transaction's row waits for the table.
    private <T> T whileNothingIsSigned(Supplier<T> act) {
        return new TransactionTemplate(bank.bean(PlatformTransactionManager.class)).execute(_ -> {
            bank.bean(JdbcClient.class).sql("lock table outgoing in share mode").update();
            return act.get();
        });
    }

    private void assertBalance(JsonNode wallet, long available, long locked) {
        JsonNode balance = bank.balance(number(wallet));
        assertThat(balance.path("available").asLong(-1)).as("%s", balance).isEqualTo(available);
        assertThat(balance.path("locked").asLong(-1)).as("%s", balance).isEqualTo(locked);
        assertThat(balance.path("total").asLong(-1)).as("%s", balance).isEqualTo(available + locked);
    }

    @Test
    void whatIsPromisedIsLockedFromTheAnswerOn() {
        JsonNode anna = bank.openWallet("Anna Promise", 2);
        JsonNode bert = bank.openWallet("Bert Promise", 2);
        bank.fund(anna, 100_00);
        assertBalance(anna, 100_00, 0);

        String id = whileNothingIsSigned(() -> {
            Answer answer = bank.pay(number(anna), bert.path("iban").asString(), 30_00, "promised-1");
            assertThat(answer.status()).as(answer.body()).isEqualTo(202);
            assertThat(answer.json().path("state").asString()).isEqualTo("ACCEPTED");
            assertBalance(anna, 70_00, 30_00);
            return answer.json().path("id").asString();
        });

        bank.awaitState("/v1/payments/" + id, "SETTLED");
        assertBalance(anna, 70_00, 0);
    }
}
