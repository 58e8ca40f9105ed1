package io.florin.registration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.doubles.login.Browser;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.enrollment.RegistrationRecord;
import io.florin.registration.fixture.RegistrationUnderTest;
import io.florin.registration.fixture.SharedRegistration;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.api.RegistrationInternalApi.ClosingForm;
import io.florin.runtime.api.RegistrationInternalApi.ClosingStep;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentApplication;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentView;
import io.florin.runtime.api.RegistrationInternalApi.ShareForm;
import io.florin.runtime.http.StrictJson;
import io.florin.runtime.internal.NodeRole;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.web.client.HttpClientErrorException;
import tools.jackson.databind.JsonNode;

/// One person has one limit, whichever banks and wallets: two banks over their own certificates, the whole service.
@ExtendWith(SharedRegistration.Shared.class)
class OnePersonIT {
    private static final int OTHER = SharedRegistration.SECOND_BANK;

    private static RegistrationUnderTest service;
    private static RegistrationInternalApi bank1;
    private static RegistrationInternalApi bank4;
    private static String officer;

    @BeforeAll
    static void start(SharedRegistration shared) {
        service = shared.service();
        bank1 = service.as(NodeRole.BANK, 1);
        bank4 = service.as(NodeRole.BANK, OTHER);
        officer = service.issuer().token("registrar1", "registration-officer");
    }

    @Test
    void onePassportHasOneLimitOverAllWalletsOfAllBanks() {
        assertThat(bank1.apply(self(1, "one-1", "P-111", null)).holdingShare()).isEqualTo(10_000);

        for (int wallet = 2; wallet <= 6; wallet++) {
            EnrollmentView more = bank1.apply(self(1, "one-" + wallet, "P111", null));
            assertThat(more.state()).isEqualTo("REFUSED");
            assertThat(more.reason()).isEqualTo("person-limit-reached");
        }
        EnrollmentView elsewhere = bank4.apply(custodial(OTHER, "one-1", "P111", null));
        assertThat(elsewhere.state()).isEqualTo("REFUSED");
        assertThat(elsewhere)
                .as("what the other bank is told of it")
                .isEqualTo(new EnrollmentView("one-1", "REFUSED", "", 1, "person-limit-reached", "", 0));

        assertThat(bank1.share("one-1", new ShareForm(4_000)).holdingShare()).isEqualTo(4_000);
        assertThat(bank4.apply(custodial(OTHER, "one-2", "P111", 7_000)).state())
                .as("more than is left")
                .isEqualTo("REFUSED");
        assertThat(bank4.apply(custodial(OTHER, "one-3", "P111", null)).holdingShare())
                .isEqualTo(6_000);
        assertProblem(() -> bank1.share("one-1", new ShareForm(4_001)), "person-limit-reached");
        assertThat(bank4.share("one-3", new ShareForm(5_000)).holdingShare()).isEqualTo(5_000);
        assertThat(bank1.share("one-1", new ShareForm(5_000)).holdingShare()).isEqualTo(5_000);
        assertThat(bank1.enrollment("one-1").holdingShare()).isEqualTo(5_000);
        assertProblem(() -> bank1.share("one-2", new ShareForm(1)), "not-possible-now");
        assertThatThrownBy(() -> bank4.share("one-4", new ShareForm(1)))
                .as("another bank's wallet")
                .isInstanceOf(HttpClientErrorException.NotFound.class);

        assertThat(history("one-1", 1))
                .contains("10000 to 4000 of 10000", "4000 to 5000 of 10000", "bank:1", "enrollment-share");
    }

    @Test
    void revokedWalletsGiveTheirShareBack() {
        bank1.apply(custodial(1, "back-1", "P-222", null));
        String path = "/v1/enrollments/" + idOf("back-1", 1);
        service.post(path + "/revocation", officer, reason("lost keys"));
        assertThat(bank4.apply(custodial(OTHER, "back-1", "P-222", null)).state())
                .isEqualTo("REFUSED");
        service.post(
                path + "/revocation/approval",
                service.issuer().token("registrar2", "registration-officer"),
                reason("lost keys"));

        assertThat(bank4.apply(custodial(OTHER, "back-2", "P-222", null)).holdingShare())
                .isEqualTo(10_000);
    }

