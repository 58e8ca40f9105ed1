package io.florin.centralbank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.centralbank.fixture.CentralBankUnderTest;
import io.florin.centralbank.fixture.SharedCentralBank;
import io.florin.centralbank.fixture.SupplyRequests;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestOrder;
import io.florin.runtime.internal.NodeRole;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Officers' signatures and what the log of decisions keeps of their acts.
@ExtendWith(SharedCentralBank.class)
class OfficersIT {
    private static CentralBankUnderTest bank;
    private static SupplyRequests requests;

    @BeforeAll
    static void start(CentralBankUnderTest shared) {
        bank = shared;
        requests = new SupplyRequests(shared);
        requests.awaitReady();
    }

    @Test
    void letsNoOfficerCountTwiceAndNobodyElseAtAll() {
        SupplyRequestOrder order = requests.withdrawal(1, 5_000);
        bank.as(NodeRole.BANK, 1).request(order);
        String path = "/v1/supply-requests/" + order.id() + "/approvals";

        assertThat(SupplyRequests.code(requests.approveAs(order.id(), 1, "a wrong passphrase")))
                .isEqualTo("wrong-passphrase");
        assertThat(requests.entries(order.id()))
                .as("nothing is approved, and it is on record who tried")
                .containsExactly(
                        "bank:1 request-received: withdrawal of 50.00 FLN for bank 1 (Bank 1)",
                        "officer1 wrong-passphrase: officer 1, attempt 1 of 5");
        assertThat(requests.approveAs(order.id(), 1, CentralBankUnderTest.passphrase(1))
                        .statusCode())
                .isEqualTo(200);
        assertThat(SupplyRequests.code(requests.approveAs(order.id(), 1, CentralBankUnderTest.passphrase(1))))
                .isEqualTo("already-approved");
        String stranger = bank.issuer().token("officer9", "central-bank-officer");
        String digest =
                "\"digest\":\"" + requests.file(order.id()).get("digest").asString() + "\"";
        String form = "{" + digest + ",\"passphrase\":\"x\"}";
        assertThat(SupplyRequests.code(bank.post(path, stranger, form))).isEqualTo("not-an-officer");
        String viewer = bank.issuer().token("officer2", "central-bank-viewer");
        assertThat(bank.post(path, viewer, form).statusCode()).isEqualTo(403);
        String forged = "\"signature\":\"" + "00".repeat(64) + "\"}";
        assertThat(SupplyRequests.code(bank.post(path, bank.officer(2), "{" + digest + "," + forged)))
                .isEqualTo("wrong-key");
        for (String neither : List.of("{}", "{" + digest + "}", "{\"passphrase\":\"x\"}", "{" + forged)) {
            assertThat(SupplyRequests.code(bank.post(path, bank.officer(2), neither)))
                    .as(neither)
                    .isEqualTo("invalid-request");
        }
        assertThat(requests.state(order.id())).isEqualTo("REQUESTED");
        assertThat(requests.file(order.id()).at("/approvals/0/officer").asInt())
                .as("officer1 is officer 1")
                .isEqualTo(1);
        assertThat(requests.entries(order.id()).getLast())
                .startsWith(
                        "officer1 request-approved: withdrawal of 50.00 FLN for bank 1 (Bank 1), officer 1, digest ");
    }

    /// A change written into the database between the page and the signature gets no signature.
    @Test
    void signsWhatTheOfficerWasShownAndNothingElse() throws Exception {
        SupplyRequestOrder order = requests.withdrawal(1, 6_100);
        bank.as(NodeRole.BANK, 1).request(order);
        String shown = requests.file(order.id()).get("digest").asString();
        String row = " where id = decode('" + order.id() + "', 'hex')";
        // another amount would be an incident by itself, since it is not the one that is held
        for (String change : List.of("owner = decode('" + requests.owner(2) + "', 'hex')", "participant = 2")) {
            requests.execute("update supply_request set " + change + row);
            assertThat(SupplyRequests.code(
                            requests.approveAs(order.id(), 1, CentralBankUnderTest.passphrase(1), shown)))
                    .as(change)
                    .isEqualTo("not-as-shown");
            assertThat(requests.file(order.id()).get("approvals")).as(change).isEmpty();
            requests.execute("update supply_request set owner = decode('" + requests.owner(1)
                    + "', 'hex'), participant = 1" + row);
        }
        assertThat(requests.approveAs(order.id(), 1, CentralBankUnderTest.passphrase(1), shown)
                        .statusCode())
                .isEqualTo(200);
        bank.approve(order.id(), 2);
        requests.awaitSettled(order.id());
        assertThat(requests.file(order.id()).get("digest").asString()).isEmpty();
    }

    @Test
    void booksAdjustmentsByTwoPersons() {
        String form = "{\"participant\":2,\"amount\":500,\"reason\":\"settlement\"}";
        long before = bank.as(NodeRole.BANK, 2).reserves().balance();
        String id = bank.json(bank.post("/v1/reserve-adjustments", bank.officer(1), form))
                .get("id")
                .asString();
        String path = "/v1/reserve-adjustments/" + id + "/approval";

        assertThat(SupplyRequests.code(bank.post(path, bank.officer(1), ""))).isEqualTo("same-person");
        assertThat(bank.json(bank.post(path, bank.officer(2), "")).get("state").asString())
                .isEqualTo("BOOKED");
        assertThat(SupplyRequests.code(bank.post(path, bank.officer(2), ""))).isEqualTo("already-decided");
        assertThat(bank.as(NodeRole.BANK, 2).reserves().balance()).isEqualTo(before + 500);
        assertThat(bank.json(bank.get("/v1/decisions?limit=2", bank.officer(1)))
                        .valueStream()
                        .map(entry -> entry.get("reason").asString()))
                .containsExactly(
                        "5.00 FLN to the reserves of bank 2 (Bank 2)",
                        "5.00 FLN to the reserves of bank 2 (Bank 2): settlement");
    }
}
