package io.florin.registration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.doubles.login.Browser;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.EnrollmentDirectory;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.enrollment.RegistrationRecord;
import io.florin.registration.fixture.RegistrationUnderTest;
import io.florin.registration.fixture.SharedRegistration;
import io.florin.registration.people.RescreeningService;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.http.StrictJson;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.loop.BackgroundLoop;
import io.florin.runtime.screening.NameScreening;
import io.florin.runtime.screening.SanctionsList;
import io.florin.testkit.Patience;
import jakarta.persistence.EntityManagerFactory;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hibernate.SessionFactory;
import org.hibernate.stat.Statistics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/// Admitted people against a new sanctions list: everybody is screened again, and a second person decides about hits.
@ExtendWith(SharedRegistration.Shared.class)
class RescreeningIT {
    private static final Duration SOON = Patience.LIMIT;

    private static SharedRegistration shared;
    private static RegistrationUnderTest service;
    private static String officer1;
    private static String officer2;

    @BeforeAll
    static void start(SharedRegistration given) {
        shared = given;
        service = given.service();
        officer1 = service.issuer().token("registrar1", "registration-officer");
        officer2 = service.issuer().token("registrar2", "registration-officer");
    }

    @AfterEach
    void asItWas() {
        shared.resetList();
        awaitEverybodyScreened();
    }

    @Test
    void suspendsAnAdmittedPersonWhomANewListNames() {
        Ed25519KeyPair owner = service.newKey();
        admit("rescreen-1", "Tamsin Quillfeather", owner);
        admit("rescreen-2", "Osric Pennyroyal", service.newKey());

        list("FX-9001", "Tamsin Quillfeather");

        JsonNode task = awaitTask("Tamsin Quillfeather");
        assertThat(task.get("standing").asString()).isEqualTo("ACTIVE");
        assertThat(task.get("hits").toString()).contains("FX-9001", "FICTION-NEW");
        awaitEverybodyScreened();
        assertThat(task("Osric Pennyroyal")).isEmpty();
        String path = "/v1/rescreening-tasks/" + task.get("id").asString();
        assertThat(code(service.post(path + "/suspension", officer1, "{\"reason\":\" \"}")))
                .isEqualTo("invalid-request");

        JsonNode decided = json(service.post(path + "/suspension", officer1, reason("same person, checked by phone")));

        assertThat(decided.get("state").asString()).isEqualTo("SUSPENDED");
        assertThat(decided.get("standing").asString()).isEqualTo("SUSPENDED");
        assertThat(decided.get("decidedBy").asString()).isEqualTo("person:registrar1");
        assertThat(code(service.post(path + "/clearance", officer2, reason("late"))))
                .isEqualTo("already-decided");
        assertThat(task("Tamsin Quillfeather")).isEmpty();
        assertThat(directory().standing(new OwnerKey(owner.publicKey()))).hasValue(Standing.SUSPENDED);
        assertThat(service.as(NodeRole.BANK, 1).enrollment("rescreen-1").state())
                .isEqualTo("SUSPENDED");
        String decisions = service.get("/v1/decisions", officer1).body();
        assertThat(decisions).contains("enrollment-listed", "rule:rescreening", "listing-confirmed");
    }

    @Test
    void asksOnceAboutAPersonWhoIsClearedUntilTheListSaysMore() {
        admit("rescreen-3", "Isolde Marrowgate", service.newKey());
        list("FX-9002", "Isolde Marrowgatt");
        JsonNode task = awaitTask("Isolde Marrowgate");
        String path = "/v1/rescreening-tasks/" + task.get("id").asString();
        JsonNode cleared = json(service.post(path + "/clearance", officer2, reason("born elsewhere")));
        assertThat(cleared.get("state").asString()).isEqualTo("CLEARED");
        assertThat(cleared.get("standing").asString()).isEqualTo("ACTIVE");

        shared.replaceList(SharedRegistration.originalList()
                + entry("FX-9002", "Isolde Marrowgatt")
                + entry("FX-9003", "Nobody Hereabouts"));
        awaitEverybodyScreened();
        assertThat(task("Isolde Marrowgate")).as("decided about already").isEmpty();

        list("FX-9002", "Isolde Marrowgate");
        assertThat(awaitTask("Isolde Marrowgate").get("id").asString())
                .as("a closer likeness is another question")
                .isNotEqualTo(task.get("id").asString());
    }

    /// Whoever was admitted.
    @Test
    void aPassInWhichNobodyIsDueIsOneStatement() {
        admit("rescreen-work", "Peregrine Astle", service.newKey());
        awaitEverybodyScreened();
        BackgroundLoop loop = service.context().getBean("rescreening", BackgroundLoop.class);
        loop.stop();
        Statistics counted = service.context()
                .getBean(EntityManagerFactory.class)
                .unwrap(SessionFactory.class)
                .getStatistics();
        counted.setStatisticsEnabled(true);
        try {
            long before = counted.getPrepareStatementCount();
            assertThat(service.context().getBean(RescreeningService.class).step())
                    .isZero();
            assertThat(counted.getPrepareStatementCount() - before).isEqualTo(1);
        } finally {
            counted.setStatisticsEnabled(false);
            loop.start();
        }
    }

