package io.florin.centralbank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.centralbank.fixture.CentralBankUnderTest;
import io.florin.centralbank.fixture.FakeNetwork.Fault;
import io.florin.centralbank.fixture.SharedCentralBank;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.Redeem;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.SupplyRequest.Direction;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.enrollment.RegistrationEvent.ParticipantChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.api.CentralBankInternalApi;
import io.florin.runtime.api.CentralBankInternalApi.ApprovalView;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestOrder;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestView;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.internal.NodeRole;
import io.florin.testkit.Patience;
import io.florin.wallet.submit.adapter.HttpApis;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.HttpServerErrorException;
import tools.jackson.databind.JsonNode;

/// Withdrawals and redemptions from a bank's wish to the ledger's word, with kills between every two steps, and what
/// stops issuing. After each test reserves + currency are what banks brought.
@ExtendWith(SharedCentralBank.class)
class SupplyIT {
    private static final Duration SOON = Patience.LIMIT;
    private static final NamespaceId CURRENCY = new NamespaceId(1);

    private static CentralBankUnderTest bank;

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

    @Test
    void issuesAWithdrawalOnceTwoOfficersSigned() {
        SupplyRequestOrder order = withdrawal(1, 250_000);
        int before = bank.network().ledger().supplyRecords();

        SupplyRequestView view = bank.as(NodeRole.BANK, 1).request(order);
        assertThat(view.state()).isEqualTo("REQUESTED");
        assertThat(bank.as(NodeRole.BANK, 1).reserves().held()).isGreaterThanOrEqualTo(250_000);
        approve(order.id(), 1);
        assertThat(state(order.id())).isEqualTo("REQUESTED");
        approve(order.id(), 2);

        awaitSettled(order.id());
        assertThat(bank.network().ledger().supplyRecords()).isEqualTo(before + 1);
        assertThat(bank.as(NodeRole.BANK, 1).request(order).state()).isEqualTo("SETTLED");
        assertThat(bank.as(NodeRole.BANK, 1).supplyRequest(order.id()).approvals())
                .as("the signatures of a withdrawal stay with the central bank")
                .isEmpty();
        assertThat(bank.network()
                        .ledger()
                        .tokensOf(new OwnerKey(bank.treasury(1).publicKey())))
                .extracting(reference -> reference.token().value().minorUnits())
                .contains(250_000L);
    }

    @Test
    void redeemsByTheBanksOwnTransaction() {
        settleWithdrawal(1, 90_000);
        SupplyRequestOrder order =
                new SupplyRequestOrder("REDEMPTION", bank.newId().toHex(), owner(1), 30_000);
        CentralBankInternalApi api = bank.as(NodeRole.BANK, 1);
        api.request(order);
        long reservesBefore = api.reserves().balance();
        approve(order.id(), 2);
        assertThat(api.supplyRequest(order.id()).approvals())
                .as("not enough yet")
                .isEmpty();
        approve(order.id(), 3);
        SupplyRequestView approved = api.supplyRequest(order.id());
        assertThat(approved.state()).isEqualTo("APPROVED");

        redeem(approved);

        awaitSettled(order.id());
        assertThat(api.reserves().balance()).isEqualTo(reservesBefore + 30_000);
    }

