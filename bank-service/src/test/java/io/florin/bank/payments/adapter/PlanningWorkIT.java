package io.florin.bank.payments.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.fakenet.FakeLedger;
import io.florin.fakenet.TestBed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/// How often the real service looks at wallets whose money is under way.
@ExtendWith(TestBed.class)
class PlanningWorkIT {

    private final BankUnderTest bank;
    private final FakeLedger ledger;
    private final PaymentLoop loop;
    private int keys;

    PlanningWorkIT(TestBed.Banks banks) {
        bank = banks.bank();
        ledger = banks.network().ledger();
        loop = bank.bean(PaymentLoop.class);
    }

    @AfterEach
    void theLedgerRuns() {
        ledger.runs(true);
    }

    private String pay(JsonNode from, JsonNode to, long amount) {
        Answer answer =
                bank.pay(from.path("number").asLong(), to.path("iban").asString(), amount, "planning-" + keys++);
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        return "/v1/payments/" + answer.json().path("id").asString();
    }

    private List<JsonNode> wallets(String name, int count) {
        List<JsonNode> wallets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            JsonNode wallet = bank.openWallet(name + " " + i, 3);
            bank.fund(wallet, 100_00);
            wallets.add(wallet);
        }
        return wallets;
    }

    /// Payments of other wallets show that passes happen meanwhile. The least of three counts: all wallets are looked
    /// for now and then.
    @Test
    void walletsWhoseChangeIsUnderWayAreNotLookedAt() {
        JsonNode payee = bank.openWallet("Planned Payee", 3);
        List<JsonNode> blocked = wallets("Blocked", 8);
        List<JsonNode> shoppers = wallets("Shopper", 4);
        ledger.runs(false);
        blocked.forEach(wallet -> pay(wallet, payee, 60_00));
        List<String> waiting =
                blocked.stream().map(wallet -> pay(wallet, payee, 30_00)).toList();
        bank.awaitState(pay(shoppers.removeFirst(), payee, 1_00), "SUBMITTED");
        List<Long> looks = new ArrayList<>();
        for (JsonNode shopper : shoppers) {
            long before = loop.looks();
            bank.awaitState(pay(shopper, payee, 1_00), "SUBMITTED");
            looks.add(loop.looks() - before);
        }
        assertThat(Collections.min(looks)).as("of %s", looks).isEqualTo(1);
        ledger.runs(true);
        waiting.forEach(each -> bank.awaitState(each, "SETTLED"));
        assertThat(loop.overlooked()).isZero();
    }
}
