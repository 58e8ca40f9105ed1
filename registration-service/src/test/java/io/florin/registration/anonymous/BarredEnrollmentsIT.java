package io.florin.registration.anonymous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes32;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.NetworkId;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.enrollment.RegistrationRecord;
import io.florin.registration.fixture.Holder;
import io.florin.registration.fixture.RegistrationUnderTest;
import io.florin.registration.fixture.SharedRegistration;
import io.florin.runtime.api.BarredHead;
import io.florin.runtime.api.BarredInternalApi;
import io.florin.runtime.api.BarredInternalApi.BarredEnrollment;
import io.florin.runtime.api.CredentialInternalApi;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentView;
import io.florin.runtime.http.StrictJson;
import io.florin.runtime.internal.NodeRole;
import io.florin.testkit.Patience;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.web.client.HttpClientErrorException;
import tools.jackson.databind.JsonNode;

/// The list of barred enrollments on real ports and a real PostgreSQL.
@ExtendWith(SharedRegistration.Shared.class)
class BarredEnrollmentsIT {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final Random random = new Random(20261121);
    private final RegistrationUnderTest service;
    private final CredentialInternalApi bank;
    private final BarredInternalApi auditor;
    private final NodeIdentity node;

    BarredEnrollmentsIT(SharedRegistration shared) {
        service = shared.service();
        bank = service.credentialsAs(NodeRole.BANK, 1);
        auditor = service.barredAs(NodeRole.AUDITOR, 1);
        node = service.context().getBean(NodeIdentity.class);
    }

    @BeforeEach
    void untilAnEpochHasBegun() {
        await().atMost(Patience.LIMIT)
                .ignoreExceptions()
                .until(() -> bank.credentialEpoch().epoch() > 0);
    }

    @Test
    void namesWhoIsSuspendedOrRevokedFromTheRecordOfItOn() {
        Holder first = holder();
        Holder second = holder();
        String suspended = issue(first);
        String revoked = issue(second);
        String good = issue(holder());
        assertThat(standings()).doesNotContainKeys(suspended, revoked, good);

        act(first, "/suspension", 1);
        act(second, "/revocation", 1);
        assertThat(standings())
                .as("asked for, not confirmed")
                .doesNotContainKey(revoked)
                .containsEntry(suspended, "SUSPENDED");
        act(second, "/revocation/approval", 2);

        long confirmed = lastRecord();
        assertThat(auditor.head().through()).isGreaterThanOrEqualTo(confirmed);
        assertThat(standings())
                .containsEntry(suspended, "SUSPENDED")
                .containsEntry(revoked, "REVOKED")
                .doesNotContainKey(good);
        act(first, "/reinstatement", 2);
        assertThat(standings()).doesNotContainKey(suspended).containsEntry(revoked, "REVOKED");
    }

    @Test
    void namesTheCustomersOfASuspendedBank() {
        String customer = issue(holder());
        Holder revoked = holder();
        String revokedId = issue(revoked);
        act(revoked, "/revocation", 1);
        act(revoked, "/revocation/approval", 2);
        post("/v1/participants/1/suspension", 1);
        try {
            assertThat(standings()).containsEntry(customer, "SUSPENDED").containsEntry(revokedId, "REVOKED");
        } finally {
            post("/v1/participants/1/reinstatement", 2);
        }
        assertThat(standings()).doesNotContainKey(customer).containsEntry(revokedId, "REVOKED");
    }