    @Test
    void takesARequestOnceAndOnlyOfItsBank() {
        SupplyRequestOrder order = withdrawal(1, 1_000);
        CentralBankInternalApi one = bank.as(NodeRole.BANK, 1);
        one.request(order);

        assertThat(one.request(order).state()).isEqualTo("REQUESTED");
        assertProblem(
                () -> one.request(new SupplyRequestOrder("WITHDRAWAL", order.id(), owner(1), 1_001)), "other-content");
        assertThatThrownBy(() -> bank.as(NodeRole.BANK, 2).supplyRequest(order.id()))
                .isInstanceOf(HttpClientErrorException.NotFound.class);
        assertThatThrownBy(() -> bank.as(NodeRole.ENDORSER, 1).request(order))
                .isInstanceOf(HttpClientErrorException.Forbidden.class);
        assertProblem(
                () -> one.request(
                        new SupplyRequestOrder("WITHDRAWAL", bank.newId().toHex(), owner(2), 1)),
                "not-a-treasury");
        assertThatThrownBy(() -> one.request(
                        new SupplyRequestOrder("WITHDRAWAL", bank.newId().toHex(), owner(1), -5)))
                .isInstanceOf(HttpClientErrorException.BadRequest.class);
        assertThatThrownBy(() -> one.request(new SupplyRequestOrder(
                        "WITHDRAWAL", bank.newId().toHex(), bank.newId().toHex(), 5)))
                .as("an owner that no record names may be named later")
                .isInstanceOf(HttpServerErrorException.ServiceUnavailable.class);
        SupplyRequestView tooMuch = one.request(withdrawal(1, CentralBankUnderTest.OPENING + 1));
        assertThat(tooMuch.state()).isEqualTo("REFUSED");
    }

    @Test
    void releasesTheHoldOfARefusedWithdrawal() {
        SupplyRequestOrder order = withdrawal(2, 70_000);
        bank.as(NodeRole.BANK, 2).request(order);
        long free = bank.as(NodeRole.BANK, 2).reserves().balance();
        approve(order.id(), 1);

        HttpResponse<String> refused =
                bank.post("/v1/supply-requests/" + order.id() + "/refusal", bank.officer(2), "{\"reason\":\"no\"}");

        assertThat(bank.json(refused).get("state").asString()).isEqualTo("REFUSED");
        assertThat(bank.as(NodeRole.BANK, 2).reserves().balance()).isEqualTo(free + 70_000);
        assertThat(code(approveAs(order.id(), 2, CentralBankUnderTest.passphrase(2))))
                .isEqualTo("already-decided");
    }

    @Test
    void cannotIssueWithTheDatabaseAlone() throws Exception {
        SupplyRequestOrder order = withdrawal(1, 6_000);
        bank.as(NodeRole.BANK, 1).request(order);
        approve(order.id(), 1);
        int before = bank.network().ledger().supplyRecords();
        execute("insert into supply_approval select request_id, 1, 'officer2', signature, approved_at "
                + "from supply_approval where request_id = decode('" + order.id() + "', 'hex')");
        execute("update supply_request set state = 'APPROVED' where id = decode('" + order.id() + "', 'hex')");

        await().atMost(SOON)
                .untilAsserted(() ->
                        assertThat(file(order.id()).get("refusal").asString()).isEqualTo("too-few-approvals"));

        assertThat(bank.network().ledger().supplyRecords()).isEqualTo(before);
        execute("delete from supply_approval where officer = 1 and request_id = decode('" + order.id() + "', 'hex')");
        execute("update supply_request set state = 'REQUESTED', transaction = null where id = decode('" + order.id()
                + "', 'hex')");
        approve(order.id(), 3);
        awaitSettled(order.id());
    }