    /// Its bank closes a wallet: suspended while money may be on its way, revoked once it is empty. The share is the
    /// person's again once, however often the end is told.
    @Test
    void aClosedWalletGivesItsShareBackOnce() {
        bank1.apply(custodial(1, "close-1", "P-777", null));
        bank1.apply(custodial(1, "close-2", "P-778", null));
        EnrollmentView active = bank1.enrollment("close-1");
        Bytes32 id = Sha256.hash(active.enrollmentId().getBytes(StandardCharsets.US_ASCII));

        assertProblem(() -> bank1.closing("close-1", new ClosingForm(ClosingStep.END)), "not-possible-now");
        assertThatThrownBy(() -> bank4.closing("close-1", new ClosingForm(ClosingStep.BEGIN)))
                .as("another bank's wallet")
                .isInstanceOf(HttpClientErrorException.NotFound.class);
        for (int time = 0; time < 2; time++) {
            assertThat(bank1.closing("close-1", new ClosingForm(ClosingStep.BEGIN))
                            .state())
                    .isEqualTo("CLOSING");
        }
        assertThat(bank4.apply(custodial(OTHER, "close-1", "P-777", null)).state())
                .as("nothing is given back yet")
                .isEqualTo("REFUSED");
        assertThat(bank1.closing("close-1", new ClosingForm(ClosingStep.STOP)).state())
                .isEqualTo("APPROVED");
        bank1.closing("close-1", new ClosingForm(ClosingStep.BEGIN));
        EnrollmentView closed = bank1.closing("close-1", new ClosingForm(ClosingStep.END));
        assertThat(closed.state()).isEqualTo("CLOSED");
        assertThat(closed.holdingShare()).isZero();
        assertThat(standingsOf(id))
                .containsExactly(
                        Standing.ACTIVE, Standing.SUSPENDED, Standing.ACTIVE, Standing.SUSPENDED, Standing.REVOKED);

        assertThat(bank4.apply(custodial(OTHER, "close-2", "P-777", 7_000)).holdingShare())
                .isEqualTo(7_000);
        assertThat(bank1.closing("close-1", new ClosingForm(ClosingStep.END))).isEqualTo(closed);
        assertProblem(() -> bank1.closing("close-1", new ClosingForm(ClosingStep.STOP)), "not-possible-now");
        assertProblem(() -> bank1.share("close-1", new ShareForm(1)), "not-possible-now");
        assertThat(standingsOf(id)).hasSize(5);
        assertThat(bank4.apply(custodial(OTHER, "close-3", "P-777", null)).holdingShare())
                .isEqualTo(3_000);
        assertThat(history("close-1", 1))
                .contains("enrollment-begin-closing", "enrollment-stop-closing", "enrollment-end-closing", "bank:1");

        bank1.closing("close-2", new ClosingForm(ClosingStep.BEGIN));
        String officers = "/v1/enrollments/" + idOf("close-2", 1);
        assertThat(service.post(officers + "/suspension", officer, reason("court order"))
                        .statusCode())
                .isEqualTo(200);
        assertProblem(() -> bank1.closing("close-2", new ClosingForm(ClosingStep.END)), "not-possible-now");
        assertThat(bank1.enrollment("close-2").state()).isEqualTo("SUSPENDED");
    }

    /// Record of an enrollment that everybody was told.
    private static List<Standing> standingsOf(Bytes32 id) {
        List<Standing> standings = new ArrayList<>();
        long after = 0;
        for (List<String> page = bank1.records(after); !page.isEmpty(); page = bank1.records(after)) {
            for (String encoded : page) {
                RegistrationRecord record =
                        RegistrationRecord.decode(Base64.getDecoder().decode(encoded));
                after = record.sequence();
                if (record.event() instanceof EnrollmentChanged changed
                        && changed.enrollment().equals(id)) {
                    standings.add(changed.standing());
                }
            }
        }
        return standings;
    }

