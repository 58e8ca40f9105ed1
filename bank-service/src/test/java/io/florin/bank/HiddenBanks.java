package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.HiddenTokens;
import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.fakenet.FakeNetwork;
import io.florin.testkit.Patience;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/// Tests of two banks in a network where nobody sees who pays whom how much, nor which tokens: the same API and the
/// same sums as in the clear, with real proofs and certifiers. The classes share the banks ([HiddenBed]); a test opens
/// its own wallets and ends the faults it made.
@ExtendWith(HiddenBed.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class HiddenBanks {

    static final Duration PATIENCE = Patience.LIMIT;

    FakeNetwork network;
    BankUnderTest bank;
    BankUnderTest other;

    @BeforeAll
    void start(HiddenBed.Banks banks) {
        network = banks.network();
        bank = banks.bank();
        other = banks.other();
    }

    static long number(JsonNode wallet) {
        return wallet.path("number").asLong();
    }

    static String iban(JsonNode wallet) {
        return wallet.path("iban").asString();
    }

    static String id(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        return answer.json().path("id").asString();
    }

    void settled(Answer answer) {
        bank.awaitState("/v1/payments/" + id(answer), "SETTLED");
    }

    static long total(BankUnderTest of, JsonNode wallet) {
        return of.balance(number(wallet)).path("total").asLong();
    }

    static void awaitTotal(BankUnderTest of, JsonNode wallet, long amount) {
        Awaitility.await().atMost(PATIENCE).until(() -> total(of, wallet) == amount);
    }

    /// What it was given can be spent.
    void awaitCertified(JsonNode wallet) {
        HiddenTokens tokens = bank.bean(HiddenTokens.class);
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> !tokens.available(number(wallet)).isEmpty());
    }
}
