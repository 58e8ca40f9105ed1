package io.florin.auditmember;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.ceremony.AuditKeys;
import io.florin.crypto.Bytes32;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.elgamal.AuditPublicKey;
import io.florin.crypto.elgamal.ThresholdDecryption;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.decisions.Decision;
import io.florin.decisions.DecisionStore;
import io.florin.doubles.login.Browser;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.TransactionId;
import io.florin.ledger.privacy.AuditParameters;
import io.florin.runtime.api.AuditMemberInternalApi.KeyCheck;
import io.florin.runtime.api.AuditMemberInternalApi.ShareRequest;
import io.florin.runtime.api.AuditSession;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.HttpClientErrorException;
import tools.jackson.databind.JsonNode;

/// Cases, shares and the log of a member of the audit authority, by its interface and on its pages.
class AuditMemberIT extends MemberScenes {

    @Test
    void twoPersonsOfTheOrganisationOpenACaseAndEverythingIsWritten() throws Exception {
        String form = "{\"reference\":\"AZ-1\",\"reason\":\"fraud\",\"transactionId\":\"" + TRANSACTION + "\"}";
        assertThat(post("/v1/cases", form, officer("ines", 2)).get("state").asString())
                .isEqualTo("ASKED");
        assertThat(post("/v1/cases/AZ-1/approval", "{}", officer("ines", 2))
                        .get("code")
                        .asString())
                .isEqualTo("second-person-needed");
        assertThat(post("/v1/cases/AZ-1/approval", "{}", officer("jo", 2))
                        .get("state")
                        .asString())
                .isEqualTo("OPEN");
        assertThat(post("/v1/cases", form, officer("jo", 2)).get("code").asString())
                .isEqualTo("case-exists");
        assertThat(JSON.readTree(get("/v1/cases", officer("jo", 2)).body()))
                .filteredOn(one -> one.get("reference").asString().equals("AZ-1"))
                .singleElement()
                .satisfies(one -> assertThat(one.get("scope").asString()).isEqualTo("transaction " + TRANSACTION));
        assertThat(post("/v1/cases/AZ-1/end", "{\"reason\":\"closed\"}", officer("ines", 2))
                        .get("state")
                        .asString())
                .isEqualTo("ENDED");
        assertThat(JSON.readTree(get("/v1/decisions", officer("jo", 2)).body()))
                .filteredOn(entry -> entry.get("subject").asString().equals("case/AZ-1"))
                .extracting(entry -> entry.get("action").asString() + " "
                        + entry.get("actor").asString())
                .containsExactly("case-ended person:ines", "case-approved person:jo", "case-asked person:ines");
        assertThat(JSON.readTree(get("/v1/decisions/check", officer("jo", 2)).body())
                        .get("intact")
                        .asBoolean())
                .isTrue();
        assertThat(get("/actuator/health/ready", "").statusCode()).isEqualTo(200);
    }

    @Test
    void twoPersonsDecideOnPagesAndNobodyDecidesAlone() throws Exception {
        try (Browser ines = signedIn("ines", "audit-officer", CLIENT);
                Browser jo = signedIn("jo", "audit-officer", CLIENT)) {
            assertThat(ask(ines, "AZ-P1", Map.of("transaction", TRANSACTION))).isEqualTo("/console/cases/AZ-P1");
            String own = ines.get("/console/cases/AZ-P1").body();
            assertThat(own)
                    .contains(
                            "Another person of this organisation has to approve it",
                            "by this member&#39;s own sight no such transaction is committed")
                    .doesNotContain("Approve: open this case");
            assertThat(row(ines.get("/console/cases").body(), "own")).contains("AZ-P1");
            assertThat(row(jo.get("/console/cases").body(), "waiting")).contains("AZ-P1", "transaction " + TRANSACTION);
            assertThat(row(jo.get("/console/cases?text=z-p1").body(), "waiting"))
                    .contains("AZ-P1");
            assertThat(jo.get("/console/cases?text=case").body()).doesNotContain("AZ-P1");
            // who asked for it sends the form all the same
            ines.post("/console/cases/AZ-P1", "/console/cases/AZ-P1/approval", Map.of());
            assertThat(ines.get("/console/cases/AZ-P1").body())
                    .contains("Who asked for a case does not approve it.", ">ASKED<");

            assertThat(jo.get("/console/cases/AZ-P1").body()).contains("Approve: open this case", "Refuse");
            jo.post("/console/cases/AZ-P1", "/console/cases/AZ-P1/approval", Map.of());
            assertThat(jo.get("/console/cases/AZ-P1").body())
                    .contains(">OPEN<", "person:jo", "case-approved", "End this case for ever")
                    .doesNotContain("Approve: open this case");
            ines.post("/console/cases/AZ-P1", "/console/cases/AZ-P1/end", Map.of("reason", "closed"));
            assertThat(ines.get("/console/cases/AZ-P1").body())
                    .contains(">ENDED<", "case-ended")
                    .doesNotContain("What it opens", "End this case");
        }
    }

