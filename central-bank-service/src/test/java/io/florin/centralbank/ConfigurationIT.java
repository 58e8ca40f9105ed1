package io.florin.centralbank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.centralbank.fixture.CentralBankUnderTest;
import io.florin.centralbank.fixture.FakeNetwork;
import io.florin.centralbank.fixture.FakeNetwork.Fault;
import io.florin.centralbank.fixture.SharedCentralBank;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.doubles.login.Browser;
import io.florin.ledger.Amount;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Officers;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/// Changes of the configuration from an officer's wish to the ledger's word, and everything that must not change it.
/// Keys have [KeyChangesIT].
@ExtendWith(SharedCentralBank.class)
class ConfigurationIT extends ConfigurationStory {

    @Test
    void changesTheAuditPolicyByTwoOfficersAndIssuesUnderIt() {
        long before = inForce().version();
        JsonNode now = bank.json(bank.get("/v1/configuration", viewer()));
        assertThat(now.get("version").asLong()).isEqualTo(before);
        assertThat(now.at("/officers/approvalsRequired").asInt()).isEqualTo(2);
        assertThat(now.at("/namespaces/1/auditPolicy").asString()).isEqualTo("ABOVE_THRESHOLD");
        assertThat(now.at("/endorsers/0/epoch").asLong()).isEqualTo(1);

        JsonNode proposal = proposed(1, "\"audit\":{\"policy\":\"ALWAYS\"}");

        assertThat(proposal.get("state").asString()).isEqualTo("PROPOSED");
        assertThat(proposal.get("differences")).hasSize(1);
        assertThat(proposal.at("/differences/0/before").asString()).isEqualTo("ABOVE_THRESHOLD");
        assertThat(proposal.at("/differences/0/after").asString()).isEqualTo("ALWAYS");
        JsonNode half = bank.json(approve(proposal, 1));
        assertThat(half.get("state").asString()).isEqualTo("PROPOSED");
        assertThat(half.get("approvals")).hasSize(1);
        approve(proposal, 2);
        awaitState(proposal, "IN_FORCE");
        assertThat(inForce().version()).isEqualTo(before + 1);
        assertThat(inForce().namespace(CURRENCY).orElseThrow().auditPolicy()).isEqualTo(AuditPolicy.ALWAYS);
        assertThat(change(proposal).get("inForceFrom").asLong()).isPositive();
        assertThat(bank.get("/v1/decisions", bank.officer(1)).body())
                .contains("configuration-proposed", "configuration-approved", "configuration-in-force");

        settleWithdrawal();
    }

    /// Not only where the change is proposed: as long as it is in force.
    @Test
    void warnsOnThePageAsLongAsNoPaymentWaitsForTheAuditor() {
        String warning = "Audit policy NEVER: no payment of FLN, however large, waits for the auditor";
        try (Browser viewer = new Browser(bank.base())) {
            viewer.signIn(bank.issuer(), "viewer", "central-bank-viewer");
            assertThat(viewer.get("/console/configuration").body()).doesNotContain(warning);
            changeTo("\"audit\":{\"policy\":\"NEVER\"}");
            assertThat(viewer.get("/console/configuration").body()).contains(warning);
            changeTo("\"audit\":{\"policy\":\"ALWAYS\"}");
            assertThat(viewer.get("/console/configuration").body()).doesNotContain(warning);
        }
    }

    @Test
    void goesOnIssuingWhatWasUnderWayAtTheChange() {
        bank.network().fail(Fault.MONEY_NEVER_ORDERED);
        String id = approvedWithdrawal();
        await().atMost(SOON).until(() -> request(id).get("state").asString().equals("SUBMITTED"));
        changeTo("\"audit\":{\"policy\":\"ALWAYS\"}");
        bank.network().fail();

        await().atMost(SOON).until(() -> request(id).get("state").asString().equals("SETTLED"));
        assertThat(request(id).get("attempts").asInt()).isGreaterThan(1);
    }

