package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.fakenet.FakeNetwork;
import io.florin.fakenet.TestBed;
import io.florin.ledger.OwnerKey;
import io.florin.testkit.Patience;
import io.florin.wallet.address.WalletAddress;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/// Tests of one bank and another one in the clear, which all classes of a run share ([TestBed]).
@ExtendWith(TestBed.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ClearBanks {

    static final Duration PATIENCE = Patience.LIMIT;

    FakeNetwork network;
    BankUnderTest bank;
    BankUnderTest other;

    @BeforeAll
    void start(TestBed.Banks banks) {
        network = banks.network();
        bank = banks.bank();
        other = banks.other();
    }

    @AfterEach
    void faultsEnd() {
        network.ledger().runs(true);
        network.ledger().abortNext(0);
        network.ledger().loseNext(0);
        network.ledger().loseAnswersOfNext(0);
        network.ledger().refuseNext(0, "");
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

    JsonNode settled(Answer answer) {
        return bank.awaitState("/v1/payments/" + id(answer), "SETTLED");
    }

    long onLedger(JsonNode wallet) {
        OwnerKey owner = WalletAddress.parse(wallet.path("address").asString()).owner();
        return network.ledger().sumOf(owner);
    }

    static String code(Answer answer) {
        assertThat(answer.status()).isEqualTo(422);
        return answer.json().path("code").asString();
    }
}
