package io.florin.centralbank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.centralbank.fixture.CentralBankUnderTest;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestOrder;
import io.florin.runtime.internal.NodeRole;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Differences that stop issuing until two persons close them.
class SupplyIncidentsIT extends SupplyScenes {

    @Test
    void stopsIssuingOnOneCentOfDifferenceUntilTwoPersonsCloseIt() throws Exception {
        SupplyRequestOrder order = withdrawal(2, 15_000);
        bank.as(NodeRole.BANK, 2).request(order);
        approve(order.id(), 1);
        int before = bank.network().ledger().supplyRecords();
        execute("update account set balance = balance + 1 where name = 'RESERVE:2'");
        await().atMost(SOON).until(() -> incidents().size() >= 2);
        assertThat(incidents().toString()).contains("reserves-differ-from-supply", "books-broken");
        JsonNode open = bank.json(bank.get("/v1/incidents/open", bank.issuer().token("supervisor", "auditor")));
        assertThat(open.valueStream().map(incident -> incident.get("kind").asString()))
                .contains("reserves-differ-from-supply", "books-broken");
        assertThat(Instant.parse(open.get(0).get("since").asString())).isBefore(Instant.now());

        assertThat(code(approveAs(order.id(), 2, CentralBankUnderTest.passphrase(2))))
                .isEqualTo("issuing-stopped");
        assertThat(bank.as(NodeRole.BANK, 1).request(withdrawal(1, 1)).state()).isEqualTo("REFUSED");
        assertThat(bank.get("/actuator/health", "").statusCode()).isEqualTo(503);
        assertThat(bank.get("/actuator/health/ready", "").statusCode()).isEqualTo(200);
        assertThat(bank.get("/actuator/prometheus", "metrics-of-a-test").body())
                .containsPattern("florin_centralbank_incidents_open\\{[^}]*} [2-9]");
        assertThat(bank.network().ledger().supplyRecords()).isEqualTo(before);

        execute("update account set balance = balance - 1 where name = 'RESERVE:2'");
        closeIncidents();
        assertThat(bank.get("/v1/incidents/open", bank.officer(1)).body()).isEqualTo("[]");
        approve(order.id(), 2);
        awaitSettled(order.id());
    }

    @Test
    void stopsIssuingWhenTheAuditorCountsOtherwise() {
        bank.network().auditorErrs(1);
        await().atMost(SOON).until(() -> incidents().toString().contains("auditor-differs"));
        bank.network().auditorErrs(0);
        closeIncidents();
    }
}