    /// However many apply at once: first applications of one passport, and each asks for two fifths.
    @Test
    void givesNoMoreThanOneLimitWhenManyApplyAtOnce() throws Exception {
        List<Callable<EnrollmentView>> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            String reference = "crowd-" + i;
            EnrollmentApplication here = custodial(1, reference, "P-333", 4_000);
            EnrollmentApplication there = self(OTHER, reference, "P-333", 4_000);
            all.add(() -> bank1.apply(here));
            all.add(() -> bank4.apply(there));
        }
        int given = 0;
        try (var threads = Executors.newFixedThreadPool(all.size())) {
            for (Future<EnrollmentView> answer : threads.invokeAll(all)) {
                given += answer.get().holdingShare();
            }
        }
        assertThat(given).isEqualTo(8_000);
    }

    @Test
    void whoHasALikeNameAndTheSameDateOfBirthIsForAnOfficerToSay() {
        bank1.apply(named(1, "like-1", "Quillon Ashgrove", "1971-03-09", "P-444"));
        EnrollmentView again = bank4.apply(named(OTHER, "like-1", "ASHGROVE, Quillón", "1971-03-09", "P-445"));
        assertThat(again.state()).isEqualTo("SCREENED");
        assertThat(bank4.apply(named(OTHER, "like-2", "Quillon Ashgrove", "1971-03-10", "P-446"))
                        .state())
                .as("born another day")
                .isEqualTo("APPROVED");

        String id = idOf("like-1", OTHER);
        String path = "/v1/enrollments/" + id;
        assertThat(json(service.get(path, officer)).get("findings").toString()).contains("PERSON_POSSIBLY_KNOWN");
        assertThat(code(service.post(path + "/approval", officer, reason("fine"))))
                .isEqualTo("person-undecided");
        JsonNode file = json(service.get(path + "/person", officer));
        JsonNode possible = file.get("possible").get(0);
        assertThat(possible.get("fullName").asString()).isEqualTo("Quillon Ashgrove");
        assertThat(possible.get("explanation").asString())
                .startsWith("the same date of birth and another document; the same words");
        String same = "{\"person\":\"" + possible.get("person").asString() + "\",\"reason\":\"same face\"}";
        assertThat(service.post(path + "/person", officer, same).statusCode()).isEqualTo(200);

        assertThat(code(service.post(path + "/approval", officer, reason("fine"))))
                .as("the first wallet has the whole limit")
                .isEqualTo("person-limit-reached");
        bank1.share("like-1", new ShareForm(2_500));
        assertThat(service.post(path + "/approval", officer, reason("fine")).statusCode())
                .isEqualTo(200);
        assertThat(bank4.enrollment("like-1").holdingShare()).isEqualTo(7_500);
        assertThat(bank1.apply(named(1, "like-3", "Quillon Ashgrove", "1971-03-09", "P-445"))
                        .reason())
                .as("the other passport is the same person's from now on")
                .isEqualTo("person-limit-reached");
        assertThat(history("like-1", OTHER)).contains("enrollment-same-person", "same face");
    }

    @Test
    void anotherPersonOfTheSameNameHasALimitOfItsOwn() {
        bank1.apply(named(1, "twin-1", "Ambrose Thistlewood", "1980-01-02", "P-555"));
        bank4.apply(named(OTHER, "twin-1", "Ambrose Thistlewood", "1980-01-02", "P-556"));
        String path = "/v1/enrollments/" + idOf("twin-1", OTHER);
        try (Browser browser = new Browser(service.base())) {
            browser.signIn(service.issuer(), "registrar1", "registration-officer");
            String page = "/console/enrollments/" + idOf("twin-1", OTHER);
            assertThat(browser.get(page).body()).contains("Another person", "Ambrose Thistlewood", "The same person");
            browser.post(page, page + "/person", Map.of("reason", "two births in the register"));
        }
        service.post(path + "/approval", officer, reason("fine"));

        assertThat(bank4.enrollment("twin-1").holdingShare()).isEqualTo(10_000);
        assertThat(history("twin-1", OTHER)).contains("enrollment-another-person");
    }

    @Test
    void aDocumentUnderAnotherNameWaitsForAnOfficer() {
        bank1.apply(named(1, "doc-1", "Perpetua Lindqvist", "1990-06-06", "P-666"));
        assertThat(bank4.apply(named(OTHER, "doc-1", "Horatio Wexcombe", "1959-06-06", "P-666"))
                        .state())
                .isEqualTo("SCREENED");
        String path = "/v1/enrollments/" + idOf("doc-1", OTHER);
        assertThat(json(service.get(path, officer)).get("findings").toString()).contains("DOCUMENT_OF_ANOTHER");
        assertThat(code(service.post(path + "/approval", officer, reason("fine"))))
                .isEqualTo("person-limit-reached");
    }

    private static EnrollmentApplication custodial(
            int bank, String reference, String passport, @Nullable Integer share) {
        return application(bank, reference, "Isolde Winterbourne", born(passport), passport, true, share);
    }

    private static EnrollmentApplication self(int bank, String reference, String passport, @Nullable Integer share) {
        return application(bank, reference, "Isolde Winterbourne", born(passport), passport, false, share);
    }

    /// Each passport's holder was born another day.
    private static String born(String passport) {
        int number = Integer.parseInt(passport.replaceAll("[^0-9]", ""));
        return LocalDate.of(1980, 1, 1).plusDays(number).toString();
    }

    private static EnrollmentApplication named(
            int bank, String reference, String name, String birthDate, String passport) {
        return application(bank, reference, name, birthDate, passport, true, null);
    }

    private static EnrollmentApplication application(
            int bank,
            String reference,
            String name,
            String birthDate,
            String passport,
            boolean custodial,
            @Nullable Integer share) {
        EnrollmentApplication any = service.application(bank, reference, name, 1, service.newKey());
        return new EnrollmentApplication(
                reference,
                name,
                birthDate,
                "XF",
                "PASSPORT",
                passport + "7654",
                1,
                custodial,
                any.ownerKey(),
                any.noteKey(),
                any.proofOfPossession(),
                null,
                share);
    }

    private static String idOf(String reference, int bank) {
        return json(service.get("/v1/enrollments?select=all", officer))
                .valueStream()
                .filter(line -> line.get("reference").asString().equals(reference)
                        && line.get("participant").asInt() == bank)
                .findFirst()
                .orElseThrow()
                .get("id")
                .asString();
    }

    private static String history(String reference, int bank) {
        String subject = "enrollment/" + idOf(reference, bank);
        return json(service.get("/v1/decisions?limit=500", officer))
                .valueStream()
                .filter(entry -> entry.get("subject").asString().equals(subject))
                .toList()
                .toString();
    }

    private static void assertProblem(Callable<?> call, String code) {
        assertThatThrownBy(call::call)
                .isInstanceOfSatisfying(
                        HttpClientErrorException.class,
                        refused ->
                                assertThat(refused.getResponseBodyAsString()).contains("urn:florin:problem:" + code));
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
