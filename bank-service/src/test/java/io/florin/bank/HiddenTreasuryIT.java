package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.ledger.rules.RefusalReason;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Redemptions of a hidden currency, and the bank's database: it holds no opening, and the money survives its loss.
@Order(1)
class HiddenTreasuryIT extends HiddenBanks {

    @Test
    void redemptionTakesTokensOutOfCirculation() {
        bank.withdraw(500_00);
        long before = bank.balance(0).path("total").asLong();
        Answer answer = bank.post("/v1/supply-orders", Map.of("direction", "REDEMPTION", "amount", 123_00));
        bank.awaitState("/v1/supply-orders/" + id(answer), "SETTLED");
        assertThat(bank.balance(0).path("total").asLong()).isEqualTo(before - 123_00);
    }

    /// As an endorser's refusal would: no waiting mends what is out of date, and only another transaction can settle.
    @Test
    void aRedemptionThatTheAuditorFindsOutOfDateIsMadeAnew() {
        bank.withdraw(200_00);
        network.ledger().failAuditsNext(Integer.MAX_VALUE, 422, RefusalReason.CREDENTIAL_EPOCH_PASSED.code());
        String order = "/v1/supply-orders/"
                + id(bank.post("/v1/supply-orders", Map.of("direction", "REDEMPTION", "amount", 45_00)));
        Set<String> made = new HashSet<>();
        Awaitility.await().atMost(PATIENCE).until(() -> {
            made.add(bank.get(order).json().path("transactionId").asString());
            made.remove("");
            return made.size() > 1;
        });

        network.ledger().failAuditsNext(0, 422);
        bank.awaitState(order, "SETTLED");
    }

    @Test
    void whoLosesTheDatabaseFindsTheMoneyAgain() {
        LostDatabase.assertRebuilt(network, bank);
    }

    /// Neither openings nor registration's part of the key of serial numbers can be read in the database.
    @Test
    void theDatabaseHoldsNoOpening() {
        bank.withdraw(10_00);
        JdbcClient jdbc = bank.bean(JdbcClient.class);
        byte[] eid = jdbc.sql("select eid from hidden_account where wallet = 0")
                .query((row, _) -> row.getBytes("eid"))
                .single();
        List<byte[]> openings = jdbc.sql("select opening from token where wallet = 0")
                .query((row, _) -> row.getBytes("opening"))
                .list();
        assertThat(openings).isNotEmpty();
        assertThat(openings)
                .noneMatch(opening ->
                        Bytes.of(opening).toHex().contains(Bytes.of(eid).toHex()));
    }
}
