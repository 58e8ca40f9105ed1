package io.florin.registration.anonymous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.group.Scalar;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.registration.fixture.Holder;
import io.florin.registration.fixture.SharedRegistration;
import io.florin.runtime.api.CredentialInternalApi.BlindRequest;
import io.florin.runtime.api.CredentialInternalApi.IssuedCredential;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentView;
import io.florin.runtime.internal.NodeRole;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.springframework.web.client.HttpClientErrorException;

/// Blind issuance of credentials.
class AnonymousCredentialsIT extends CredentialScenes {
    AnonymousCredentialsIT(SharedRegistration shared) {
        super(shared);
    }

    @Test
    void issuesACredentialWithoutLearningItsSecrets() throws Exception {
        Holder holder = holder("blind");

        IssuedCredential issued = bank.issueCredential(holder.reference(), holder.request(random));

        assertThat(holder.credential(issued).epoch()).isEqualTo(issued.epoch());
        assertThat(bank.credentialEpoch().epoch()).isEqualTo(issued.epoch());
        assertThat(bank.credentialEpoch().key())
                .isEqualTo(HexFormat.of().formatHex(holder.key().encode()));
        String everything = everythingInTheDatabase();
        assertThat(everything).contains(issued.eid(), issued.serialPart(), issued.signature());
        Scalar whole = holder.serialKey(issued);
        for (Scalar secret : List.of(holder.secretKey(), holder.serialKey(), whole)) {
            assertThat(everything).doesNotContain(hex(secret.toBytes()), hex(reversed(secret.toBytes())));
        }
    }

    @Test
    void keepsOneCommitmentForAnEnrollmentForEver() throws Exception {
        Holder holder = holder("once");
        BlindRequest request = holder.request(random);
        IssuedCredential issued = bank.issueCredential(holder.reference(), request);

        assertThat(bank.issueCredential(holder.reference(), request)).isEqualTo(issued);
        assertThat(bank.issueCredential(holder.reference(), holder.request(random)))
                .as("another proof of the same commitment")
                .isEqualTo(issued);
        for (Holder other : List.of(
                holder.with(holder.secretKey(), Scalar.random(random)),
                holder.with(Scalar.random(random), holder.serialKey()))) {
            assertProblem(() -> bank.issueCredential(other.reference(), other.request(random)), "other-commitment");
        }
        try (Connection database = service.postgres().connect();
                Statement statement = database.createStatement()) {
            for (String change : List.of(
                    "update credential_commitment set eid = eid",
                    "delete from credential_commitment",
                    "truncate credential_commitment cascade")) {
                assertThatThrownBy(() -> statement.execute(change)).hasMessageContaining("append-only");
            }
        }
    }

    @Test
    void takesOneOfManyCommitmentsAtOnce() throws Exception {
        Holder holder = holder("race");
        List<Callable<String>> calls = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            BlindRequest request =
                    holder.with(Scalar.random(random), Scalar.random(random)).request(random);
            calls.add(() -> {
                try {
                    return bank.issueCredential(holder.reference(), request).eid();
                } catch (HttpClientErrorException.Conflict refused) {
                    return "";
                }
            });
        }
        try (var threads = Executors.newFixedThreadPool(8)) {
            List<String> eids = new ArrayList<>();
            for (var answer : threads.invokeAll(calls)) {
                eids.add(answer.get());
            }
            assertThat(eids).filteredOn(eid -> !eid.isEmpty()).hasSize(1);
        }
    }

    @Test
    void refusesRequestsOfOthersAndReplays() {
        Holder holder = holder("wrong-1");
        Holder second = holder("wrong-2");
        BlindRequest good = holder.request(random);
        byte[] flipped = HexFormat.of().parseHex(good.request());
        flipped[100] ^= 1;

        assertProblem(() -> bank.issueCredential(second.reference(), good), "bad-proof-of-possession");
        assertProblem(
                () -> bank.issueCredential(
                        second.reference(), second.signed(HexFormat.of().parseHex(good.request()))),
                "bad-credential-request");
        assertProblem(() -> bank.issueCredential(holder.reference(), holder.signed(flipped)), "bad-credential-request");
        assertProblem(
                () -> bank.issueCredential(holder.reference(), holder.signed(new byte[144])), "bad-credential-request");
        assertProblem(
                () -> bank.issueCredential(holder.reference(), new BlindRequest(hex(flipped), good.ownerSignature())),
                "bad-proof-of-possession");
        for (BlindRequest malformed : List.of(
                new BlindRequest("", good.ownerSignature()),
                new BlindRequest("zz".repeat(144), good.ownerSignature()),
                new BlindRequest(good.request() + "00", good.ownerSignature()),
                new BlindRequest(good.request(), "00"))) {
            assertProblem(() -> bank.issueCredential(holder.reference(), malformed), "bad-field");
        }
        assertProblem(() -> bank.issueCredential("nobody", good), "no-such-application");
        assertProblem(
                () -> service.credentialsAs(NodeRole.BANK, 3).issueCredential(holder.reference(), good),
                "no-such-application");
        assertThatThrownBy(() -> service.credentialsAs(NodeRole.ENDORSER, 1).credentialEpoch())
                .isInstanceOf(HttpClientErrorException.Forbidden.class);
        assertThat(bank.issueCredential(holder.reference(), good).eid()).hasSize(64);
    }

    @Test
    void issuesNothingBeforeTheApprovalOrAfterASuspension() {
        RegistrationInternalApi registration = service.as(NodeRole.BANK, 1);
        Ed25519KeyPair owner = service.newKey();
        EnrollmentView waiting =
                registration.apply(service.application(1, "anonymous-company", "Alderbank Weavers", 3, owner));
        assertThat(waiting.state()).isEqualTo("SCREENED");
        Holder early = holder(waiting, owner);
        assertProblem(() -> bank.issueCredential(early.reference(), early.request(random)), "not-possible-now");

        Holder suspended = holder("suspended");
        act(suspended, "/suspension", 1);
        assertProblem(() -> bank.issueCredential(suspended.reference(), suspended.request(random)), "not-possible-now");
    }
}