    /// Killed twice, with withdrawals between all steps, so that each start finds what stands between two of them.
    @Test
    void settlesAWithdrawalOnceWhereverItIsKilled() throws Exception {
        int before = bank.network().ledger().supplyRecords();
        SupplyRequestOrder asked = withdrawal(2, 11_000);
        bank.as(NodeRole.BANK, 2).request(asked);
        // what the network does not do, so that the service stands between two steps when it dies; nothing settles
        // before the kill, whatever else goes wrong
        String committed = approvedUnder(Fault.NO_RESULTS); // committed, not followed
        String known = approvedUnder(Fault.NO_BLOCKS); // sent and known, not ordered
        String stored = approvedUnder(Fault.ENDORSER_AWAY, Fault.NO_BLOCKS); // stored, not sent
        List<String> attempts = IssueAttemptsIT.attempts(bank, stored);
        // approved, nothing stored
        String approved = approvedUnder(Fault.COMMITTER_AWAY, Fault.ENDORSER_AWAY, Fault.NO_BLOCKS);
        assertThat(bank.network().ledger().isKnown(attempts.getFirst()))
                .as("no endorser took what is stored")
                .isFalse();
        bank.stop();
        assertThat(IssueAttemptsIT.attempts(bank, stored)).isEqualTo(attempts).hasSize(1);
        assertThat(IssueAttemptsIT.attempts(bank, approved)).isEmpty();
        execute("do $$ begin if not exists (select 1 from registration_directory where next_offset > 0)"
                + " then raise exception 'not kept'; end if; end $$");
        bank.network().fail();
        bank.start();
        List.of(committed, known, stored, approved).forEach(SupplyIT::awaitSettled);
        assertThat(IssueAttemptsIT.attempts(bank, stored))
                .as("written before the kill")
                .isEqualTo(attempts);
        assertThat(file(stored).get("transactionId").asString()).isEqualTo(attempts.getFirst());
        assertThat(bank.network().ledger().isFinal(attempts.getFirst())).isTrue();

        approve(asked.id(), 1); // between two approvals, with a directory of registration that somebody damaged
        String lost = approvedUnder(Fault.ANSWER_LOST); // sent and ordered, not known
        bank.stop();
        execute("update registration_directory set content = content || content");
        bank.network().fail();
        bank.start();
        approve(asked.id(), 3);
        List.of(lost, asked.id()).forEach(SupplyIT::awaitSettled);

        assertThat(bank.network().ledger().supplyRecords()).isEqualTo(before + 6);
    }

    /// A withdrawal that goes as far as it can while this is wrong, besides that results are not shown.
    private static String approvedUnder(Fault fault, Fault... more) {
        List<Fault> faults = new ArrayList<>(List.of(more));
        faults.addAll(List.of(fault, Fault.NO_RESULTS));
        SupplyRequestOrder order = withdrawal(1, 10_000);
        bank.network().fail(faults.toArray(Fault[]::new));
        bank.as(NodeRole.BANK, 1).request(order);
        approve(order.id(), 1);
        approve(order.id(), 2);
        awaitStep(order.id(), fault);
        return order.id();
    }

    /// Whoever answers in the committer's place without its key is nobody.
    @Test
    void whatTheCommitterDidNotSignIsNotBelieved() {
        bank.network().fail(Fault.COMMITTER_REPLACED);
        long sent = bank.network().submissions();
        SupplyRequestOrder order = withdrawal(1, 10_000);
        bank.as(NodeRole.BANK, 1).request(order);
        approve(order.id(), 1);
        approve(order.id(), 2);
        long unsigned = bank.network().unsigned();
        await().atMost(SOON).until(() -> bank.network().unsigned() > unsigned + 3);
        assertThat(file(order.id()).get("state").asString()).isEqualTo("APPROVED");
        assertThat(bank.network().submissions()).isEqualTo(sent);
        bank.network().fail();
        awaitSettled(order.id());
    }