    @Test
    void whatACommitterDidNotSignIsAsIfItHadNotAnswered() throws Exception {
        try (Browser ines = signedIn("ines", "audit-officer", CLIENT)) {
            assertThat(ask(ines, "AZ-P6", Map.of("transaction", UNSIGNED))).isEqualTo("/console/cases/AZ-P6");

            assertThat(ines.get("/console/cases/AZ-P6").body())
                    .contains("cannot be seen now")
                    .doesNotContain("no such transaction is committed");
        }
    }

    @Test
    void aRefusedCaseNeverOpens() throws Exception {
        try (Browser ines = signedIn("ines", "audit-officer", CLIENT);
                Browser jo = signedIn("jo", "audit-officer", CLIENT)) {
            Map<String, String> person = Map.of("enrollment", "00".repeat(31) + "05", "first", "10", "last", "19");
            assertThat(ask(ines, "AZ-P2", person)).isEqualTo("/console/cases/AZ-P2");
            assertThat(jo.get("/console/cases/AZ-P2").body())
                    .contains("whoever it is", "10 to 19", "00".repeat(31) + "05");

            jo.post("/console/cases/AZ-P2", "/console/cases/AZ-P2/refusal", Map.of("reason", "no <b>order</b>"));

            assertThat(row(jo.get("/console/cases").body(), "ended")).contains("AZ-P2");
            assertThat(jo.get("/console/cases/AZ-P2").body())
                    .contains("case-refused", "no &lt;b&gt;order&lt;/b&gt;", ">ENDED<");
            assertThat(post("/v1/cases/AZ-P2/approval", "{}", officer("jo", 2))
                            .get("code")
                            .asString())
                    .isEqualTo("case-not-asked");
            assertThat(post("/v1/cases/AZ-P2/refusal", "{\"reason\":\"again\"}", officer("jo", 2))
                            .get("code")
                            .asString())
                    .isEqualTo("case-not-asked");
            assertThat(ask(ines, "AZ-P2", person))
                    .as("one reference is one case")
                    .isEqualTo("/console/cases");
            assertThat(ask(ines, "AZ-P3", Map.of("enrollment", "05", "first", "10", "last", "19")))
                    .isEqualTo("/console/cases");
            assertThat(ines.get("/console/cases").body()).contains("Ids have 64 hexadecimal digits");
        }
    }