    @Test
    void needsAnotherPersonThanWhoApproved() {
        service.as(NodeRole.BANK, 1)
                .apply(service.application(1, "rescreen-4", "Ferrand Willowmere", 3, service.newKey()));
        JsonNode waiting = find(json(service.get("/v1/enrollments", officer1)), "Ferrand Willowmere");
        String id = waiting.get("id").asString();
        service.post("/v1/enrollments/" + id + "/approval", officer1, reason("papers complete"));
        list("FX-9004", "Ferrand Willowmere");
        String path = "/v1/rescreening-tasks/"
                + awaitTask("Ferrand Willowmere").get("id").asString();

        assertThat(code(service.post(path + "/clearance", officer1, reason("I know him"))))
                .isEqualTo("same-person");
        try (Browser browser = new Browser(service.base())) {
            browser.signIn(service.issuer(), "registrar2", "registration-officer");
            String page = "/console/rescreening";
            assertThat(browser.get(page).body()).contains("Ferrand Willowmere", "FX-9004");
            browser.post(page, path.replace("/v1/rescreening-tasks", page) + "/clearance", Map.of("reason", "another"));
            assertThat(browser.get(page).body()).contains("CLEARED by person:registrar2: another");
        }
    }

    @Test
    void renewsTheLikenessesOfAnApplicationThatWaits() {
        service.as(NodeRole.BANK, 1)
                .apply(service.application(1, "rescreen-5", "Godwin Applethorn", 3, service.newKey()));
        list("FX-9005", "Godwin Applethorn");
        awaitEverybodyScreened();

        JsonNode hit = find(json(service.get("/v1/enrollments?select=hits", officer1)), "Godwin Applethorn");
        assertThat(hit.get("hits").asInt()).isEqualTo(1);
        assertThat(task("Godwin Applethorn")).as("a person looks at it anyway").isEmpty();
    }

    /// Texts of a list may be longer than what is stored of them.
    @Test
    void takesALineWithFieldsLongerThanTheirColumns() {
        admit("rescreen-6", "Leopold Hawthornden", service.newKey());
        String programme = "P".repeat(150);
        shared.replaceList(SharedRegistration.originalList()
                + entry("FX-" + "9".repeat(100), "Leopold Hawthornden", programme + "1"));

        JsonNode task = awaitTask("Leopold Hawthornden");
        awaitEverybodyScreened();
        assertThat(task.get("hits").get(0).get("programme").asString())
                .hasSize(100)
                .startsWith("PPPP");
        String path = "/v1/rescreening-tasks/" + task.get("id").asString();
        service.post(path + "/clearance", officer2, reason("born elsewhere"));

        shared.replaceList(SharedRegistration.originalList()
                + entry("FX-" + "9".repeat(100), "Leopold Hawthornden", programme + "1")
                + entry("FX-9007", "Nobody Hereabouts"));
        awaitEverybodyScreened();
        assertThat(task("Leopold Hawthornden")).as("decided about already").isEmpty();

        shared.replaceList(SharedRegistration.originalList()
                + entry("FX-" + "9".repeat(100), "Leopold Hawthornden", programme + "2"));
        assertThat(awaitTask("Leopold Hawthornden").get("id").asString())
                .as("another programme is another question")
                .isNotEqualTo(task.get("id").asString());
    }

    /// A hit that the database does not take holds up one person only, who stays due. A NUL in the list, which no
    /// database takes in a text, holds up nobody.
    @Test
    void screensTheOthersWhenOnePersonCannotBeScreened() {
        JdbcClient jdbc = service.context().getBean(JdbcClient.class);
        jdbc.sql("alter table screening_hit add constraint unstorable check (entry <> 'FX-9008')")
                .update();
        admit("rescreen-7", "Barnaby Unstorable", service.newKey());
        List<String> others = List.of("Cornelia Thistledown", "Dorothea Larkspurred", "Eustacia Brambleway");
        others.forEach(name -> admit("rescreen-" + name.replace(' ', '-'), name, service.newKey()));

        shared.replaceList(SharedRegistration.originalList()
                + entry("FX-9008", "Barnaby Unstorable")
                + entry("FX-9009", others.get(0), "FICTION\u0000")
                + entry("FX-9010", others.get(1))
                + entry("FX-9011", others.get(2)));

        others.forEach(RescreeningIT::awaitTask);
        await().atMost(SOON)
                .until(() -> json(service.get("/v1/rescreening", officer1))
                                .get("due")
                                .asLong()
                        == 1);
        assertThat(task("Barnaby Unstorable")).isEmpty();
        awaitHealth("DEGRADED");
        assertThat(ready().body()).contains("people not screened against the list in use: 1");
        jdbc.sql("alter table screening_hit drop constraint unstorable").update();
        list("FX-9008", "Barnaby Unstorable");
        awaitTask("Barnaby Unstorable");
        awaitHealth("UP");
    }

