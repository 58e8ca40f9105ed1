package io.florin.registration.anonymous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.group.Scalar;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.identity.NodeIdentity;
import io.florin.registration.fixture.Holder;
import io.florin.registration.fixture.RegistrationUnderTest;
import io.florin.registration.fixture.SharedRegistration;
import io.florin.runtime.api.CredentialInternalApi;
import io.florin.runtime.api.CredentialInternalApi.IssuedCredential;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentView;
import io.florin.runtime.internal.NodeRole;
import io.florin.testkit.Patience;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.web.client.HttpClientErrorException;

/// Registration's answers about enrollment ids, and who gets them.
@ExtendWith(SharedRegistration.Shared.class)
class IssuedIdsIT {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final Random random = new Random(20261121);
    private final RegistrationUnderTest service;
    private final CredentialInternalApi bank;
    private final NodeIdentity node;

    IssuedIdsIT(SharedRegistration shared) {
        service = shared.service();
        bank = service.credentialsAs(NodeRole.BANK, 1);
        node = service.context().getBean(NodeIdentity.class);
        await().ignoreExceptions()
                .atMost(Patience.LIMIT)
                .until(() -> bank.credentialEpoch().epoch() > 0);
    }

    @Test
    void tellsNobodyWhoseTheEidIs() {
        Holder holder = holder("public");
        IssuedCredential issued = bank.issueCredential(holder.reference(), holder.request(random));

        String records = allRecords()
                .map(record -> hex(Base64.getDecoder().decode(record)))
                .collect(Collectors.joining("\n"));
        String decisions = service.get("/v1/decisions?limit=500", officer(1)).body();

        assertThat(records).contains(holder.owner().publicKey().toHex()).doesNotContain(issued.eid());
        assertThat(decisions).contains("credential-issued").doesNotContain(issued.eid());
    }

    /// Other classes have thousands of holders at the same registration.
    private Stream<String> allRecords() {
        RegistrationInternalApi registration = service.as(NodeRole.ENDORSER, 1);
        List<String> records = new ArrayList<>();
        List<String> page;
        do {
            page = registration.records(records.size());
            records.addAll(page);
        } while (page.size() == RegistrationInternalApi.RECORDS_MAX);
        return records.stream();
    }

    @Test
    void tellsAuditorsWhichEidsItIssuedAndNobodyElse() {
        Holder first = holder("ids");
        Holder second = holder("more-ids");
        List<String> issued = List.of(
                bank.issueCredential(first.reference(), first.request(random)).eid(),
                bank.issueCredential(second.reference(), second.request(random)).eid());

        List<String> told = service.idsAs(NodeRole.AUDITOR, 1).enrollmentIds("");

        assertThat(told).containsAll(issued).isSorted().doesNotHaveDuplicates();
        assertThat(service.idsAs(NodeRole.AUDITOR, 1).enrollmentIds(told.getFirst()))
                .containsAll(told.subList(1, told.size()))
                .doesNotContain(told.getFirst());
        assertThat(service.idsAs(NodeRole.AUDITOR, 1).enrollmentIds(told.getLast()))
                .doesNotContainAnyElementsOf(told);
        for (NodeRole other : List.of(NodeRole.BANK, NodeRole.ENDORSER)) {
            assertThatThrownBy(() -> service.idsAs(other, 1).enrollmentIds(""))
                    .isInstanceOf(HttpClientErrorException.Forbidden.class);
        }
        assertThatThrownBy(() -> service.idsAs(NodeRole.AUDITOR, 1).enrollmentIds("xyz"))
                .isInstanceOf(HttpClientErrorException.BadRequest.class);
    }

    private String officer(int number) {
        return service.issuer().token("registrar" + number, "registration-officer");
    }

    private Holder holder(String name) {
        Ed25519KeyPair owner = service.newKey();
        String reference = "issued-" + name + "-" + NUMBER.incrementAndGet();
        EnrollmentView enrolled =
                service.as(NodeRole.BANK, 1).apply(service.application(1, reference, "Adelin Beckhollow", 1, owner));
        return new Holder(
                node.networkId(),
                node.credentialKey().orElseThrow().publicKey(),
                enrolled.reference(),
                enrolled.enrollmentId(),
                owner,
                Scalar.random(random),
                Scalar.random(random));
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