    @Test
    void theLogIsOnAPageWithItsHashesAndItsCheck() throws Exception {
        post(
                "/v1/cases",
                "{\"reference\":\"AZ-P4\",\"reason\":\"fraud\",\"transactionId\":\"" + TRANSACTION + "\"}",
                officer("ines", 2));
        try (Browser jo = signedIn("jo", "audit-officer", CLIENT)) {
            jo.post("/console/log", "/console/log/check", Map.of());
            assertThat(jo.get("/console/log?text=CASE-asked&order=OLDEST&day=").body())
                    .contains("<td>case-asked</td>")
                    .doesNotContain("<td>case-approved</td>", "Nothing here.");
            assertThat(jo.get("/console/log?day=1999-12-31").body()).contains("Nothing here.");
            String log = jo.get("/console/log").body();
            String hash = JSON.readTree(
                            get("/v1/decisions?limit=1", officer("jo", 2)).body())
                    .get(0)
                    .get("hash")
                    .asString();
            assertThat(log)
                    .contains("Every entry is as it was written (", "case/AZ-P4", hash)
                    .doesNotContain("The log is broken");
            JdbcClient jdbc = member.getBean(JdbcClient.class);
            jdbc.sql("alter table decision disable trigger user").update();
            jdbc.sql("update decision set actor = 'person:jo' where subject = 'case/AZ-P4'")
                    .update();
            try {
                jo.post("/console/log", "/console/log/check", Map.of());
                assertThat(jo.get("/console/log").body()).contains("The log is broken", "was changed");
                assertThat(jo.get("/console/cases").body())
                        .contains("No share is given until people have found out why");
            } finally {
                jdbc.sql("update decision set actor = 'person:ines' where subject = 'case/AZ-P4'")
                        .update();
                jdbc.sql("alter table decision enable trigger user").update();
                jo.post("/console/log", "/console/log/check", Map.of());
            }
            assertThat(jo.get("/console/log").body()).contains("Every entry is as it was written (");
        }
    }

    @Test
    void itsPagesAreForItsOwnPeopleAndViewersOnlyRead() throws Exception {
        post(
                "/v1/cases",
                "{\"reference\":\"AZ-P5\",\"reason\":\"fraud\",\"transactionId\":\"" + TRANSACTION + "\"}",
                officer("ines", 2));
        try (Browser nobody = new Browser(base);
                Browser other = signedIn("lee", "audit-officer", "audit-member-1");
                Browser none = signedIn("kim", "audit-officer", "");
                Browser auditor = signedIn("ada", "auditor", CLIENT);
                Browser viewer = signedIn("vic", "audit-viewer", CLIENT)) {
            assertThat(nobody.get("/console/cases").statusCode()).isEqualTo(302);
            for (Browser stranger : List.of(other, none, auditor)) {
                for (String page : List.of("/console", "/console/cases", "/console/cases/AZ-P5", "/console/log")) {
                    assertThat(stranger.get(page).statusCode()).as(page).isEqualTo(403);
                }
            }
            for (String page : List.of("/console/cases", "/console/cases/AZ-P5", "/console/log")) {
                HttpResponse<String> shown = viewer.get(page);
                assertThat(shown.statusCode()).as(page).isEqualTo(200);
                assertThat(shown.headers().firstValue("Content-Security-Policy").orElse(""))
                        .contains("default-src 'self'");
                assertThat(shown.body())
                        .contains("/console/assets/console.css")
                        .doesNotContain(
                                "<style", "style=", "<script>", "Approve: open", "Ask for the case", "Check now");
            }
            assertThat(viewer.post("/console/cases", "/console/cases/AZ-P5/approval", Map.of())
                            .statusCode())
                    .isEqualTo(403);
            assertThat(nobody.get("/console/assets/console.css").statusCode()).isEqualTo(200);
            assertThat(viewer.get("/console/cases/AZ-NONE").statusCode()).isEqualTo(404);
        }
        String viewer = issuer.tokenAt(CLIENT, "vic", "audit-viewer");
        for (String path : List.of("/v1/cases", "/v1/cases/AZ-P5", "/v1/decisions", "/v1/decisions/check")) {
            assertThat(get(path, viewer).statusCode()).as(path).isEqualTo(200);
        }
        for (String act : List.of("", "/AZ-P5/approval", "/AZ-P5/refusal", "/AZ-P5/end")) {
            assertThat(post("/v1/cases" + act, "{}", viewer).get("status").asInt())
                    .as(act)
                    .isEqualTo(403);
        }
        assertThat(JSON.readTree(get("/v1/cases/AZ-P5", viewer).body())
                        .get("state")
                        .asString())
                .isEqualTo("ASKED");
    }

