package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.doubles.login.Browser;
import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.fakenet.TestBed;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Wallets that can never be enrolled are refused at the counter, and a wallet asked for twice is there once.
@ExtendWith(TestBed.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpeningIT {

    private BankUnderTest bank;

    @BeforeAll
    void start(TestBed.Banks banks) {
        bank = banks.bank();
    }

    private Answer add(String field, String value) {
        Map<String, Object> person = new HashMap<>(BankUnderTest.person("Nobody New"));
        person.put(field, value);
        return bank.post("/v1/customers", person);
    }

    private static void refused(Answer answer, String code) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        assertThat(answer.json().path("code").asString()).isEqualTo(code);
    }

    @Test
    void nobodyIsBornOnADayThatIsNone() {
        refused(add("birthDate", "2001-02-30"), "birth-date-invalid");
        refused(add("birthDate", "2999-01-01"), "birth-date-invalid");
        refused(add("birthDate", ""), "birth-date-invalid");
        refused(add("documentExpiry", "2001-01-01"), "document-expired");
        refused(add("documentExpiry", "2040-13-01"), "document-expired");
        refused(add("country", "QQ"), "unknown-country");
        assertThat(add("birthDate", "2000-02-29").status()).isEqualTo(201);
    }

    @Test
    void aTierThatIsNoneOpensNoWallet() {
        String customer = bank.post("/v1/customers", BankUnderTest.person("Tier Less"))
                .json()
                .path("id")
                .asString();
        String wallets = "/v1/customers/" + customer + "/wallets";
        refused(bank.post(wallets, Map.of("tier", 99)), "unknown-tier");
        assertThat(bank.get("/v1/customers/" + customer).json().path("wallets")).isEmpty();
        assertThat(bank.post(wallets, Map.of("tier", 2)).status()).isEqualTo(201);
    }

    @Test
    void aRepeatedRequestAddsNobodyTwice() {
        Map<String, Object> person = BankUnderTest.person("Once Only");
        Answer first = bank.post("/v1/customers", "once-customer", person);
        Answer again = bank.post("/v1/customers", "once-customer", person);
        assertThat(first.status()).as(first.body()).isEqualTo(201);
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.replayed()).isTrue();
        assertThat(again.body()).isEqualTo(first.body());
        refused(
                bank.post("/v1/customers", "once-customer", BankUnderTest.person("Somebody Else")),
                "idempotency-key-reused");
        assertThat(bank.post("/v1/customers", null, person).status()).isEqualTo(400);

        String wallets = "/v1/customers/" + first.json().path("id").asString() + "/wallets";
        Answer wallet = bank.post(wallets, "once-wallet", Map.of("tier", 2));
        assertThat(bank.post(wallets, "once-wallet", Map.of("tier", 2)).body()).isEqualTo(wallet.body());
        assertThat(bank.get(wallets.replace("/wallets", "")).json().path("wallets"))
                .hasSize(1);
    }

    /// A form that is sent twice adds one customer, and what can never be enrolled is said on the page.
    @Test
    void thePageAddsNobodyTwice(TestBed.Banks banks) {
        Map<String, String> form = new HashMap<>(Map.of(
                "kind", "PERSON",
                "fullName", "Twice Sent",
                "birthDate", "1990-01-01",
                "country", "LU",
                "documentType", "PASSPORT",
                "documentNumber", "P7654321",
                "key", "page-twice"));
        try (Browser clerk = bank.browser("carla", "bank-1", "bank-clerk")) {
            for (int time = 0; time < 2; time++) {
                assertThat(clerk.submit("/console/customers", "/console/customers", form)
                                .statusCode())
                        .isEqualTo(302);
            }
            form.put("birthDate", "1990-02-30");
            form.put("key", "page-never");
            assertThat(clerk.submit("/console/customers", "/console/customers", form)
                            .body())
                    .contains("the calendar has no such day");
        }
        assertThat(bank.bean(JdbcClient.class)
                        .sql("select count(*) from customer where full_name = 'Twice Sent'")
                        .query(Long.class)
                        .single())
                .isEqualTo(1);
    }
}