    @Test
    void asksOfficersAgainWhenMoreOfThemMustSign() {
        bank.network().fail(Fault.MONEY_NEVER_ORDERED);
        String id = approvedWithdrawal();
        await().atMost(SOON).until(() -> request(id).get("state").asString().equals("SUBMITTED"));
        Officers officers = inForce().officers();
        changeTo("\"officers\":" + officersOf(new Officers(3, officers.keys())));
        bank.network().fail();

        await().atMost(SOON).until(() -> request(id).get("state").asString().equals("REQUESTED"));
        assertThat(request(id).get("approvalsRequired").asInt()).isEqualTo(3);
        approveRequest(id, 3);
        await().atMost(SOON).until(() -> request(id).get("state").asString().equals("SETTLED"));
        JsonNode proposal = proposed(1, "\"limits\":{\"expiryBlocksMax\":500}");
        approve(proposal, 1);
        approve(proposal, 2);
        assertThat(change(proposal).get("state").asString()).isEqualTo("PROPOSED");
        approve(proposal, 3);
        awaitState(proposal, "IN_FORCE");
        assertThat(inForce().limits().expiryBlocksMax()).isEqualTo(500);
    }

    @Test
    void takesSignaturesByPassphraseOrMadeElsewhereOverExactlyTheChange() {
        JsonNode proposal = proposed(3, "\"limits\":{\"expiryBlocksMax\":700}");
        byte[] next = Base64.getDecoder().decode(proposal.get("configuration").asString());

        assertThat(code(approveWith(proposal, 2, signature(1, proposal))))
                .as("another officer's")
                .isEqualTo("wrong-key");
        approveWith(proposal, 1, "\"passphrase\":\"" + CentralBankUnderTest.passphrase(1) + "\"");
        approveWith(proposal, 2, signature(2, proposal));

        awaitState(proposal, "IN_FORCE");
        assertThat(inForce().encode()).isEqualTo(next);
    }

    @Test
    void letsNoOfficerCountTwiceAndNobodyElseAtAll() {
        JsonNode proposal = proposed(1, "\"audit\":{\"policy\":\"NEVER\"}");
        assertThat(proposal.get("warnings").toString()).contains("Audit policy NEVER: no payment of FLN");
        String path = pathOf(proposal);

        assertThat(code(approveWith(proposal, 1, "\"passphrase\":\"a wrong passphrase\"")))
                .isEqualTo("wrong-passphrase");
        assertThat(bank.json(bank.get("/v1/decisions?limit=1", bank.officer(1))).toString())
                .contains(
                        "\"wrong-passphrase\"",
                        "configuration-change/" + proposal.get("id").asString(),
                        "officer 1, attempt 1 of 5");
        approve(proposal, 1);
        assertThat(code(approve(proposal, 1))).isEqualTo("already-approved");
        String stranger = bank.issuer().token("officer9", "central-bank-officer");
        String form = "{\"digest\":\"%s\",\"passphrase\":\"x\"}"
                .formatted(proposal.get("digest").asString());
        assertThat(code(bank.post(path + "/approvals", stranger, form))).isEqualTo("not-an-officer");
        assertThat(bank.post(path + "/approvals", viewer(), form).statusCode()).isEqualTo(403);
        assertThat(code(bank.post(
                        "/v1/configuration-changes",
                        stranger,
                        form("\"audit\":{\"policy\":\"NEVER\"}"),
                        Map.of("Idempotency-Key", "k"))))
                .isEqualTo("not-an-officer");
        assertThat(code(bank.post(path + "/approvals", bank.officer(2), "{\"digest\":\"" + "0".repeat(64) + "\"}")))
                .isEqualTo("invalid-request");
        assertThat(code(bank.post(
                        path + "/approvals",
                        bank.officer(2),
                        "{\"digest\":\"%s\",\"passphrase\":\"%s\"}"
                                .formatted("0".repeat(64), CentralBankUnderTest.passphrase(2)))))
                .as("a digest of another change")
                .isEqualTo("not-as-shown");
        HttpResponse<String> refused = bank.post(path + "/refusal", bank.officer(2), "{\"reason\":\"no\"}");
        assertThat(bank.json(refused).get("state").asString()).isEqualTo("REFUSED");
        assertThat(code(approve(proposal, 2))).isEqualTo("already-decided");
    }

