package io.florin.registration.identities;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.florin.crypto.hash.Sha256;
import io.florin.decisions.DecisionLog;
import io.florin.decisions.DecisionLog.Entry;
import io.florin.doubles.login.Browser;
import io.florin.registration.fixture.RegistrationUnderTest;
import io.florin.registration.fixture.SharedRegistration;
import io.florin.registration.people.StoredIdentities;
import io.florin.registration.protocol.Actor;
import io.florin.registration.protocol.OpenCases;
import io.florin.runtime.api.IdentityInternalApi;
import io.florin.runtime.api.IdentityInternalApi.Inquiry;
import io.florin.runtime.api.IdentityInternalApi.InquiryView;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentView;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.HttpClientErrorException;

/// Names of enrollment ids: under an open case, by two officers, with every step in the service's own log. Cases are
/// this test's; with members of an audit authority it runs in the sandbox.
@ExtendWith(SharedRegistration.Shared.class)
class IdentityInquiriesIT {
    private static final String AUDITOR = "auditor-1";
    private static final String PAYMENT = "ab".repeat(32);
    private static final Actor ANNA = Actor.of(new Peer(NodeRole.AUDITOR, 1), "anna");
    private static final Actor FIRST = Actor.person("registrar1");
    private static final Actor SECOND = Actor.person("registrar2");

    private static RegistrationUnderTest service;
    private static String enrollmentId;

    private final Map<String, String> open = new HashMap<>();
    private final IdentityInquiries inquiries = inquiries();

    @BeforeAll
    static void start(SharedRegistration shared) {
        service = shared.service();
        EnrollmentView enrolled = service.as(NodeRole.BANK, 1)
                .apply(service.application(1, "identity-1", "Leopoldine Marchbank", 1, service.newKey()));
        enrollmentId = Sha256.hash(enrolled.enrollmentId().getBytes(StandardCharsets.US_ASCII))
                .toHex();
    }

    private IdentityInquiries inquiries() {
        OpenCases cases = reference -> Optional.ofNullable(open.get(reference));
        JdbcClient jdbc = bean(JdbcClient.class);
        return new IdentityInquiries(
                jdbc,
                new TransactionTemplate(bean(PlatformTransactionManager.class)),
                new StoredIdentities(jdbc),
                cases,
                bean(DecisionLog.class),
                InstantSource.system(),
                UUID::randomUUID);
    }

    private static <T> T bean(Class<T> type) {
        return service.context().getBean(type);
    }

    @Test
    void twoOfficersReleaseANameUnderAnOpenCase() {
        open.put("court-1", "transaction " + PAYMENT);
        InquiryView asked = ask("court-1", PAYMENT);
        assertThat(asked.state()).isEqualTo("ASKED");
        assertThat(ask("court-1", PAYMENT)).as("asked again").isEqualTo(asked);
        assertRefused(() -> inquiries.tell(asked.id(), AUDITOR, ANNA), "not-released");

        assertThat(inquiries.approve(asked.id(), FIRST, "order seen").state())
                .isEqualTo(IdentityInquiry.State.APPROVED);
        assertRefused(() -> inquiries.tell(asked.id(), AUDITOR, ANNA), "not-released");
        assertRefused(() -> inquiries.approve(asked.id(), FIRST, "me again"), "same-person");
        assertRefused(() -> inquiries.tell(asked.id(), AUDITOR, ANNA), "not-released");
        assertThat(inquiries.approve(asked.id(), SECOND, "order checked").state())
                .isEqualTo(IdentityInquiry.State.RELEASED);

        assertThat(inquiries.tell(asked.id(), AUDITOR, ANNA).fullName()).isEqualTo("Leopoldine Marchbank");
        assertRefused(() -> inquiries.tell(asked.id(), "auditor-2", ANNA), "no-such-inquiry");
        assertThat(entries(asked.id()))
                .extracting(Entry::actor, Entry::action)
                .containsExactly(
                        tuple("node:auditor-1/anna", "identity-asked"),
                        tuple("person:registrar1", "identity-approved"),
                        tuple("person:registrar2", "identity-released"),
                        tuple("node:auditor-1/anna", "identity-told"));
        assertThat(entries(asked.id()).toString()).doesNotContain("Leopoldine");
    }