    @Test
    void signsTheWholeListItsPlaceAndItsTime() {
        Holder gone = holder();
        issue(gone);
        act(gone, "/suspension", 1);
        long before = System.currentTimeMillis();

        BarredHead head = auditor.head();

        Bytes32 key = service.genesis().configuration().registrationKey();
        assertThat(head.isAuthentic(node.networkId(), key)).isTrue();
        assertThat(head.timeMillis()).isBetween(before, System.currentTimeMillis());
        assertThat(head.isAuthentic(new NetworkId(Bytes32.ZERO), key)).isFalse();
        for (BarredHead other : List.of(
                new BarredHead(head.through() + 1, head.timeMillis(), head.count(), head.digest(), head.signature()),
                new BarredHead(head.through(), head.timeMillis() + 1, head.count(), head.digest(), head.signature()),
                new BarredHead(head.through(), head.timeMillis(), head.count() - 1, head.digest(), head.signature()),
                new BarredHead(
                        head.through(), head.timeMillis(), head.count(), Bytes32.ZERO.toHex(), head.signature()))) {
            assertThat(other.isAuthentic(node.networkId(), key)).isFalse();
        }
        List<BarredEnrollment> page = auditor.page("");
        assertThat(page).isSortedAccordingTo(java.util.Comparator.comparing(BarredEnrollment::eid));
        assertThat(auditor.page(page.getFirst().eid())).isEqualTo(page.subList(1, page.size()));
        assertThat(auditor.page(page.getLast().eid())).isEmpty();
        assertThatThrownBy(() -> auditor.page("00")).isInstanceOf(HttpClientErrorException.class);
    }

    @Test
    void tellsAuditorsOnly() {
        for (NodeRole role : List.of(NodeRole.BANK, NodeRole.ENDORSER, NodeRole.COMMITTER, NodeRole.CENTRAL_BANK)) {
            assertThatThrownBy(() -> service.barredAs(role, 1).head())
                    .isInstanceOf(HttpClientErrorException.Forbidden.class);
            assertThatThrownBy(() -> service.barredAs(role, 1).page(""))
                    .isInstanceOf(HttpClientErrorException.Forbidden.class);
        }
    }

    /// Of a list that is what its head says.
    private Map<String, String> standings() {
        BarredHead head = auditor.head();
        List<BarredEnrollment> page = auditor.page("");
        assertThat(page).hasSizeLessThan(BarredInternalApi.PAGE_MAX).hasSize((int) head.count());
        BarredHead.Entries digest = new BarredHead.Entries();
        page.forEach(one -> digest.add(HexFormat.of().parseHex(one.eid()), Standing.valueOf(one.standing())));
        assertThat(digest.digest().toHex()).isEqualTo(head.digest());
        return page.stream().collect(Collectors.toMap(BarredEnrollment::eid, BarredEnrollment::standing));
    }

    private String issue(Holder holder) {
        return bank.issueCredential(holder.reference(), holder.request(random)).eid();
    }

    private Holder holder() {
        Ed25519KeyPair owner = service.newKey();
        String reference = "barred-" + NUMBER.incrementAndGet();
        EnrollmentView enrolled =
                service.as(NodeRole.BANK, 1).apply(service.application(1, reference, "Adelin Beckhollow", 1, owner));
        return new Holder(
                node.networkId(),
                node.credentialKey().orElseThrow().publicKey(),
                reference,
                enrolled.enrollmentId(),
                owner,
                Scalar.random(random),
                Scalar.random(random));
    }

    private long lastRecord() {
        long last = 0;
        for (List<String> page = records(0); !page.isEmpty(); page = records(last)) {
            last = RegistrationRecord.decode(Base64.getDecoder().decode(page.getLast()))
                    .sequence();
        }
        return last;
    }

    private List<String> records(long after) {
        return service.as(NodeRole.AUDITOR, 1).records(after);
    }

    private void act(Holder holder, String change, int officer) {
        String all = service.get("/v1/enrollments?select=all", officer(1)).body();
        JsonNode line = StrictJson.mapper()
                .readTree(all)
                .valueStream()
                .filter(found -> found.get("reference").asString().equals(holder.reference()))
                .findFirst()
                .orElseThrow();
        post("/v1/enrollments/" + line.get("id").asString() + change, officer);
    }

    private void post(String path, int officer) {
        var answer = service.post(path, officer(officer), "{\"reason\":\"court order 8\"}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private String officer(int number) {
        return service.issuer().token("registrar" + number, "registration-officer");
    }
}