    @Test
    void cannotChangeAnythingWithOneOfficerAndTheDatabase() throws Exception {
        long before = inForce().version();
        JsonNode proposal = proposed(1, "\"audit\":{\"policy\":\"NEVER\"}");
        assertThat(proposal.get("warnings").toString()).contains("Audit policy NEVER: no payment of FLN");
        String where = " where change_id = '" + proposal.get("id").asString() + "'";
        approve(proposal, 1);
        execute("insert into configuration_approval select change_id, 1, 'officer2', signature, approved_at "
                + "from configuration_approval" + where);
        assertThat(change(proposal).get("approvals"))
                .as("a copied signature does not count")
                .hasSize(1);
        execute("update configuration_change set state = 'APPROVED' where id = '"
                + proposal.get("id").asString() + "'");

        await().atMost(SOON)
                .untilAsserted(() -> assertThat(change(proposal).get("refusal").asString())
                        .isEqualTo("configuration-approvals-not-genuine"));
        await().atMost(SOON)
                .until(() -> bank.get("/v1/incidents/open", bank.officer(1))
                        .body()
                        .contains("configuration-approvals-not-genuine"));
        assertThat(inForce().version()).isEqualTo(before);

        execute("update configuration_change set state = 'PROPOSED', refusal = '' where id = '"
                + proposal.get("id").asString() + "'");
        approve(proposal, 2);
        awaitState(proposal, "IN_FORCE");
        closeIncidents();
    }

    @Test
    void signsNothingThatSomebodyElseWroteIntoTheDatabase() throws Exception {
        JsonNode proposal = proposed(1, "\"audit\":{\"policy\":\"ALWAYS\"}");
        approve(proposal, 1);
        NetworkConfiguration now = inForce();
        List<Bytes32> keys = new ArrayList<>(now.officers().keys());
        keys.set(2, bank.treasury(1).publicKey());
        NetworkConfiguration other = with(now, now.version() + 1, new Officers(2, keys));
        write(proposal, other);

        assertThat(code(approve(proposal, 2))).isEqualTo("not-as-shown");
        JsonNode shown = change(proposal);
        assertThat(shown.get("differences").toString()).contains("key of officer 2");
        assertThat(shown.get("approvals")).as("signed for something else").isEmpty();

        NetworkConfiguration impossible =
                with(now, now.version() + 1, new Officers(1, now.officers().keys()));
        write(proposal, impossible);
        assertThat(code(approve(change(proposal), 2))).isEqualTo("impossible-configuration");
        bank.post(pathOf(proposal) + "/refusal", bank.officer(2), "{\"reason\":\"tampered\"}");
    }

    /// The follower keeps in the database what is in force: who writes there another one has officers look at, and sign
    /// on top of, nothing that the ledger does not know.
    @Test
    void showsNothingAndSignsNothingOnTopOfAConfigurationInTheDatabaseOnly() throws Exception {
        JsonNode proposal = proposed(1, "\"audit\":{\"policy\":\"ALWAYS\"}");
        NetworkConfiguration now = inForce();
        List<Bytes32> keys = new ArrayList<>(now.officers().keys());
        keys.set(2, bank.treasury(1).publicKey());
        keep(with(now, now.version(), new Officers(2, keys)));

        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(bank.get("/v1/configuration", viewer()).statusCode())
                                .isEqualTo(503));
        assertThat(code(approve(proposal, 2))).isEqualTo("unavailable");
        assertThat(code(propose(1, "\"audit\":{\"policy\":\"NEVER\"}"))).isEqualTo("unavailable");
        assertThat(bank.get("/v1/incidents/open", bank.officer(1)).body())
                .contains("configuration-differs", "version " + now.version());

