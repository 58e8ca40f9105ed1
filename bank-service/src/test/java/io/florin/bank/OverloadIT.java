package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.fakenet.FakeNetwork;
import io.florin.fakenet.TestBed;
import io.florin.testkit.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/// More payments than the bank takes: overload is an answer, what was accepted is paid, and nothing has to be
/// restarted.
@ExtendWith(TestBed.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OverloadIT {
    private static final Duration PATIENCE = Patience.LIMIT;
    private static final int OPEN_MAX = 40;
    private static final int OFFERED = 5 * OPEN_MAX;

    private FakeNetwork network;
    private BankUnderTest bank;
    private JsonNode payer;
    private JsonNode payee;

    @BeforeAll
    void start(TestBed.Banks banks) {
        network = banks.network();
        bank = banks.bank();
        bank.stop();
        bank.start("--florin.bank.payments.open-max=" + OPEN_MAX, "--florin.bank.payments.accepting-max=8");
        payer = bank.openWallet("Payer Overload", 2);
        payee = bank.openWallet("Payee Overload", 2);
        bank.fund(payer, 1_000_00);
    }

    @AfterAll
    void asBefore() {
        network.ledger().runs(true);
        bank.stop();
        bank.start();
    }

    private Answer pay(String key) {
        return bank.pay(payer.path("number").asLong(), payee.path("iban").asString(), 1_00, key);
    }

    @Test
    void fiveTimesWhatMayBeOpenIsAnsweredAndWhatWasAcceptedIsPaid() throws Exception {
        network.ledger().runs(false);
        List<Future<Answer>> offered = new ArrayList<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < OFFERED; i++) {
                String each = "overload-" + i;
                offered.add(clients.submit(() -> pay(each)));
            }
        }
        List<String> accepted = new ArrayList<>();
        int turnedAway = -1;
        for (int i = 0; i < OFFERED; i++) {
            Answer answer = offered.get(i).get();
            if (answer.status() == 202) {
                accepted.add(answer.json().path("id").asString());
                continue;
            }
            turnedAway = i;
            assertThat(answer.status()).as(answer.body()).isEqualTo(429);
            assertThat(answer.json().path("code").asString()).isEqualTo("too-many-payments");
            assertThat(answer.json().path("retryAfterSeconds").asInt()).isPositive();
            assertThat(answer.headers()).containsKey("retry-after");
        }
        // those that are accepted in one moment do not see each other
        assertThat(accepted).hasSizeBetween(OPEN_MAX, OPEN_MAX + 8);

        network.ledger().runs(true);
        accepted.forEach(id -> bank.awaitState("/v1/payments/" + id, "SETTLED"));
        String key = "overload-" + turnedAway;
        Answer again = Awaitility.await().atMost(PATIENCE).until(() -> pay(key), answer -> answer.status() != 429);
        assertThat(again.status()).as(again.body()).isEqualTo(202);
        assertThat(again.replayed())
                .as("nothing is remembered of what found no room")
                .isFalse();
        bank.awaitState("/v1/payments/" + again.json().path("id").asString(), "SETTLED");
    }
}