    @Test
    void nothingIsSaidWithoutACaseThatCoversIt() {
        assertRefused(() -> ask("court-2", PAYMENT), "no-open-case");
        open.put("court-2", "transaction " + "cd".repeat(32));
        assertRefused(() -> ask("court-2", PAYMENT), "no-open-case");
        assertThat(bean(DecisionLog.class).of("case/court-2"))
                .as("who asked without a case stands in the log")
                .extracting(Entry::actor, Entry::action)
                .containsOnly(tuple("node:auditor-1/anna", "identity-denied"))
                .hasSize(2);
    }

    @Test
    void aCaseThatEndedTellsNothingMore() {
        open.put("court-3", "an enrollment in blocks 1-9");
        InquiryView asked = ask("court-3", PAYMENT);
        inquiries.approve(asked.id(), FIRST, "order seen");
        String scope = open.remove("court-3");
        assertRefused(() -> inquiries.approve(asked.id(), SECOND, "too late"), "no-open-case");
        open.put("court-3", scope);
        inquiries.approve(asked.id(), SECOND, "order checked");
        open.remove("court-3");
        assertRefused(() -> inquiries.tell(asked.id(), AUDITOR, ANNA), "no-open-case");
    }

    @Test
    void oneOfficerIsEnoughToRefuse() {
        open.put("court-4", "transaction " + PAYMENT);
        InquiryView asked = ask("court-4", PAYMENT);
        inquiries.refuse(asked.id(), FIRST, "the order is of another court");
        assertRefused(() -> inquiries.approve(asked.id(), SECOND, "no"), "already-decided");
        assertRefused(() -> inquiries.tell(asked.id(), AUDITOR, ANNA), "not-released");
    }

    /// Whoever has the database cannot release a name alone.
    @Test
    void theDatabaseReleasesNothingThatOneOfficerDecided() {
        open.put("court-5", "transaction " + PAYMENT);
        InquiryView asked = ask("court-5", PAYMENT);
        JdbcClient jdbc = bean(JdbcClient.class);
        assertThatThrownBy(() -> jdbc.sql("update identity_inquiry set state = 'RELEASED', approved_by = 'person:x',"
                                + " decided_by = 'person:x' where id = ?")
                        .param(asked.id())
                        .update())
                .hasMessageContaining("check");
    }

    /// The running service knows no member of an audit authority here, so no case is open for it.
    @Test
    void theInternalPortIsForAuditorsAndAsksMembersItself() {
        Inquiry inquiry = new Inquiry("court-6", PAYMENT, enrollmentId, "anna");
        IdentityInternalApi auditor = service.identitiesAs(NodeRole.AUDITOR, 1);
        assertThatThrownBy(() -> auditor.ask(inquiry))
                .isInstanceOfSatisfying(
                        HttpClientErrorException.Forbidden.class,
                        refused -> assertThat(refused.getResponseBodyAsString()).contains("no-open-case"));
        assertThatThrownBy(() -> service.identitiesAs(NodeRole.BANK, 1).ask(inquiry))
                .isInstanceOf(HttpClientErrorException.Forbidden.class);
        String form = "{\"caseReference\":\"court-6\",\"transactionId\":\"" + PAYMENT + "\",\"enrollmentId\":\""
                + enrollmentId + "\"}";
        assertThat(service.post("/v1/identity-inquiries", service.issuer().token("anna", "auditor"), form)
                        .body())
                .contains("no-open-case");
        assertThat(service.post(
                                "/v1/identity-inquiries",
                                service.issuer().token("registrar1", "registration-officer"),
                                form)
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void thePageShowsWhoAsked() {
        open.put("court-7", "transaction " + PAYMENT);
        ask("court-7", PAYMENT);
        try (Browser browser = new Browser(service.base())) {
            browser.signIn(service.issuer(), "registrar1", "registration-officer");
            assertThat(browser.get("/console/identity-inquiries").body())
                    .contains("court-7", "node:auditor-1/anna", "Approve");
        }
    }

    private InquiryView ask(String reference, String payment) {
        return inquiries.ask(AUDITOR, ANNA, new Inquiry(reference, payment, enrollmentId, "anna"));
    }

    private static List<Entry> entries(UUID id) {
        return bean(DecisionLog.class).of("identity/" + id);
    }

    private static void assertRefused(ThrowingCallable call, String code) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refused -> assertThat(refused.problem().toString()).contains(code));
    }
}
