package io.florin.centralbank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.centralbank.fixture.CentralBankUnderTest;
import io.florin.centralbank.fixture.FakeNetwork;
import io.florin.centralbank.fixture.FakeNetwork.Fault;
import io.florin.centralbank.fixture.SharedCentralBank;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.doubles.login.Browser;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.SupplyRequest.Direction;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.token.Token;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestOrder;
import io.florin.runtime.internal.NodeRole;
import io.florin.testkit.Patience;
import io.florin.testkit.PostgresUnderTest;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.web.client.HttpServerErrorException;
import tools.jackson.databind.JsonNode;

/// The central bank knows every issue it made before anybody else does, and sees one that it did not make.
@ExtendWith(SharedCentralBank.class)
class IssueAttemptsIT {
    private static final Duration SOON = Patience.LIMIT;
    private static final NamespaceId CURRENCY = new NamespaceId(1);

    private static CentralBankUnderTest bank;

    @BeforeAll
    static void start(CentralBankUnderTest shared) {
        bank = shared;
        await().atMost(SOON).until(() -> {
            try {
                return bank.as(NodeRole.BANK, 1)
                        .request(new SupplyRequestOrder("REDEMPTION", "00".repeat(32), owner(), 1))
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
            assertThat(supply.get("incidents").size()).as(supply.toString()).isZero();
        });
    }

    /// With the officers' signatures, which endorsers see and the ledger keeps, somebody else makes another issue.
    @Test
    void anIssueThatNobodyHereMadeIsAnIncidentAndTheSupplyIsNotProven() throws Exception {
        long found = notAttempted();
        int before = bank.network().ledger().supplyRecords();
        SupplyRequestOrder order = underWay(21_000);
        Issue other = otherIssue(order);

        assertThat(bank.network().ledger().submit(Submission.of(other))).isEmpty();
        awaitState(order.id(), "SETTLED");

        String incident = "issue-not-attempted: block "
                + file(order.id()).get("settledBlock").asLong() + " transaction "
                + other.id().toHex() + " request " + order.id();
        assertThat(incidents()).contains(incident);
        assertThat(notAttempted()).isEqualTo(found + 1);
        assertThat(bank.get("/actuator/health", "").statusCode()).isEqualTo(503);
        assertThat(bank.as(NodeRole.BANK, 1).request(withdrawal(1)).state()).isEqualTo("REFUSED");
        try (Browser officer = new Browser(bank.base())) {
            officer.signIn(bank.issuer(), "officer1", "central-bank-officer");
            assertThat(officer.get("/console/supply").body())
                    .contains("The supply is not proven at block", incident)
                    .doesNotContain("class=\"good\"");
            assertThat(officer.get("/console/incidents").body())
                    .contains("issue-not-attempted", other.id().toHex());
            bank.network().fail();
            SupplyScenes.closeIncidents(bank);
            assertThat(officer.get("/console/supply").body()).contains("class=\"good\"");
        }
        assertThat(bank.network().ledger().supplyRecords())
                .as("the own issue cannot commit beside it")
                .isEqualTo(before + 1);
    }

    /// Officers signed for one owner; the request names another one by the time that it settles.
    @Test
    void anIssueToSomebodyElseThanTheRequestNamesIsAnIncident() throws Exception {
        SupplyRequestOrder order = underWay(21_500, Fault.ONE_ENDORSER_REFUSES, FakeNetwork.REFUSED_FOR);
        String other = bank.treasury(2).publicKey().toHex();
        execute("update supply_request set owner = decode('" + other + "', 'hex') where " + is(order.id()));
        bank.network().fail();

        awaitState(order.id(), "SETTLED");

        assertThat(incidents())
                .contains("issued-to-others: block "
                        + file(order.id()).get("settledBlock").asLong() + " transaction "
                        + attempts(order.id()).getFirst() + " request " + order.id())
                .doesNotContain("issue-not-attempted");
        assertThat(bank.as(NodeRole.BANK, 1).request(withdrawal(1)).state())
                .as("nothing is issued until people have looked")
                .isEqualTo("REFUSED");
        execute("update supply_request set owner = decode('" + owner() + "', 'hex') where " + is(order.id()));
        SupplyScenes.closeIncidents(bank);
    }

    /// By a committer that shows one record twice, or a database that was changed: it is for people, and the ledger is
    /// followed on.
    @Test
    void aRequestThatSettlesAgainIsAnIncidentAndStopsNothing() throws Exception {
        SupplyRequestOrder order = underWay(22_500);
        Issue other = otherIssue(order);
        execute("update supply_request set state = 'SETTLED' where " + is(order.id()));

        assertThat(bank.network().ledger().submit(Submission.of(other))).isEmpty();
        await().atMost(SOON)
                .until(() -> incidents()
                        .contains("settled-without-approval: SETTLED "
                                + other.id().toHex()));

        assertThat(bank.get("/actuator/health/live", "").statusCode()).isEqualTo(200);
        long block = number("select max(block) from supply_at");
        execute("update supply_request set state = 'SUBMITTED' where " + is(order.id()));
        execute("delete from supply_at where block = " + block);
        execute("update ledger_position set block = " + (block - 1) + ", state_hash = '"
                + bank.network().ledger().stateHash(block - 1) + "', issued = issued - 22500");
        awaitState(order.id(), "SETTLED");
        bank.network().fail();
        SupplyScenes.closeIncidents(bank);
    }

    /// While the table cannot be written nothing leaves, and afterwards the request goes its way.
    @Test
    void nothingIsSentBeforeItIsWritten() throws Exception {
        execute("create sequence not_written");
        execute("create function no_attempt() returns trigger language plpgsql as "
                + "$$ begin perform nextval('not_written'); raise exception 'killed'; end $$");
        execute("create trigger no_attempt before insert on supply_attempt for each row execute function no_attempt()");
        long sent = bank.network().submissions();
        SupplyRequestOrder order = withdrawal(23_000);
        bank.as(NodeRole.BANK, 1).request(order);
        bank.approve(order.id(), 1);
        bank.approve(order.id(), 2);

        await().atMost(SOON).until(() -> number("select last_value from not_written") >= 2);

        assertThat(bank.network().submissions()).isEqualTo(sent);
        assertThat(file(order.id()).get("state").asString()).isEqualTo("APPROVED");
        assertThat(attempts(order.id())).isEmpty();
        execute("drop trigger no_attempt on supply_attempt");
        execute("drop function no_attempt");
        execute("drop sequence not_written");
        awaitState(order.id(), "SETTLED");
        assertThat(attempts(order.id())).hasSize(1);
    }

    /// No waiting mends such a refusal, and none is of what the officers want.
    @Test
    void aRefusalOfWhatIsOutOfDateBeginsAnotherAttempt() throws Exception {
        bank.network().fail(Fault.CERTIFIERS_UNKNOWN);
        SupplyRequestOrder order = withdrawal(23_000);
        bank.as(NodeRole.BANK, 1).request(order);
        bank.approve(order.id(), 1);
        bank.approve(order.id(), 2);
        await("another attempt")
                .atMost(SOON)
                .untilAsserted(() -> assertThat(attempts(order.id())).hasSizeGreaterThan(1));

        bank.network().fail();

        awaitState(order.id(), "SETTLED");
    }

    /// The first copy may be on its way, and an auditor's refusal is signed by nobody.
    @Test
    void aRefusalOfWhatMayHaveBeenTakenBeginsNoOtherAttempt() throws Exception {
        SupplyRequestOrder order = underWay(23_500);
        bank.network().fail(Fault.CERTIFIERS_UNKNOWN);
        await("it is handed in again")
                .atMost(SOON)
                .until(() -> file(order.id()).get("refusal").asString().equals("certifier-epoch-unknown"));
        bank.network().fail();

        awaitState(order.id(), "SETTLED");

        assertThat(attempts(order.id())).hasSize(1);
    }

    /// A writer to the database cannot have the service send an issue of his own.
    @Test
    void sendsNoIssueThatSomebodyElseStored() throws Exception {
        int before = bank.network().ledger().supplyRecords();
        SupplyRequestOrder order = underWay(24_000);
        Issue other = otherIssue(order);
        String own = text("select encode(transaction, 'hex') from supply_request where " + is(order.id()));
        replaceStored(order, Bytes.of(other.encode()).toHex(), other.id().toHex());
        bank.network().fail();

        await().atMost(SOON).until(() -> incidents().contains("issue-not-made-here"));

        assertThat(bank.network().ledger().supplyRecords()).isEqualTo(before);
        replaceStored(order, own, attempts(order.id()).getFirst());
        await("the own issue, though a round that had read the other one may report it once more")
                .atMost(SOON)
                .untilAsserted(() -> {
                    SupplyScenes.closeIncidents(bank);
                    assertThat(file(order.id()).get("state").asString()).isEqualTo("SETTLED");
                });
        assertThat(bank.network().ledger().supplyRecords()).isEqualTo(before + 1);
    }

    @Test
    void keepsWhatServicesOfBeforeKnewAndTakesNothingAway() throws Exception {
        try (PostgresUnderTest old = PostgresUnderTest.start("central_bank_before")) {
            flyway(old, "6").migrate();
            try (Connection database = old.connect();
                    Statement statement = database.createStatement()) {
                statement.execute("insert into supply_request (id, direction, participant, owner, amount, record_key,"
                        + " state, created_at, transaction_id, attempts) values ('\\x01', 'WITHDRAWAL', 1, '\\x00', 5,"
                        + " 'a', 'SUBMITTED', now(), decode(repeat('11', 32), 'hex'), 2), ('\\x02', 'WITHDRAWAL', 1,"
                        + " '\\x00', 5, 'b', 'SETTLED', now(), decode(repeat('22', 32), 'hex'), 1), ('\\x03',"
                        + " 'WITHDRAWAL', 1, '\\x00', 5, 'c', 'APPROVED', now(), null, 0), ('\\x04', 'REDEMPTION', 1,"
                        + " '\\x00', 5, 'd', 'SETTLED', now(), null, 0)");
            }
            flyway(old, "latest").migrate();
            try (Connection database = old.connect();
                    Statement statement = database.createStatement()) {
                List<String> kept = new ArrayList<>();
                try (ResultSet rows = statement.executeQuery(
                        "select encode(request_id, 'hex'), encode(transaction_id, 'hex') from supply_attempt order"
                                + " by 1")) {
                    while (rows.next()) {
                        kept.add(rows.getString(1) + " " + rows.getString(2));
                    }
                }
                assertThat(kept).containsExactly("01 " + "11".repeat(32), "02 " + "22".repeat(32));
                for (String change : List.of(
                        "delete from supply_attempt",
                        "update supply_attempt set request_id = request_id",
                        "truncate supply_attempt")) {
                    assertThatThrownBy(() -> statement.execute(change)).hasMessageContaining("append-only");
                }
            }
        }
    }

    private static Flyway flyway(PostgresUnderTest database, String target) {
        return Flyway.configure()
                .dataSource(database.jdbcUrl(), database.username(), database.password())
                .locations("classpath:db/migration/central-bank-service")
                .target(target)
                .load();
    }

    /// A withdrawal whose issue is stored and, as no endorser answers, not taken.
    private static SupplyRequestOrder underWay(long amount) throws SQLException {
        return underWay(amount, Fault.ENDORSER_AWAY, "no-endorser-answers");
    }

    /// @param refusal that officers read
    private static SupplyRequestOrder underWay(long amount, Fault fault, String refusal) throws SQLException {
        bank.network().fail(fault);
        SupplyRequestOrder order = withdrawal(amount);
        bank.as(NodeRole.BANK, 1).request(order);
        bank.approve(order.id(), 1);
        bank.approve(order.id(), 2);
        awaitState(order.id(), "SUBMITTED");
        // until then the service writes the whole row once more, over whatever a test puts there
        await("why no endorser took it is written")
                .atMost(SOON)
                .until(() -> file(order.id()).get("refusal").asString().equals(refusal));
        assertThat(attempts(order.id()))
                .containsExactly(file(order.id()).get("transactionId").asString());
        return order;
    }

    private static Issue otherIssue(SupplyRequestOrder order) {
        byte[] nonce = new byte[TransactionHeader.NONCE_SIZE];
        bank.random().nextBytes(nonce);
        TransactionHeader header = new TransactionHeader(
                bank.genesis().networkId(),
                CURRENCY,
                1,
                bank.network().ledger().configuration().version(),
                bank.network().ledger().expiryHeight(),
                Bytes.of(nonce));
        OwnerKey owner = new OwnerKey(bank.treasury(1).publicKey());
        Amount amount = Amount.of(order.amount());
        List<OfficerApproval> approvals = file(order.id())
                .get("approvals")
                .valueStream()
                .map(approval -> new OfficerApproval(
                        approval.get("officer").asInt() - 1,
                        Bytes.fromHex(approval.get("signature").asString())))
                .toList();
        return new Issue(
                header,
                new SupplyRequest(Direction.WITHDRAWAL, Bytes32.fromHex(order.id()), 1, owner, amount),
                List.of(new Token(owner, CURRENCY.value(), amount)),
                List.of(Bytes.EMPTY),
                approvals);
    }

    private static void replaceStored(SupplyRequestOrder order, String transaction, String id) throws SQLException {
        execute("update supply_request set transaction = decode('" + transaction
                + "', 'hex'), transaction_id = decode('" + id + "', 'hex') where " + is(order.id()));
    }

    private static SupplyRequestOrder withdrawal(long amount) {
        return new SupplyRequestOrder("WITHDRAWAL", bank.newId().toHex(), owner(), amount);
    }

    private static String owner() {
        return bank.treasury(1).publicKey().toHex();
    }

    private static void awaitState(String id, String state) {
        await().atMost(SOON)
                .untilAsserted(() ->
                        assertThat(file(id).get("state").asString()).as(id).isEqualTo(state));
    }

    private static JsonNode file(String id) {
        return bank.json(bank.get("/v1/supply-requests/" + id, bank.officer(1)));
    }

    private static String incidents() {
        return bank.json(bank.get("/v1/supply", bank.officer(1)))
                .get("incidents")
                .toString();
    }

    private static long notAttempted() {
        return bank.get("/actuator/prometheus", "metrics-of-a-test")
                .body()
                .lines()
                .filter(line -> line.startsWith("florin_centralbank_issues_not_attempted"))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> attempts(String request) throws SQLException {
        return attempts(bank, request);
    }

    /// Ids of the issues that were made for a request, in order.
    static List<String> attempts(CentralBankUnderTest bank, String request) throws SQLException {
        List<String> ids = new ArrayList<>();
        try (Connection database = bank.postgres().connect();
                Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery("select encode(transaction_id, 'hex') from supply_attempt where"
                        + " request_id = decode('" + request + "', 'hex') order by written_at")) {
            while (rows.next()) {
                ids.add(rows.getString(1));
            }
        }
        return ids;
    }

    private static String is(String id) {
        return "id = decode('" + id + "', 'hex')";
    }

    private static long number(String sql) throws SQLException {
        return Long.parseLong(text(sql));
    }

    private static String text(String sql) throws SQLException {
        try (Connection database = bank.postgres().connect();
                Statement statement = database.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    private static void execute(String sql) throws SQLException {
        try (Connection database = bank.postgres().connect();
                Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
    }
}