        keep(now);
        awaitVersion(now.version());
        assertThat(change(proposal).get("approvals")).isEmpty();
        bank.post(pathOf(proposal) + "/refusal", bank.officer(2), "{\"reason\":\"tampered\"}");
        closeIncidents();
    }

    private static void keep(NetworkConfiguration configuration) throws SQLException {
        execute("update ledger_position set configuration = decode('"
                + Bytes.of(configuration.encode()).toHex() + "', 'hex')");
    }

    @Test
    void takesARequestOnceUnderItsKey() {
        String key = UUID.randomUUID().toString();
        String form = form("\"audit\":{\"policy\":\"NEVER\"}");
        JsonNode first = bank.json(post(1, key, form));

        assertThat(bank.json(post(1, key, form)).get("id")).isEqualTo(first.get("id"));
        assertThat(code(post(1, key, form("\"audit\":{\"policy\":\"ALWAYS\"}"))))
                .isEqualTo("idempotency-key-reused");
        assertThat(bank.json(post(2, key, form)).get("id"))
                .as("another officer's key")
                .isNotEqualTo(first.get("id"));
        assertThat(bank.post("/v1/configuration-changes", bank.officer(1), form).statusCode())
                .isEqualTo(400);
    }

    @Test
    void endsProposalsThatAnotherOvertook() {
        JsonNode slow = proposed(1, "\"audit\":{\"policy\":\"NEVER\"}");
        approve(slow, 1);
        changeTo("\"limits\":{\"expiryBlocksMax\":600}");

        awaitState(slow, "SUPERSEDED");
        assertThat(change(slow).get("ending").asString()).contains("is in force");
        assertThat(code(approve(slow, 2))).isEqualTo("already-decided");
        String stale =
                form("\"audit\":{\"policy\":\"NEVER\"}").replaceFirst("\"baseVersion\":\\d+", "\"baseVersion\":1");
        assertThat(code(post(1, UUID.randomUUID().toString(), stale))).isEqualTo("configuration-moved");
    }

    @Test
    void endsProposalsWhoseTimeIsOver() throws Exception {
        JsonNode proposal = proposed(1, "\"audit\":{\"policy\":\"NEVER\"}");
        assertThat(proposal.get("warnings").toString()).contains("Audit policy NEVER: no payment of FLN");
        execute("update configuration_change set expires_at = now() - interval '1 second' where id = '"
                + proposal.get("id").asString() + "'");

        awaitState(proposal, "EXPIRED");
        assertThat(change(proposal).get("ending").asString()).isEqualTo("not enough officers signed in time");
    }

    @Test
    void putsAChangeInForceOnceWhereverItIsKilled() {
        long before = inForce().version();
        Fault[] faults = {
            Fault.COMMITTER_AWAY, // approved, nothing stored
            Fault.ONE_ENDORSER_REFUSES, // stored, not taken
            Fault.ANSWER_LOST, // sent and ordered, not known
            Fault.NO_BLOCKS // sent and known, not ordered
        };
        int blocks = 300;
        for (Fault fault : faults) {
            JsonNode proposal = proposed(1, "\"limits\":{\"expiryBlocksMax\":" + blocks++ + "}");
            approve(proposal, 1);
            if (fault != Fault.COMMITTER_AWAY) {
                bank.network().fail(fault);
            }
            approve(proposal, 2);
            if (fault == Fault.COMMITTER_AWAY) {
                bank.network().fail(fault);
            } else {
                await().atMost(SOON)
                        .until(() -> change(proposal).get("attempts").asInt() > 0);
            }
            if (fault == Fault.ONE_ENDORSER_REFUSES) {
                await("why one refused it, though not all did")
                        .atMost(SOON)
                        .until(() -> change(proposal).get("refusal").asString().equals(FakeNetwork.REFUSED_FOR));
            }
            bank.stop();
            bank.network().fail();
            bank.start();
            awaitState(proposal, "IN_FORCE");
        }
        assertThat(inForce().version()).isEqualTo(before + faults.length);
    }

    @Test
    void makesAnotherAttemptWhenTheFirstExpires() {
        long before = inForce().version();
        bank.network().fail(Fault.NEVER_ORDERED);
        JsonNode proposal = proposed(1, "\"limits\":{\"expiryBlocksMax\":800}");
        approve(proposal, 1);
        approve(proposal, 2);
        await().atMost(SOON).until(() -> change(proposal).get("attempts").asInt() > 0);
        long expiry = bank.network().ledger().expiryHeight();
        while (bank.network().ledger().height() < expiry) {
            bank.network().ledger().cut();
        }
        await().atMost(SOON).until(() -> change(proposal).get("attempts").asInt() > 1);
        bank.network().fail();
        for (int block = 0; block < 4; block++) {
            bank.network().ledger().cut();
        }

        awaitState(proposal, "IN_FORCE");
        assertThat(inForce().version()).isEqualTo(before + 1);
    }

    @Test
    void letsOfficersChangeItOnPages() {
        long before = inForce().version();
        try (Browser one = new Browser(bank.base());
                Browser two = new Browser(bank.base());
                Browser viewer = new Browser(bank.base())) {
            one.signIn(bank.issuer(), "officer1", "central-bank-officer");
            two.signIn(bank.issuer(), "officer2", "central-bank-officer");
            viewer.signIn(bank.issuer(), "viewer", "central-bank-viewer");
            assertThat(one.get("/console/configuration").body())
                    .contains(
                            "ABOVE_THRESHOLD",
                            "10,000.00",
                            "Propose a change",
                            inForce().registrationKey().toHex());
            assertThat(viewer.get("/console/configuration").body()).doesNotContain("Propose a change");

            HttpResponse<String> posted =
                    one.post("/console/configuration", "/console/configuration/changes", fields("20,000.50"));
            String page = posted.headers().firstValue("Location").orElseThrow().replaceFirst("^https?://[^/]*", "");
            String shown = one.get(page).body();
            assertThat(shown)
                    .contains("10,000.00 (1000000 minor units)", "20,000.50 (2000050 minor units)", "0 of 2")
                    .doesNotContain("key of officer", "style=");
            String digest = shown.replaceAll("(?s).*name=\"digest\" value=\"([0-9a-f]{64})\".*", "$1");
            one.post(page, page + "/approval", Map.of("digest", digest, "passphrase", "not the passphrase"));
            assertThat(one.get(page).body()).contains("The passphrase does not open");
            one.post(
                    page,
                    page + "/approval",
                    Map.of("digest", digest, "passphrase", CentralBankUnderTest.passphrase(1)));
            assertThat(one.get(page).body())
                    .contains("You have signed this change")
                    .doesNotContain("Sign and approve");
            assertThat(viewer.get(page).body()).doesNotContain("Sign and approve", "Refuse</button>");
            two.post(
                    page,
                    page + "/approval",
                    Map.of("digest", digest, "passphrase", CentralBankUnderTest.passphrase(2)));
            await().atMost(SOON).until(() -> two.get(page).body().contains("IN_FORCE"));
            assertThat(two.get("/console/configuration").body()).contains("20,000.50");

            one.post("/console/configuration", "/console/configuration/changes", fields("twenty"));
            assertThat(one.get("/console/configuration").body()).contains("cannot be read");
        }
        assertThat(inForce().version()).isEqualTo(before + 1);
        assertThat(inForce().namespace(CURRENCY).orElseThrow().auditThreshold()).isEqualTo(Amount.of(2_000_050));
    }
}
