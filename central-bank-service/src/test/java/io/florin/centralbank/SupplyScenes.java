package io.florin.centralbank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.centralbank.fixture.CentralBankUnderTest;
import io.florin.centralbank.fixture.SharedCentralBank;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestOrder;
import io.florin.runtime.internal.NodeRole;
import io.florin.testkit.Patience;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.HttpServerErrorException;
import tools.jackson.databind.JsonNode;

/// Tests of the supply at the central bank that all classes share. After each of them reserves + currency are what
/// banks brought.
@ExtendWith(SharedCentralBank.class)
abstract class SupplyScenes {

    static final Duration SOON = Patience.LIMIT;

    static CentralBankUnderTest bank;

    @BeforeAll
    static void start(CentralBankUnderTest shared) {
        bank = shared;
        await().atMost(SOON).until(() -> {
            try {
                return bank.as(NodeRole.BANK, 1)
                        .request(new SupplyRequestOrder("REDEMPTION", "00".repeat(32), owner(1), 1))
                        .state()
                        .equals("REQUESTED");
            } catch (HttpServerErrorException notYet) {
                return false;
            }
        });
    }

    @AfterEach
    void nothingWasMadeOrLost() {
        bank.network().fail();
        await().atMost(SOON).untilAsserted(() -> {
            JsonNode supply = bank.json(bank.get("/v1/supply", bank.officer(1)));
            assertThat(supply.get("constant").asBoolean()).as(supply.toString()).isTrue();
            assertThat(supply.get("outstanding").asLong())
                    .isEqualTo(bank.network().ledger().outstanding());
            assertThat(supply.get("reserves").asLong()
                            + supply.get("held").asLong()
                            + bank.network().ledger().outstanding())
                    .isEqualTo(supply.get("opened").asLong());
            assertThat(supply.get("incidents").size()).as(supply.toString()).isZero();
        });
    }

    static SupplyRequestOrder withdrawal(int participant, long amount) {
        return new SupplyRequestOrder("WITHDRAWAL", bank.newId().toHex(), owner(participant), amount);
    }

    static String owner(int participant) {
        return bank.treasury(participant).publicKey().toHex();
    }

    static void approve(String id, int officer) {
        bank.approve(id, officer);
    }

    static HttpResponse<String> approveAs(String id, int officer, String passphrase) {
        return approveAs(id, officer, passphrase, file(id).get("digest").asString());
    }

    static HttpResponse<String> approveAs(String id, int officer, String passphrase, String digest) {
        return bank.post(
                "/v1/supply-requests/" + id + "/approvals",
                bank.officer(officer),
                "{\"digest\":\"" + digest + "\",\"passphrase\":\"" + passphrase + "\"}");
    }

    static void awaitSettled(String id) {
        await().atMost(SOON).untilAsserted(() -> assertThat(state(id)).isEqualTo("SETTLED"));
    }

    static String state(String id) {
        return file(id).get("state").asString();
    }

    static JsonNode file(String id) {
        return bank.json(bank.get("/v1/supply-requests/" + id, bank.officer(1)));
    }

    static JsonNode incidents() {
        return bank.json(bank.get("/v1/supply", bank.officer(1))).get("incidents");
    }

    static void closeIncidents() {
        closeIncidents(bank);
    }

    static void closeIncidents(CentralBankUnderTest bank) {
        for (JsonNode incident : bank.json(bank.get("/v1/incidents", bank.officer(1)))) {
            if (incident.get("open").asBoolean()) {
                String path = "/v1/incidents/" + incident.get("id").asLong() + "/closing";
                assertThat(bank.post(path, bank.officer(1), "{\"reason\":\"understood\"}")
                                .statusCode())
                        .isEqualTo(204);
                assertThat(bank.post(path + "/approval", bank.officer(1), "").body())
                        .contains("same-person");
                assertThat(bank.post(path + "/approval", bank.officer(2), "").statusCode())
                        .isEqualTo(204);
            }
        }
    }

    static void execute(String sql) throws SQLException {
        try (Connection database = bank.postgres().connect();
                Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
    }

    static void assertProblem(Callable<?> call, String code) {
        assertThatThrownBy(call::call)
                .isInstanceOfSatisfying(
                        HttpClientErrorException.class,
                        refused ->
                                assertThat(refused.getResponseBodyAsString()).contains("urn:florin:problem:" + code));
    }

    static String code(HttpResponse<String> response) {
        return bank.json(response).get("code").asString();
    }
}