    @Test
    void approvesOnlyWithTheLikenessesThatTheOfficerWasShown() {
        service.as(NodeRole.BANK, 1)
                .apply(service.application(1, "rescreen-8", "Hepzibah Corncrake", 3, service.newKey()));
        JsonNode waiting = find(json(service.get("/v1/enrollments", officer1)), "Hepzibah Corncrake");
        String file = "/v1/enrollments/" + waiting.get("id").asString();
        try (Browser browser = new Browser(service.base())) {
            browser.signIn(service.issuer(), "registrar2", "registration-officer");
            String page = file.replace("/v1", "/console");
            String shown = listShown(browser.get(page));

            list("FX-9012", "Hepzibah Corncrake");
            awaitEverybodyScreened();

            Map<String, String> late = Map.of("reason", "no likeness", "listVersion", shown);
            assertThat(browser.post(page, page + "/approval", late).statusCode())
                    .isEqualTo(409);
            assertThat(code(service.post(file + "/approval", officer1, reason("no likeness"))))
                    .isEqualTo("conflict");
            assertThat(json(service.get(file, officer1)).get("state").asString())
                    .isEqualTo("SCREENED");

            HttpResponse<String> again = browser.get(page);
            assertThat(again.body()).contains("FX-9012");
            Map<String, String> seen = Map.of("reason", "born elsewhere", "listVersion", listShown(again));
            assertThat(browser.post(page, page + "/approval", seen).statusCode())
                    .isEqualTo(302);
            assertThat(json(service.get(file, officer1)).get("state").asString())
                    .isEqualTo("APPROVED");
        }
    }

    /// As the form of approval sends it back.
    private static String listShown(HttpResponse<String> page) {
        assertThat(page.body()).contains("name=\"listVersion\"");
        return page.body().replaceAll("(?s).*name=\"listVersion\" value=\"([^\"]+)\".*", "$1");
    }

    @Test
    void keepsTheListInUseWhenTheNextCannotBeRead() {
        String before = json(service.get("/v1/rescreening", officer1))
                .get("listVersion")
                .asString();
        shared.replaceList("this is no list");

        await().atMost(SOON)
                .until(() -> service.get("/actuator/prometheus", "metrics-of-a-test")
                        .body()
                        .matches("(?s).*florin_registration_sanctions_unreadable\\{[^}]*} 1.*"));
        assertThat(json(service.get("/v1/rescreening", officer1))
                        .get("listVersion")
                        .asString())
                .isEqualTo(before);
        assertThat(ready().body()).contains("\"sanctionsListCurrent\":false", "the sanctions list cannot be read");
        awaitHealth("DEGRADED");
    }

    /// People must look, and the service goes on.
    private static void awaitHealth(String status) {
        await().atMost(SOON)
                .until(() -> json(ready()).get("status").asString().equals(status) && ready().statusCode() == 200);
    }

    private static HttpResponse<String> ready() {
        return service.get("/actuator/health/ready", "");
    }

    private static void admit(String reference, String name, Ed25519KeyPair owner) {
        assertThat(service.as(NodeRole.BANK, 1)
                        .apply(service.application(1, reference, name, 1, owner))
                        .state())
                .isEqualTo("APPROVED");
    }

    private static void list(String id, String name) {
        shared.replaceList(SharedRegistration.originalList() + entry(id, name));
    }

    private static String entry(String id, String name) {
        return entry(id, name, "FICTION-NEW");
    }

    private static String entry(String id, String name, String programme) {
        return "\"%s\",\"Person\",\"%s\",\"\",\"\",\"xf\",\"\",\"%s\",\"fictional_sanctions\",\"2026-11-01\"\n"
                .formatted(id, name, programme);
    }

    private static void awaitEverybodyScreened() {
        String version = new NameScreening(SanctionsList.parse(shared.listBytes()), 920).listVersion();
        await().atMost(SOON).until(() -> {
            JsonNode state = json(service.get("/v1/rescreening", officer1));
            return state.get("listVersion").asString().equals(version)
                    && state.get("due").asLong() == 0;
        });
    }

    private static JsonNode awaitTask(String name) {
        return await().atMost(SOON).until(() -> task(name), Optional::isPresent).orElseThrow();
    }

    private static Optional<JsonNode> task(String name) {
        return json(service.get("/v1/rescreening-tasks", officer2))
                .valueStream()
                .filter(task -> task.get("fullName").asString().equals(name))
                .findFirst();
    }

    private static JsonNode find(JsonNode list, String name) {
        return list.valueStream()
                .filter(line -> line.get("fullName").asString().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in " + list));
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
        return directory;
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