    /// More than a page of the interface of those that ended, and than one of the console of those that wait.
    @Test
    void listsAreReadToTheLastCase() throws Exception {
        var scope = new CaseScope.OfTransaction(TransactionId.fromHex(TRANSACTION));
        DecisionStore log = member.getBean(DecisionStore.class);
        new TransactionTemplate(member.getBean(PlatformTransactionManager.class)).executeWithoutResult(_ -> {
            for (int i = 0; i < 630; i++) {
                String subject = AuditCase.subject("LIST-" + i);
                log.append(new Decision("person:ines", AuditCase.ASKED, subject, AuditCase.detail(scope, "noise")));
                if (i < 520) {
                    log.append(new Decision("person:jo", AuditCase.REFUSED, subject, "noise"));
                }
            }
        });

        assertThat(pages("/v1/cases?select=ended")).hasSize(520);
        assertThat(pages("/v1/cases?limit=200")).hasSize(630);
        assertThat(get("/v1/cases?select=live", officer("jo", 2)).statusCode()).isEqualTo(400);
        assertThat(get("/v1/cases?before=3", officer("jo", 2)).statusCode()).isEqualTo(400);
        try (Browser jo = signedIn("jo", "audit-officer", CLIENT)) {
            assertThat(pages(jo, "waiting")).hasSize(110);
            assertThat(pages(jo, "ended")).hasSize(520);
        }
    }

    /// As after a restart with a database that was put back to an earlier moment: the log is whole and its head signed.
    @Test
    void aDatabasePutBackToAnEarlierMomentIsFoundByTheFileOfTheNode() throws Exception {
        String form = "{\"reference\":\"AZ-5\",\"reason\":\"fraud\",\"transactionId\":\"" + TRANSACTION + "\"}";
        post("/v1/cases", form, officer("ines", 2));
        Path copy = Files.copy(logEnd(), network.resolve("earlier"));
        long entries = member.getBean(DecisionStore.class).check().entries();
        post("/v1/cases/AZ-5/end", "{\"reason\":\"closed\"}", officer("ines", 2));

        assertThat(restarted(logEnd()).check().intact()).isTrue();
        String later = Files.readString(logEnd());
        assertThat(later).startsWith((entries + 1) + " ").isNotEqualTo(Files.readString(copy));
        Path ahead =
                Files.writeString(network.resolve("ahead"), later.replaceFirst("^[0-9]+", Long.toString(entries + 2)));
        assertThat(restarted(ahead).check().brokenAt())
                .as("the database lacks the last entry")
                .isEqualTo(entries + 2);
        Path other = Files.writeString(network.resolve("other"), later.replaceFirst("^[0-9]+", Long.toString(entries)));
        assertThat(restarted(other).check().brokenAt())
                .as("it went on in another way from there")
                .isEqualTo(entries);
    }

    @Test
    void refusesFormsThatSayTooLittleOrTooMuch() throws Exception {
        for (String form : List.of(
                "{\"reference\":\"AZ-9\",\"reason\":\"fraud\"}",
                "{\"reference\":\"AZ-9\",\"reason\":\" \",\"transactionId\":\"" + TRANSACTION + "\"}",
                "{\"reference\":\"AZ 9\",\"reason\":\"fraud\",\"transactionId\":\"" + TRANSACTION + "\"}",
                "{\"reference\":\"AZ-9\",\"reason\":\"fraud\",\"transactionId\":\"ab\"}",
                "{\"reference\":\"AZ-9\",\"reason\":\"fraud\",\"enrollmentId\":\"" + "00".repeat(32)
                        + "\",\"firstBlock\":5,\"lastBlock\":4}",
                "{\"reference\":\"AZ-9\",\"reason\":\"fraud\",\"transactionId\":\"" + TRANSACTION
                        + "\",\"firstBlock\":1}",
                "{\"reason\":\"fraud\",\"transactionId\":\"" + TRANSACTION + "\"}")) {
            assertThat(post("/v1/cases", form, officer("ines", 2)).get("status").asInt())
                    .as(form)
                    .isEqualTo(400);
        }
        assertThat(get("/v1/cases/AZ-9", officer("ines", 2)).statusCode()).isEqualTo(404);
    }