    private static void awaitStep(String id, Fault fault) {
        String state = fault == Fault.COMMITTER_AWAY ? "APPROVED" : "SUBMITTED";
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(file(id).get("state").asString())
                        .as(fault + " " + file(id))
                        .isEqualTo(state));
        long sent = bank.network().submissions();
        if (fault == Fault.ANSWER_LOST || fault == Fault.NO_RESULTS) {
            String transaction = file(id).get("transactionId").asString();
            await().atMost(SOON).until(() -> bank.network().ledger().isFinal(transaction));
        } else if (fault == Fault.NO_BLOCKS) {
            await().atMost(SOON).until(() -> bank.network().ledger().pending() > 0);
        }
        assertThat(bank.network().submissions()).isGreaterThanOrEqualTo(sent);
    }

    @Test
    void booksNothingWhenTheSettlementsTransactionFails() throws Exception {
        execute("create function no_settling() returns trigger language plpgsql as "
                + "$$ begin raise exception 'killed'; end $$");
        execute("create trigger no_settling before update on ledger_position "
                + "for each row when (new.issued > old.issued) execute function no_settling()");
        SupplyRequestOrder order = withdrawal(2, 12_000);
        bank.as(NodeRole.BANK, 2).request(order);
        long heldBefore = bank.as(NodeRole.BANK, 2).reserves().held();
        long outstandingBefore = bank.network().ledger().outstanding();
        approve(order.id(), 1);
        approve(order.id(), 2);
        await().atMost(SOON).until(() -> bank.network().ledger().outstanding() == outstandingBefore + 12_000);

        assertThat(state(order.id())).isIn("SUBMITTED", "APPROVED");
        assertThat(bank.as(NodeRole.BANK, 2).reserves().held()).isEqualTo(heldBefore);

        execute("drop trigger no_settling on ledger_position");
        execute("drop function no_settling");
        awaitSettled(order.id());
        assertThat(bank.as(NodeRole.BANK, 2).reserves().held()).isEqualTo(heldBefore - 12_000);
    }

    @Test
    void makesAnotherAttemptWhenTheFirstExpiresAndIssuesOnce() {
        int before = bank.network().ledger().supplyRecords();
        bank.network().fail(Fault.NEVER_ORDERED);
        SupplyRequestOrder order = withdrawal(1, 13_000);
        bank.as(NodeRole.BANK, 1).request(order);
        approve(order.id(), 1);
        approve(order.id(), 2);
        await().atMost(SOON).until(() -> state(order.id()).equals("SUBMITTED"));
        await().atMost(SOON).until(() -> {
            bank.network().ledger().cut();
            return file(order.id()).get("attempts").asInt() >= 2;
        });
        bank.network().fail();
        for (int block = 0; block < 4; block++) {
            bank.network().ledger().cut();
        }

        awaitSettled(order.id());
        assertThat(bank.network().ledger().supplyRecords()).isEqualTo(before + 1);
    }

    @Test
    void cannotIssueTwiceEvenWhenItWronglyTakesAnAttemptForExpired() {
        int before = bank.network().ledger().supplyRecords();
        SupplyRequestOrder order = withdrawal(1, 14_000);
        bank.as(NodeRole.BANK, 1).request(order);
        bank.network().fail(Fault.NO_STATUSES, Fault.NO_RESULTS);
        approve(order.id(), 1);
        approve(order.id(), 2);
        await().atMost(SOON).until(() -> bank.network().ledger().supplyRecords() == before + 1);
        for (int block = 0; block < 4; block++) {
            bank.network().ledger().cut();
        }
        await().atMost(SOON).until(() -> file(order.id()).get("attempts").asInt() >= 2);
        bank.network().fail();

        awaitSettled(order.id());
        assertThat(bank.network().ledger().supplyRecords()).isEqualTo(before + 1);
    }

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

    @Test
    void putsARequestOfASuspendedBankOff() {
        SupplyRequestOrder order = withdrawal(2, 16_000);
        bank.publish(List.of(new ParticipantChanged(2, "Bank 2", "FLB2DEFF", Standing.SUSPENDED)));
        await().atMost(SOON)
                .untilAsserted(() ->
                        assertProblem(() -> bank.as(NodeRole.BANK, 2).request(withdrawal(2, 1)), "not-a-treasury"));
        bank.publish(List.of(new ParticipantChanged(2, "Bank 2", "FLB2DEFF", Standing.ACTIVE)));
        await().atMost(SOON).until(() -> {
            try {
                return bank.as(NodeRole.BANK, 2).request(order).state().equals("REQUESTED");
            } catch (HttpClientErrorException notYet) {
                return false;
            }
        });
    }

    private static void redeem(SupplyRequestView approved) {
        Ed25519KeyPair treasury = bank.treasury(1);
        OwnerKey owner = new OwnerKey(treasury.publicKey());
        TokenReference input = bank.network().ledger().tokensOf(owner).stream()
                .filter(reference -> reference.token().value().minorUnits() > approved.amount())
                .findFirst()
                .orElseThrow();
        SupplyRequest request = new SupplyRequest(
                Direction.REDEMPTION, Bytes32.fromHex(approved.id()), 1, owner, Amount.of(approved.amount()));
        byte[] nonce = new byte[TransactionHeader.NONCE_SIZE];
        bank.random().nextBytes(nonce);
        TransactionHeader header = new TransactionHeader(
                bank.genesis().networkId(),
                CURRENCY,
                1,
                bank.network().ledger().configuration().version(),
                bank.network().ledger().expiryHeight(),
                Bytes.of(nonce));
        Token change = new Token(owner, CURRENCY.value(), input.token().value().minus(request.amount()));
        Redeem unsigned = new Redeem(
                header, request, List.of(input), List.of(change), List.of(Bytes.EMPTY), List.of(), List.of());
        Redeem redeem = unsigned.withSignatures(
                List.of(treasury.sign(ClientTransaction.ownerMessage(header, unsigned.id()))),
                approved.approvals().stream().map(SupplyIT::approval).toList());
        new HttpApis(Patience.LIMIT, Patience.LIMIT)
                .client(EndorserApi.class, bank.network().base())
                .submit(Submission.of(redeem).encode());
    }

    private static OfficerApproval approval(ApprovalView view) {
        return new OfficerApproval(view.officer(), Bytes.fromHex(view.signature()));
    }

    private static void settleWithdrawal(int participant, long amount) {
        SupplyRequestOrder order = withdrawal(participant, amount);
        bank.as(NodeRole.BANK, participant).request(order);
        approve(order.id(), 1);
        approve(order.id(), 2);
        awaitSettled(order.id());
    }

    private static SupplyRequestOrder withdrawal(int participant, long amount) {
        return new SupplyRequestOrder("WITHDRAWAL", bank.newId().toHex(), owner(participant), amount);
    }

    private static String owner(int participant) {
        return bank.treasury(participant).publicKey().toHex();
    }

    private static void approve(String id, int officer) {
        bank.approve(id, officer);
    }

    private static HttpResponse<String> approveAs(String id, int officer, String passphrase) {
        return approveAs(id, officer, passphrase, file(id).get("digest").asString());
    }

    private static HttpResponse<String> approveAs(String id, int officer, String passphrase, String digest) {
        return bank.post(
                "/v1/supply-requests/" + id + "/approvals",
                bank.officer(officer),
                "{\"digest\":\"" + digest + "\",\"passphrase\":\"" + passphrase + "\"}");
    }

    private static void awaitSettled(String id) {
        await().atMost(SOON).untilAsserted(() -> assertThat(state(id)).isEqualTo("SETTLED"));
    }

    private static String state(String id) {
        return file(id).get("state").asString();
    }

    private static JsonNode file(String id) {
        return bank.json(bank.get("/v1/supply-requests/" + id, bank.officer(1)));
    }

    private static JsonNode incidents() {
        return bank.json(bank.get("/v1/supply", bank.officer(1))).get("incidents");
    }

    private static void closeIncidents() {
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

    private static void execute(String sql) throws SQLException {
        try (Connection database = bank.postgres().connect();
                Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void assertProblem(Callable<?> call, String code) {
        assertThatThrownBy(call::call)
                .isInstanceOfSatisfying(
                        HttpClientErrorException.class,
                        refused ->
                                assertThat(refused.getResponseBodyAsString()).contains("urn:florin:problem:" + code));
    }

    private static String code(HttpResponse<String> response) {
        return bank.json(response).get("code").asString();
    }
}
