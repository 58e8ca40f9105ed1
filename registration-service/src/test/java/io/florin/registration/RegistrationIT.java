package io.florin.registration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.doubles.login.Browser;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.EnrollmentDirectory;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.enrollment.RegistrationRecord;
import io.florin.registration.fixture.RegistrationUnderTest;
import io.florin.registration.fixture.SharedRegistration;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentApplication;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentView;
import io.florin.runtime.http.StrictJson;
import io.florin.runtime.internal.NodeRole;
import io.florin.testkit.Patience;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.KeyPairGenerator;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.web.client.HttpClientErrorException;
import tools.jackson.databind.JsonNode;

/// The whole service on real ports with PostgreSQL and Kafka: admission, customers, standings, records, pages.
@ExtendWith(SharedRegistration.Shared.class)
class RegistrationIT {
    private static final Duration SOON = Patience.LIMIT;

    private static RegistrationUnderTest service;
    private static String officer1;
    private static String officer2;

    @BeforeAll
    static void start(SharedRegistration shared) {
        service = shared.service();
        officer1 = service.issuer().token("registrar1", "registration-officer");
        officer2 = service.issuer().token("registrar2", "registration-officer");
    }

    @Test
    void admitsABankOnlyWithAGreenCheckAndASecondPerson() throws Exception {
        String id = recordApplication(2, "FLTWDEFFXXX", service.base());
        String path = "/v1/participant-applications/" + id;

        assertThat(code(service.post(path + "/approval", officer2, reason("fine"))))
                .isEqualTo("not-conformant");
        assertThat(json(service.post(path + "/conformance", officer1, ""))
                        .get("conformance")
                        .asString())
                .isEqualTo("GREEN");
        assertThat(code(service.post(path + "/approval", officer1, reason("own"))))
                .isEqualTo("same-person");
        JsonNode approved = json(service.post(path + "/approval", officer2, reason("papers complete")));

        assertThat(approved.get("state").asString()).isEqualTo("APPROVED");
        assertThat(approved.get("recordedBy").asString()).isEqualTo("person:registrar1");
        assertThat(approved.get("decidedBy").asString()).isEqualTo("person:registrar2");
        assertThat(code(service.post(path + "/refusal", officer2, reason("late"))))
                .isEqualTo("already-decided");
        assertThat(nodeCertificateNames(2)).contains("florin://test-net/bank/2");
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(directory().participant(2))
                        .hasValueSatisfying(bank -> assertThat(bank.standing()).isEqualTo(Standing.ACTIVE)));
    }

    @Test
    void refusesABankWhoseEndpointsAreDead() throws Exception {
        String id = recordApplication(9, "FLNIDEFFXXX", URI.create("http://127.0.0.1:1"));
        String path = "/v1/participant-applications/" + id;

        assertThat(json(service.post(path + "/conformance", officer1, ""))
                        .get("conformance")
                        .asString())
                .isEqualTo("RED");
        assertThat(code(service.post(path + "/approval", officer2, reason("hope"))))
                .isEqualTo("not-conformant");
        assertThat(json(service.post(path + "/refusal", officer2, reason("dead endpoints")))
                        .get("reason")
                        .asString())
                .isEqualTo("dead endpoints");
        assertThat(service.get("/v1/participants/9", officer1).statusCode()).isEqualTo(404);
    }

    @Test
    void enrollsACleanCustomerByRuleAndIssuesACredential() throws Exception {
        RegistrationInternalApi bank = service.as(NodeRole.BANK, 1);
        Ed25519KeyPair owner = service.newKey();
        EnrollmentApplication application = service.application(1, "clean-1", "Adelin Beckhollow", 1, owner);

        EnrollmentView view = bank.apply(application);

        assertThat(view.state()).isEqualTo("APPROVED");
        assertThat(view.enrollmentId()).hasSize(32);
        X509Certificate credential = certificate(view.certificate());
        X509Certificate authority =
                certificate(service.get("/v1/authority-certificate", "").body());
        credential.verify(authority.getPublicKey());
        assertThat(credential.getSubjectX500Principal().getName()).contains("CN=" + view.enrollmentId());
        assertThat(bank.apply(application)).isEqualTo(view);
        assertThat(bank.enrollment("clean-1")).isEqualTo(view);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(directory().standing(new OwnerKey(owner.publicKey())))
                        .hasValue(Standing.ACTIVE));
    }

    @Test
    void refusesApplicationsThatDoNotProveOrRepeatDifferently() {
        RegistrationInternalApi bank = service.as(NodeRole.BANK, 1);
        Ed25519KeyPair owner = service.newKey();
        EnrollmentApplication good = service.application(1, "proof-1", "Aldo Brightwater", 1, owner);
        EnrollmentApplication forOtherBank = service.application(3, "proof-2", "Aldo Brightwater", 1, owner);
        EnrollmentApplication sameKey = service.application(1, "proof-3", "Somebody Else", 1, owner);

        assertProblem(() -> bank.apply(forOtherBank), "bad-proof-of-possession");
        bank.apply(good);
        assertProblem(() -> bank.apply(service.application(1, "proof-1", "Other Name", 1, owner)), "other-content");
        assertProblem(() -> bank.apply(sameKey), "owner-key-taken");
        assertProblem(() -> bank.apply(service.application(1, "proof-4", "A", 77, service.newKey())), "unknown-tier");
        assertProblem(
                () -> service.as(NodeRole.BANK, 3)
                        .apply(service.application(3, "p", "Nobody Known", 1, service.newKey())),
                "participant-not-active");
        assertThatThrownBy(() -> service.as(NodeRole.ENDORSER, 1).apply(good))
                .isInstanceOf(HttpClientErrorException.Forbidden.class);
        assertThatThrownBy(() -> service.as(NodeRole.BANK, 2).enrollment("proof-1"))
                .as("another bank does not see this bank's customers")
                .isInstanceOf(HttpClientErrorException.NotFound.class);
    }

    @Test
    void leavesAHitToAPersonAndKeepsTheListVersion() throws Exception {
        RegistrationInternalApi bank = service.as(NodeRole.BANK, 1);
        EnrollmentApplication application = service.application(1, "hit-1", "DRASKIL, Vorgán", 1, service.newKey());
        EnrollmentApplication born1961 = new EnrollmentApplication(
                application.reference(),
                application.fullName(),
                "1961-04-02",
                application.country(),
                application.documentType(),
                application.documentNumber(),
                application.requestedTier(),
                application.custodial(),
                application.ownerKey(),
                application.noteKey(),
                application.proofOfPossession());

        assertThat(bank.apply(born1961).state()).isEqualTo("SCREENED");

        JsonNode line = find(json(service.get("/v1/enrollments?select=hits", officer1)), "reference", "hit-1");
        String path = "/v1/enrollments/" + line.get("id").asString();
        JsonNode file = json(service.get(path, officer1));
        assertThat(file.get("hits").get(0).get("entry").asString()).isEqualTo("FX-0001");
        assertThat(file.get("listVersion").asString()).startsWith("2026-09-01/");
        assertThat(code(service.post(path + "/refusal", officer1, "{\"reason\":\"\"}")))
                .isEqualTo("invalid-request");
        service.post(path + "/refusal", officer1, reason("is the listed person"));
        EnrollmentView refused = bank.enrollment("hit-1");
        assertThat(refused.state()).isEqualTo("REFUSED");
        assertThat(refused.enrollmentId()).isEmpty();
        JsonNode decision =
                find(json(service.get("/v1/decisions?limit=500", officer1)), "action", "enrollment-refused");
        assertThat(decision.get("actor").asString()).isEqualTo("person:registrar1");
        assertThat(decision.get("reason").asString()).isEqualTo("is the listed person");
        assertThat(decision.get("listVersion").asString()).startsWith("2026-09-01/");
    }

    @Test
    void suspendsAndRevokesWithASecondPersonAndTellsEverybody() throws Exception {
        RegistrationInternalApi bank = service.as(NodeRole.BANK, 1);
        Ed25519KeyPair owner = service.newKey();
        OwnerKey key = new OwnerKey(owner.publicKey());
        bank.apply(service.application(1, "standing-1", "Anwen Calloway", 2, owner));
        JsonNode line = find(json(service.get("/v1/enrollments?select=all", officer1)), "reference", "standing-1");
        String path = "/v1/enrollments/" + line.get("id").asString();

        service.post(path + "/suspension", officer1, reason("court order 12"));
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(directory().standing(key)).hasValue(Standing.SUSPENDED));
        assertThat(bank.enrollment("standing-1").state()).isEqualTo("SUSPENDED");
        assertThat(code(service.post(path + "/reinstatement", officer1, reason("mine"))))
                .isEqualTo("same-person");
        service.post(path + "/reinstatement", officer2, reason("order lifted"));
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(directory().standing(key)).hasValue(Standing.ACTIVE));

        assertThat(service.post(path + "/revocation", officer1, reason("fraud")).statusCode())
                .isEqualTo(200);
        assertThat(code(service.post(path + "/revocation/approval", officer1, reason("me too"))))
                .isEqualTo("same-person");
        assertThat(bank.enrollment("standing-1").state()).isEqualTo("APPROVED");
        service.post(path + "/revocation/approval", officer2, reason("confirmed"));
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(directory().standing(key)).hasValue(Standing.REVOKED));
        assertThat(code(service.post(path + "/reinstatement", officer2, reason("no"))))
                .isEqualTo("not-possible-now");
    }

    @Test
    void takesOneTreasuryOfABankAndLeavesItToAPerson() throws Exception {
        RegistrationInternalApi bank = service.as(NodeRole.BANK, 1);

        assertThat(bank.apply(service.application(1, "treasury", "Bank One", 255, service.newKey()))
                        .state())
                .isEqualTo("SCREENED");
        assertProblem(
                () -> bank.apply(service.application(1, "treasury-2", "Bank One", 255, service.newKey())),
                "treasury-taken");
        JsonNode line = find(json(service.get("/v1/enrollments", officer1)), "reference", "treasury");
        service.post("/v1/enrollments/" + line.get("id").asString() + "/approval", officer2, reason("bank 1"));
        assertThat(bank.enrollment("treasury").state()).isEqualTo("APPROVED");
    }

    @Test
    void takesOneOfManyRepeatsAtOnce() throws Exception {
        RegistrationInternalApi bank = service.as(NodeRole.BANK, 1);
        EnrollmentApplication application = service.application(1, "race-1", "Aurel Dalmarsh", 1, service.newKey());
        List<Callable<String>> calls = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            calls.add(() -> bank.apply(application).enrollmentId());
        }
        try (var threads = Executors.newFixedThreadPool(8)) {
            List<String> ids = new ArrayList<>();
            for (var answer : threads.invokeAll(calls)) {
                ids.add(answer.get());
            }
            assertThat(ids).hasSize(8).containsOnly(ids.getFirst());
        }
    }

    @Test
    void numbersRecordsWithoutGapsAndSignsThem() {
        RegistrationInternalApi endorser = service.as(NodeRole.ENDORSER, 1);
        await().atMost(SOON).until(() -> endorser.records(5).size() > 3);

        List<RegistrationRecord> records = endorser.records(0).stream()
                .map(record -> RegistrationRecord.decode(Base64.getDecoder().decode(record)))
                .toList();

        for (int i = 0; i < records.size(); i++) {
            assertThat(records.get(i).sequence()).isEqualTo(i + 1);
            assertThat(records.get(i)
                            .isAuthentic(
                                    service.genesis().networkId(),
                                    service.genesis().configuration().registrationKey()))
                    .isTrue();
        }
        assertThatThrownBy(() -> endorser.records(-1)).isInstanceOf(HttpClientErrorException.BadRequest.class);
    }

    @Test
    void namesTheEntryThatADatabaseAdministratorDeletes() throws Exception {
        service.as(NodeRole.BANK, 1).apply(service.application(1, "log-1", "Berend Emberley", 1, service.newKey()));
        assertThat(json(service.get("/v1/decisions/check", officer1))
                        .get("intact")
                        .asBoolean())
                .isTrue();
        try (Connection database = service.postgres().connect();
                Statement statement = database.createStatement()) {
            assertThatThrownBy(() -> statement.execute("delete from decision where sequence = 2"))
                    .hasMessageContaining("append-only");
            statement.execute("create table decision_backup as select * from decision where sequence = 2");
            statement.execute("alter table decision disable trigger all");
            statement.execute("delete from decision where sequence = 2");

            JsonNode broken = json(service.get("/v1/decisions/check", officer1));
            statement.execute("insert into decision select * from decision_backup");
            statement.execute("update decision set reason = 'other' where sequence = 2");
            JsonNode changed = json(service.get("/v1/decisions/check", officer1));
            statement.execute("delete from decision where sequence = 2");
            statement.execute("insert into decision select * from decision_backup");
            statement.execute("alter table decision enable trigger all");

            assertThat(broken.get("brokenAt").asLong()).isEqualTo(2);
            assertThat(broken.get("what").asString()).isEqualTo("entry 2 is missing");
            assertThat(changed.get("what").asString()).isEqualTo("entry 2 was changed");
        }
        assertThat(json(service.get("/v1/decisions/check", officer1))
                        .get("intact")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void opensToOfficersOnly() {
        String teller = service.issuer().token("teller", "bank-clerk");

        assertThat(service.get("/v1/enrollments", "").statusCode()).isEqualTo(401);
        assertThat(service.get("/v1/enrollments", teller).statusCode()).isEqualTo(403);
        assertThat(service.get("/v1/decisions", service.issuer().token("auditor", "auditor"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(service.get("/v1/other", officer1).statusCode()).isEqualTo(404);
        assertThat(service.get("/actuator/health/ready", "").statusCode()).isEqualTo(200);
        assertThat(service.get("/actuator/prometheus", "metrics-of-a-test").body())
                .contains("florin_registration_records_last");
    }

    @Test
    void describesItsApi() {
        JsonNode api = json(service.get("/v3/api-docs", ""));

        assertThat(api.path("openapi").asString()).startsWith("3.1");
        assertThat(api.path("servers").toString()).contains("\"url\":\"/\"").doesNotContain("127.0.0.1");
        for (String path : List.of(
                "/v1/participants/{id}/suspension",
                "/v1/enrollments",
                "/v1/rescreening-tasks/{id}/clearance",
                "/v1/decisions/check",
                "/v1/authority-certificate")) {
            assertThat(api.path("paths").has(path)).as(path).isTrue();
        }
        assertThat(api.path("paths").toString()).doesNotContain("/console", "/internal");
        api.path("paths").valueStream().flatMap(JsonNode::valueStream).forEach(operation -> {
            assertThat(operation.path("summary").asString(""))
                    .as(operation.toString())
                    .isNotEmpty();
            assertThat(operation.at("/responses/default/content").toString())
                    .contains("application/problem+json", "#/components/schemas/Problem");
        });
        assertThat(api.at("/paths/~1v1~1enrollments~1{id}~1approval/post/responses/409/description")
                        .asString())
                .contains("same-person");
    }

    @Test
    void letsAnOfficerDecideOnPages() throws Exception {
        String recorded = recordApplication(40, "FLFODEFFXXX", service.base());
        service.as(NodeRole.BANK, 1)
                .apply(service.application(1, "page-1", "Krakenmoor Shipping Lines", 3, service.newKey()));
        try (Browser browser = new Browser(service.base())) {
            browser.signIn(service.issuer(), "registrar2", "registration-officer");

            assertThat(browser.get("/console").body()).contains("Screening hits");
            String hits = browser.get("/console/enrollments?select=HITS").body();
            assertThat(browser.get("/console/enrollments?select=HITS&name=KRAKEN")
                            .body())
                    .contains(">Krakenmoor");
            assertThat(browser.get("/console/enrollments?select=HITS&name=nobody-of-this-name")
                            .body())
                    .contains("Nothing here");
            assertThat(hits).contains("Krakenmoor Shipping Lines");
            String page = hits.replaceAll("(?s).*href=\"(/console/enrollments/[0-9a-f-]{36})\">Krakenmoor.*", "$1");
            assertThat(browser.get(page).body()).contains("FX-0012", "FICTION-ASSETS");
            HttpResponse<String> posted =
                    browser.post(page, page + "/refusal", Map.of("reason", "listed shipping line"));
            assertThat(posted.statusCode()).isEqualTo(302);
            assertThat(browser.get(page).body()).contains("REFUSED by person:registrar2", "listed shipping line");
            for (String other : List.of(
                    "/console/participants",
                    "/console/participants/1",
                    "/console/participant-applications",
                    "/console/participant-applications/" + recorded,
                    "/console/participant-applications/new",
                    "/console/decisions",
                    "/console/assets/console.css")) {
                assertThat(browser.get(other).statusCode()).as(other).isEqualTo(200);
            }
        }
    }

    private static EnrollmentDirectory directory() {
        EnrollmentDirectory directory = new EnrollmentDirectory(
                service.genesis().networkId(), service.genesis().configuration().registrationKey());
        RegistrationInternalApi endorser = service.as(NodeRole.ENDORSER, 2);
        List<String> page = endorser.records(0);
        while (!page.isEmpty()) {
            page.forEach(record -> directory.apply(
                    RegistrationRecord.decode(Base64.getDecoder().decode(record))));
            page = endorser.records(directory.lastSequence());
        }
        assertThat(directory.isBroken()).isFalse();
        return directory;
    }

    private static String recordApplication(int participant, String bic, URI endpoint) throws Exception {
        URI internal = URI.create(endpoint.toString().replace("http:", "https:"));
        String body = StrictJson.mapper()
                .writeValueAsString(Map.of(
                        "participant",
                        participant,
                        "name",
                        "Bank " + participant,
                        "bic",
                        bic,
                        "apiEndpoint",
                        endpoint.toString(),
                        "internalEndpoint",
                        internal.toString(),
                        "certificateRequest",
                        certificateRequest()));
        HttpResponse<String> created = service.post("/v1/participant-applications", officer1, body);
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        return json(created).get("id").asString();
    }

    private static String certificateRequest() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        var keys = generator.generateKeyPair();
        byte[] der = new JcaPKCS10CertificationRequestBuilder(new X500Name("CN=whatever"), keys.getPublic())
                .build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate()))
                .getEncoded();
        return "-----BEGIN CERTIFICATE REQUEST-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
                + "\n-----END CERTIFICATE REQUEST-----\n";
    }

    private static String nodeCertificateNames(int participant) throws Exception {
        String pem = json(service.get("/v1/participants/" + participant, officer1))
                .get("certificate")
                .asString();
        X509Certificate issued = certificate(pem);
        issued.verify(certificate(Files.readString(service.network().resolve("ca.pem")))
                .getPublicKey());
        return String.valueOf(issued.getSubjectAlternativeNames());
    }

    private static X509Certificate certificate(String pem) throws Exception {
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
    }

    private static void assertProblem(Callable<?> call, String code) {
        assertThatThrownBy(call::call)
                .isInstanceOfSatisfying(
                        HttpClientErrorException.class,
                        refused ->
                                assertThat(refused.getResponseBodyAsString()).contains("urn:florin:problem:" + code));
    }

    private static JsonNode find(JsonNode list, String field, String value) {
        Optional<JsonNode> found = list.valueStream()
                .filter(node -> node.get(field).asString().equals(value))
                .findFirst();
        return found.orElseThrow(() -> new AssertionError("no " + value + " in " + list));
    }

    private static String code(HttpResponse<String> response) {
        return json(response).get("code").asString();
    }

    private static String reason(String reason) {
        return "{\"reason\":\"" + reason + "\"}";
    }

    private static JsonNode json(HttpResponse<String> response) {
        return StrictJson.mapper().readTree(response.body());
    }
}