    @Test
    void letsNobodyInButItsOwnOfficersAndTheAuditor() throws Exception {
        assertThat(get("/v1/cases", "").statusCode()).isEqualTo(401);
        assertThat(get("/v1/cases", issuer.tokenAt("audit-member-2", "ada", "auditor"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(get("/v1/cases", officer("ines", 1)).statusCode())
                .as("an officer of another member")
                .isEqualTo(403);
        for (Peer other : List.of(new Peer(NodeRole.BANK, 1), new Peer(NodeRole.AUDIT_MEMBER, 1))) {
            try (InternalClients clients = clients(other)) {
                assertThat(refused(
                                api(clients),
                                new ShareRequest("AZ-1", TRANSACTION, "x", List.of("payer-0"), List.of())))
                        .as(other.toString())
                        .isEqualTo(403);
            }
        }
        try (InternalClients clients = clients(new Peer(NodeRole.AUDITOR, 1))) {
            for (ShareRequest malformed : List.of(
                    new ShareRequest("AZ-1", TRANSACTION, "ada", List.of(), List.of()),
                    new ShareRequest("AZ-1", TRANSACTION, "ada", List.of("payer-0", "payer-0"), List.of()),
                    new ShareRequest("AZ-1", "ab", "ada", List.of("payer-0"), List.of()),
                    new ShareRequest("AZ 1", TRANSACTION, "ada", List.of("payer-0"), List.of()),
                    new ShareRequest("AZ-1", TRANSACTION, "", List.of("payer-0"), List.of()))) {
                assertThat(refused(api(clients), malformed))
                        .as(malformed.toString())
                        .isEqualTo(400);
            }
        }
    }

    @Test
    void itsShareIsOfTheKeyThatTheCeremonyPutIntoGenesis() {
        AuditPublicKey key = AuditParameters.of(genesis.configuration()
                        .namespace(CURRENCY)
                        .orElseThrow()
                        .hidden()
                        .orElseThrow()
                        .auditKey()
                        .orElseThrow())
                .key();
        Bytes32 seed = Bytes32.of(new byte[32]);
        Scalar blinding = AuditSession.keyCheckBlinding(genesis.networkId(), CURRENCY, seed);
        Bytes32 context = AuditSession.keyCheck(genesis.networkId(), CURRENCY, seed);
        try (InternalClients clients = clients(new Peer(NodeRole.AUDITOR, 1));
                NodeIdentity third = NodeIdentity.load(network, new Peer(NodeRole.AUDIT_MEMBER, 3))) {
            var second = api(clients)
                    .keyCheck(new KeyCheck(1, seed.toHex(), AuditKeys.name(key).toHex()))
                    .share(2);
            assertThatThrownBy(() -> api(clients).keyCheck(new KeyCheck(1, seed.toHex(), Bytes32.ZERO.toHex())))
                    .as("of another key, or of before or after a refresh")
                    .isInstanceOf(HttpClientErrorException.NotFound.class);
            var other =
                    third.auditShare(CURRENCY).orElseThrow().decrypt(key.handle(blinding), context, new SecureRandom());

            var outcome = ThresholdDecryption.open(
                    key,
                    G1.generator().add(Generators.BLINDING.multiply(blinding)),
                    key.handle(blinding),
                    context,
                    List.of(second, other));

            assertThat(outcome).isInstanceOfSatisfying(ThresholdDecryption.Outcome.Opened.class, opened -> {
                assertThat(opened.message()).isEqualTo(G1.generator());
                assertThat(opened.blamed()).isEmpty();
            });
        }
    }

    /// As `docs/openapi` says; `-Dflorin.write=true` writes that anew.
    @Test
    void describesItsApi() throws Exception {
        JsonNode described = JSON.readTree(get("/v3/api-docs", "").body());
        String served = (JSON.writeValueAsString(JSON.treeToValue(described, Object.class)) + "\n")
                .replaceAll("http://127\\.0\\.0\\.1:\\d+(?=/oauth2/token)", SANDBOX_ISSUER);
        Path file = Path.of("../docs/openapi/audit-member-service.json");
        if (Boolean.getBoolean("florin.write")) {
            Files.writeString(file, served);
        }

        assertThat(served)
                .isEqualTo(Files.readString(file))
                .contains("\"3.1", "/v1/cases/{reference}/approval")
                .doesNotContain("/internal");
        assertThat(served.replace(SANDBOX_ISSUER, "")).doesNotContain("127.0.0.1");
    }
}
