package io.florin.centralbank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.centralbank.fixture.Browser;
import io.florin.centralbank.fixture.CentralBankUnderTest;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestOrder;
import io.florin.runtime.identity.NodeRole;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.client.HttpServerErrorException;

/// Officers at work on pages, and everybody else kept out.
class ConsoleIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    private static CentralBankUnderTest bank;

    @BeforeAll
    static void start(@TempDir Path directory) {
        bank = new CentralBankUnderTest(directory);
    }

    @AfterAll
    static void stop() {
        bank.close();
    }

    @Test
    void letsTwoOfficersIssueOnPages() {
        String id = bank.newId().toHex();
        SupplyRequestOrder order = new SupplyRequestOrder(
                "WITHDRAWAL", id, bank.treasury(1).publicKey().toHex(), 123_456);
        await().atMost(SOON).until(() -> {
            try {
                return bank.as(NodeRole.BANK, 1).request(order).state().equals("REQUESTED");
            } catch (HttpServerErrorException notYet) {
                return false;
            }
        });
        String page = "/console/approvals/" + id;
        try (Browser one = new Browser(bank.base());
                Browser two = new Browser(bank.base())) {
            one.signIn(bank.issuer(), "officer1", "central-bank-officer");
            two.signIn(bank.issuer(), "officer2", "central-bank-officer");
            assertThat(one.get("/console/approvals").body()).contains("1,234.56", "0 of 2");

            one.post(page, page + "/approval", Map.of("passphrase", "not the passphrase"));
            assertThat(one.get(page).body()).contains("The passphrase does not open");
            one.post(page, page + "/approval", Map.of("passphrase", CentralBankUnderTest.passphrase(1)));
            assertThat(one.get(page).body())
                    .contains("You have signed this request")
                    .doesNotContain("Sign and approve");
            two.post(page, page + "/approval", Map.of("passphrase", CentralBankUnderTest.passphrase(2)));

            await().atMost(SOON).until(() -> two.get(page).body().contains("SETTLED"));
            assertThat(two.get(page).body()).contains("officer1", "officer2", "request-approved");
            assertThat(two.get("/console/supply").body()).contains("1,234.56", "<svg", "add up");
            for (String other : List.of(
                    "/console",
                    "/console/reserves",
                    "/console/participants",
                    "/console/incidents",
                    "/console/decisions",
                    "/console/assets/console.css")) {
                assertThat(two.get(other).statusCode()).as(other).isEqualTo(200);
            }
            assertThat(two.get("/console/participants").body()).contains("Bank 1", "FLB1DEFF", "ACTIVE");
        }
    }

    @Test
    void showsViewersEverythingAndLetsThemDoNothing() {
        try (Browser viewer = new Browser(bank.base())) {
            viewer.signIn(bank.issuer(), "viewer", "central-bank-viewer");

            assertThat(viewer.get("/console/supply").statusCode()).isEqualTo(200);
            assertThat(viewer.post(
                                    "/console/reserves",
                                    "/console/reserves/adjustments",
                                    Map.of("participant", "1", "amount", "5.00", "reason", "mine"))
                            .statusCode())
                    .isEqualTo(403);
        }
        try (Browser teller = new Browser(bank.base())) {
            teller.signIn(bank.issuer(), "teller", "bank-clerk");
            assertThat(teller.get("/console/supply").statusCode()).isEqualTo(403);
        }
        assertThat(bank.get("/v1/supply", "").statusCode()).isEqualTo(401);
        assertThat(bank.get("/v1/supply", bank.issuer().token("t", "bank-clerk"))
                        .statusCode())
                .isEqualTo(403);
    }
}
