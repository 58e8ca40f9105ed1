package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.fakenet.FakeNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/// Accepted payments that do not settle at once: aborted, expired, refused, with a lost answer, and across restarts.
class UnsettledPaymentsIT extends ClearBanks {

    @Test
    void anAbortedPaymentIsMadeAgainAndAgainButNotForEver() {
        JsonNode anna = bank.openWallet("Anna Abort", 2);
        JsonNode bert = bank.openWallet("Bert Abort", 2);
        bank.fund(anna, 100_00);

        network.ledger().abortNext(2);
        settled(bank.pay(number(anna), iban(bert), 10_00, "abort-1"));
        assertThat(onLedger(bert)).isEqualTo(10_00);

        network.ledger().abortNext(1_000);
        String id = id(bank.pay(number(anna), iban(bert), 10_00, "abort-2"));
        JsonNode rejected = bank.awaitState("/v1/payments/" + id, "REJECTED");
        assertThat(rejected.path("reason").asString()).isEqualTo("aborted-read-conflict");
        assertThat(bank.balance(number(anna)).path("available").asLong()).isEqualTo(90_00);
    }

    @Test
    void aPaymentThatExpiresIsMadeAgain() {
        JsonNode anna = bank.openWallet("Anna Late", 2);
        JsonNode bert = bank.openWallet("Bert Late", 2);
        bank.fund(anna, 100_00);
        network.ledger().loseNext(1);
        String id = id(bank.pay(number(anna), iban(bert), 10_00, "late"));
        bank.awaitState("/v1/payments/" + id, "SUBMITTED");
        network.ledger().runs(false);
        network.ledger().loseNext(1_000);
        network.ledger().cut(25);
        network.ledger().loseNext(0);
        network.ledger().runs(true);
        bank.awaitState("/v1/payments/" + id, "SETTLED");
        assertThat(onLedger(bert)).isEqualTo(10_00);
    }

    /// The endorser takes the payment, its answer is lost and the next answer is a refusal: the payment must not be
    /// made a second time beside the first.
    @Test
    void aRefusalAfterALostAnswerProvesNothing() {
        JsonNode anna = bank.openWallet("Anna Lost", 2);
        JsonNode bert = bank.openWallet("Bert Lost", 2);
        bank.fund(anna, 100_00);
        network.ledger().runs(false);
        network.ledger().loseAnswersOfNext(1);
        String id = id(bank.pay(number(anna), iban(bert), 10_00, "lost"));
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> bank.get("/v1/payments/" + id)
                        .json()
                        .path("state")
                        .asString()
                        .equals("SUBMITTED"));
        network.ledger().refuseNext(2, "owner-suspended");
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> network.ledger().submissionSizes().size() > 1);
        network.ledger().runs(true);
        bank.awaitState("/v1/payments/" + id, "SETTLED");
        assertThat(onLedger(bert)).isEqualTo(10_00);
    }

    @Test
    void aRefusalForGoodRejectsAndAPauseOfEndorsingDoesNot() {
        JsonNode anna = bank.openWallet("Anna Refused", 2);
        JsonNode bert = bank.openWallet("Bert Refused", 2);
        bank.fund(anna, 100_00);

        network.ledger().refuseNext(1, "owner-suspended");
        String refused = id(bank.pay(number(anna), iban(bert), 10_00, "ref-1"));
        assertThat(bank.awaitState("/v1/payments/" + refused, "REJECTED")
                        .path("reason")
                        .asString())
                .isEqualTo("owner-suspended");
        assertThat(bank.balance(number(anna)).path("available").asLong()).isEqualTo(100_00);

        network.ledger().refuseNext(3, "registration-not-current");
        settled(bank.pay(number(anna), iban(bert), 10_00, "ref-2"));
        assertThat(onLedger(bert)).isEqualTo(10_00);
    }

    /// Stops and starts the bank while payments are everywhere on their way: once while blocks are cut, and once with a
    /// ledger that stands. Each ends in one final state and the sums are right.
    @Test
    void restartsLoseAndDoubleNothing() {
        JsonNode anna = bank.openWallet("Anna Restart", 2);
        JsonNode bert = bank.openWallet("Bert Restart", 2);
        bank.fund(anna, 1_000_00);
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            ids.add(id(bank.pay(number(anna), iban(bert), 2_00, "restart-" + i)));
        }
        bank.stop();
        bank.start();
        network.ledger().runs(false);
        for (int i = 10; i < 20; i++) {
            ids.add(id(bank.pay(number(anna), iban(bert), 2_00, "restart-" + i)));
        }
        bank.stop();
        network.ledger().runs(true);
        bank.start();
        for (int i = 0; i < 20; i++) {
            assertThat(bank.pay(number(anna), iban(bert), 2_00, "restart-" + i).replayed())
                    .isTrue();
        }
        ids.forEach(id -> bank.awaitState("/v1/payments/" + id, "SETTLED"));
        assertThat(onLedger(bert)).isEqualTo(40_00);
        assertThat(bank.balance(number(anna)).path("available").asLong()).isEqualTo(960_00);
        assertThat(bank.balance(number(anna)).path("locked").asLong()).isZero();
    }

    /// As the query of before could leave it: the payment is settled and its transaction counts as sent. It must not be
    /// paid again when it expires, nor hold up the block at which it does.
    @Test
    void aSettledPaymentWhoseTransactionIsLeftOpenStaysSettled() {
        JsonNode anna = bank.openWallet("Anna Leftover", 2);
        JsonNode bert = bank.openWallet("Bert Leftover", 2);
        bank.fund(anna, 100_00);
        String id = settled(bank.pay(number(anna), iban(bert), 2_00, "leftover"))
                .path("id")
                .asString();
        int opened = bank.bean(JdbcClient.class)
                .sql("update outgoing set state = 'SENT' where transaction_id = (select transaction_id from payment"
                        + " where id = ?)")
                .param(UUID.fromString(id))
                .update();
        assertThat(opened).isEqualTo(1);

        network.ledger().cut(FakeNetwork.EXPIRY_BLOCKS);

        settled(bank.pay(number(anna), iban(bert), 3_00, "leftover-next"));
        assertThat(bank.get("/v1/payments/" + id).json().path("state").asString())
                .isEqualTo("SETTLED");
        assertThat(onLedger(bert)).isEqualTo(5_00);
    }
}
