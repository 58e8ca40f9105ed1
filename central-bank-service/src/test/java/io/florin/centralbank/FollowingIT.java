package io.florin.centralbank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.centralbank.fixture.CentralBankUnderTest;
import io.florin.centralbank.fixture.FakeNetwork.Fault;
import io.florin.centralbank.fixture.SharedCentralBank;
import io.florin.centralbank.fixture.SupplyRequests;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestOrder;
import io.florin.runtime.internal.NodeRole;
import io.florin.testkit.Patience;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.web.client.HttpServerErrorException;

/// Results that prove nothing, and the ledger's position in databases of before.
@ExtendWith(SharedCentralBank.class)
class FollowingIT {
    private static final Duration SOON = Patience.LIMIT;

    private static CentralBankUnderTest bank;
    private static SupplyRequests requests;

    @BeforeAll
    static void start(CentralBankUnderTest shared) {
        bank = shared;
        requests = new SupplyRequests(bank);
        requests.awaitReady();
    }

    @AfterEach
    void nothingIsLeft() {
        bank.network().fail();
        awaitFollowed();
        SupplyScenes.closeIncidents(bank);
    }

    private static void awaitFollowed() {
        await().atMost(SOON)
                .until(
                        FollowingIT::followed,
                        block -> block == bank.network().ledger().height());
    }

    @ParameterizedTest
    @CsvSource({
        "RESULTS_NOT_SIGNED, checkpoint-not-signed: block %d",
        "RESULTS_OF_ANOTHER_LEDGER, result-proves-nothing: block %d: the state hash does not follow from the block"
                + " before",
    })
    void aResultThatProvesNothingIsAnIncidentAndSettlesNothing(Fault fault, String incident) {
        SupplyRequestOrder order = sent(fault);

        await().atMost(SOON).until(() -> bank.network().ledger().isFinal(transactionOf(order)));
        String expected = incident.formatted(bank.network().ledger().height());
        await().atMost(SOON).untilAsserted(() -> assertThat(incidents()).contains(expected));

        assertThat(requests.state(order.id())).isEqualTo("SUBMITTED");
        assertThat(bank.get("/actuator/health/live", "").statusCode()).isEqualTo(200);
        bank.network().fail();
        requests.awaitSettled(order.id());
    }

    /// By its own position, not by what the committer says is in force: an issue would be one for a configuration of
    /// before, again and again until the follower is there.
    @Test
    void nothingIsIssuedUnderAConfigurationThatIsNotFollowedYet() {
        bank.network().fail(Fault.NO_RESULTS);
        bank.network().ledger().changeCurrency(currency -> currency);
        long sent = bank.network().submissions();
        SupplyRequestOrder order = approved(31_000);

        long asked = bank.network().heads();
        await().atMost(SOON).until(() -> bank.network().heads() > asked + 3);
        assertThat(requests.state(order.id())).isEqualTo("APPROVED");
        assertThat(bank.network().submissions()).isEqualTo(sent);

        bank.network().fail();
        requests.awaitSettled(order.id());
        assertThat(requests.file(order.id()).get("attempts").asInt()).isEqualTo(1);
    }

    /// The ledger is read from genesis on, once.
    @Test
    void aDatabaseFromBeforeTheConfigurationWasKeptGetsItFromTheLedger() throws Exception {
        bank.network().ledger().changeCurrency(currency -> currency);
        awaitFollowed();
        bank.stop();
        String kept = kept();
        requests.execute("update ledger_position set configuration = null");
        bank.network().fail(Fault.NO_RESULTS);
        bank.start();
        SupplyRequestOrder order = requests.withdrawal(1, 32_500);
        assertThatThrownBy(() -> bank.as(NodeRole.BANK, 1).request(order))
                .as("whose signatures count is not known: those of genesis may count no more")
                .isInstanceOf(HttpServerErrorException.ServiceUnavailable.class);
        assertThat(bank.get("/v1/configuration", bank.officer(1)).statusCode()).isEqualTo(503);
        bank.network().fail();

        await().atMost(SOON).untilAsserted(() -> assertThat(kept()).isEqualTo(kept));
        requests.awaitReady();
        requests.awaitSettled(approved(32_000).id());
    }

    /// It is a few kilobytes, and there are blocks all day.
    @Test
    void theConfigurationIsWrittenWhenItChangesAndWithNoOtherBlock() throws Exception {
        requests.execute("create sequence configurations_written");
        requests.execute("create function configuration_written() returns trigger language plpgsql as "
                + "$$ begin perform nextval('configurations_written'); return new; end $$");
        requests.execute("create trigger configuration_written before update of configuration on ledger_position "
                + "for each row execute function configuration_written()");
        bank.network().ledger().cut();
        bank.network().ledger().cut();
        awaitFollowed();
        assertThat(number("select case when is_called then last_value else 0 end from configurations_written"))
                .isZero();

        bank.network().ledger().changeCurrency(currency -> currency);
        bank.network().ledger().cut();
        awaitFollowed();
        assertThat(number("select case when is_called then last_value else 0 end from configurations_written"))
                .isEqualTo(1);
        requests.execute("drop trigger configuration_written on ledger_position");
        requests.execute("drop function configuration_written");
        requests.execute("drop sequence configurations_written");
    }

    @Test
    void aDatabaseThatFollowedAnotherLedgerIsAnIncidentAndFollowsNothing() throws Exception {
        SupplyRequestOrder first = approved(33_000);
        requests.awaitSettled(first.id());
        long block = followed();
        bank.stop();
        requests.execute("update ledger_position set configuration = null, state_hash = '" + "0".repeat(64) + "'");
        bank.network().ledger().cut();
        bank.start();

        await().atMost(SOON)
                .untilAsserted(() -> assertThat(incidents()).contains("ledger-not-as-followed: block " + block));

        assertThat(followed()).isEqualTo(block);
        requests.execute("update ledger_position set state_hash = '"
                + bank.network().ledger().stateHash(block) + "'");
        requests.awaitReady();
    }

    /// A withdrawal whose issue is on its way, and nothing of it seen before something is wrong.
    private static SupplyRequestOrder sent(Fault fault) {
        bank.network().ledger().cut(); // what is wrong does not show in the first one
        bank.network().fail(Fault.NO_BLOCKS);
        SupplyRequestOrder order = approved(30_000);
        await().atMost(SOON).until(() -> bank.network().ledger().pending() > 0);
        bank.network().fail(fault);
        return order;
    }

    private static SupplyRequestOrder approved(long amount) {
        SupplyRequestOrder order = requests.withdrawal(1, amount);
        bank.as(NodeRole.BANK, 1).request(order);
        bank.approve(order.id(), 1);
        bank.approve(order.id(), 2);
        return order;
    }

    private static String transactionOf(SupplyRequestOrder order) {
        return requests.file(order.id()).get("transactionId").asString();
    }

    private static String incidents() {
        return bank.json(bank.get("/v1/supply", bank.officer(1)))
                .get("incidents")
                .toString();
    }

    private static long followed() {
        return bank.json(bank.get("/v1/supply", bank.officer(1))).get("block").asLong();
    }

    private static String kept() throws SQLException {
        return text("select coalesce(encode(configuration, 'hex'), '') from ledger_position");
    }

    private static long number(String query) throws SQLException {
        return Long.parseLong(text(query));
    }

    private static String text(String query) throws SQLException {
        try (Connection database = bank.postgres().connect();
                Statement statement = database.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }
}
