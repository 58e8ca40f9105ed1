package io.florin.endorser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.endorser.protocol.TransactionProgress;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.enrollment.RegistrationEvent.Heartbeat;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.rules.EndorsementCheck;
import io.florin.ledger.rules.RefusalReason;
import io.florin.ledger.rules.SettlementTranslator;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.NotePage;
import io.florin.runtime.api.EndorserApi.StageTime;
import io.florin.runtime.api.EndorserApi.SubmissionAnswer;
import io.florin.runtime.api.EndorserApi.SubmissionProgress;
import io.florin.runtime.api.ProgressTicket;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.observability.TraceContext;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.RestClientResponseException;

/// Endorsement from a submission to the topics. In this order, because figures count what came before, and the last
/// ones stop endorsers and revoke owners for good.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class EndorsementIT extends EndorsementScenes {

    @Test
    @Order(1)
    void aPaymentComesSignedIntoEveryPartysTopic() {
        Transfer transfer = payments.transfer(100);

        SubmissionAnswer answer = cluster.endorser(1).submit(encoded(transfer));

        assertThat(answer).isEqualTo(new SubmissionAnswer(transfer.id().toHex(), true, 0, ""));
        for (int party = 1; party <= 4; party++) {
            Bundle bundle = awaitBundleWith(party, transfer.id());
            assertThat(EndorsementCheck.isEndorsed(
                            bundle, cluster.networkId(), cluster.genesis().configuration()))
                    .isTrue();
        }
    }

    @Test
    @Order(2)
    void aBatchStaysInOneBundleInOrderAndARefusalDoesNotKillTheRest() {
        List<Submission> batch = new ArrayList<>();
        Transfer first = payments.transferTo(payments.payer(), 100);
        batch.add(Submission.of(first));
        var change = new TokenReference(first.id(), 0, first.outputs().getFirst());
        Transfer second = payments.spend(payments.header(TestPayments.EXPIRY), change, payments.payee());
        Transfer stranger = payments.transferTo(new TestPayments(cluster.genesis(), 77).payer(), 100);
        batch.add(Submission.of(stranger));
        batch.add(Submission.of(second));

        List<SubmissionAnswer> answers = cluster.endorser(2).submitAll(Submission.encodeList(batch));

        assertThat(answers).extracting(SubmissionAnswer::accepted).containsExactly(true, false, true);
        assertThat(answers.get(1).code()).isEqualTo("owner-not-enrolled");
        Bundle bundle = awaitBundleWith(1, first.id());
        assertThat(ids(bundle)).containsExactly(first.id(), second.id());
    }

    @Test
    @Order(3)
    void aRepeatGetsTheSameAnswerAndNoSecondBundle() {
        Transfer transfer = payments.transfer(100);
        cluster.endorser(1).submit(encoded(transfer));
        awaitBundleWith(1, transfer.id());

        assertThat(cluster.endorser(1).submit(encoded(transfer)).accepted()).isTrue();

        assertThat(cluster.topic(1).stream()
                        .filter(raw -> ids(Bundle.decode(raw)).contains(transfer.id())))
                .hasSize(1);
    }

    @Test
    @Order(4)
    void aFinalStatusIsSeenInTheProgress() throws Exception {
        Transfer transfer = payments.transfer(100);
        cluster.endorser(1).submit(encoded(transfer));
        awaitBundleWith(1, transfer.id());
        var lie =
                new TransactionOutcome(0, TransactionStatus.ABORTED_EXPIRED, Optional.of(transfer.id()), Bytes32.ZERO);
        cluster.publishStatuses(new byte[] {1, 2, 3});
        cluster.publishStatuses(new TestNetwork(5)
                .statuses(checkpoint(cluster.networkId(), lie), List.of(lie))
                .encode());
        cluster.publishStatuses(cluster.signed(checkpoint(new TestNetwork(5).networkId(), lie), lie)
                .encode());

        cluster.commit(ToldBlocks.told(SettlementTranslator.translate(transfer, false), TransactionStatus.COMMITTED));

        await().atMost(PATIENCE).untilAsserted(() -> {
            TransactionProgress progress = cluster.progress(1, transfer.id());
            assertThat(progress.stage()).isEqualTo("COMMITTED");
            assertThat(progress.steps())
                    .extracting(TransactionProgress.Step::stage)
                    .containsExactly("RECEIVED", "STORED", "PROPOSED", "ENDORSED", "PUBLISHED", "COMMITTED");
        });
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(cluster.progress(3, transfer.id()).stage()).isEqualTo("COMMITTED"));
        assertThat(metric("florin_endorser_status_untrusted_total"))
                .as("garbage, statuses that no committer signed, and those of another network")
                .isEqualTo(3);
    }

    /// A question without the submitter's ticket gets the same answer of the endorser that gathered, of one that holds
    /// the payment, and of a payment that there is not. So does whoever hands the same bytes in again.
    @Test
    @Order(5)
    void howFarAPaymentIsHearsWhoSubmittedItAndNobodyElse() throws Exception {
        Transfer transfer = payments.transfer(100);
        ProgressTicket ticket = ProgressTicket.draw(new Random(7));
        ProgressTicket other = ProgressTicket.draw(new Random(8));
        cluster.endorser(1).submit(encoded(transfer), ticket.toHex());
        cluster.endorser(1).submit(encoded(transfer), other.toHex());
        cluster.endorser(2).submit(encoded(transfer), other.toHex());

        String handle = ticket.handle(transfer.id()).toHex();
        SubmissionProgress told = cluster.endorser(1).progress(handle);
        assertThat(told.id()).isEqualTo(transfer.id().toHex());
        assertThat(told.times()).extracting(StageTime::stage).startsWith("RECEIVED", "STORED", "PROPOSED");
        assertThat(cluster.progress(2, transfer.id()).steps())
                .as("endorser 2 holds it too")
                .isNotEmpty();
        List<String> answers = new ArrayList<>();
        answers.add(asking("ab".repeat(32)).body());
        for (int endorser = 1; endorser <= 3; endorser++) {
            EndorserApi asked = cluster.endorser(endorser);
            for (String stranger : List.of(
                    other.handle(transfer.id()).toHex(),
                    transfer.id().toHex(),
                    ticket.toHex(),
                    endorser == 1 ? "00".repeat(32) : handle)) {
                assertThatThrownBy(() -> asked.progress(stranger))
                        .isInstanceOfSatisfying(
                                HttpClientErrorException.NotFound.class,
                                answer -> answers.add(answer.getResponseBodyAsString()));
            }
        }
        assertThat(answers).hasSize(13);
        assertThat(answers.stream().map(EndorsementIT::withoutTrace).distinct()).hasSize(1);
    }

    @Test
    @Order(5)
    void notesAreReadInTheOrderOfTheStore() {
        Transfer transfer = payments.transfer(100);
        cluster.endorser(1).submit(encoded(transfer));

        List<String> seen = new ArrayList<>();
        long after = 0;
        for (NotePage page = cluster.endorser(1).notes(after, 2);
                !page.notes().isEmpty();
                page = cluster.endorser(1).notes(after, 2)) {
            page.notes().forEach(note -> seen.add(note.transactionId() + note.note()));
            assertThat(page.next()).isGreaterThan(after);
            after = page.next();
        }

        String note =
                Base64.getEncoder().encodeToString(transfer.notes().getFirst().toArray());
        assertThat(seen).doesNotHaveDuplicates().contains(transfer.id().toHex() + note);
    }

    @Test
    @Order(6)
    void garbageIsRefusedWithAProblem() throws Exception {
        assertProblem(post("/v1/client-transactions", new byte[] {1, 2, 3}), 400, "malformed-request");
        assertProblem(post("/v1/client-transactions", new byte[200_000]), 413, "body-too-large");
        byte[] unsigned =
                Submission.of(payments.transfer(5).withSignatures(List.of())).encode();
        assertProblem(post("/v1/client-transactions", unsigned), 422, "bad-owner-signature");
        assertProblem(asking("ab".repeat(32)), 404, "not-found");
        assertProblem(asking("xyz"), 400, "malformed-request");
        assertProblem(get("/v1/notes?after=-1&limit=10"), 400, "invalid-request");
        assertProblem(get("/internal/v1/client-transactions/" + "ab".repeat(32)), 404, "not-found");
    }

    @Test
    @Order(7)
    void theTopicHasTheTraceOfTheTransactionAndNotOfTheRequest() {
        List<Transfer> transfers = List.of(payments.transfer(100), payments.transfer(101));
        TraceContext request = TraceContext.create();

        try (var _ = request.open()) {
            transfers.forEach(transfer -> cluster.endorser(1).submit(encoded(transfer)));
        }

        for (Transfer transfer : transfers) {
            awaitBundleWith(1, transfer.id());
            assertThat(cluster.records(1))
                    .filteredOn(message ->
                            ids(Bundle.decode(message.value())).getFirst().equals(transfer.id()))
                    .isNotEmpty()
                    .allSatisfy(message -> assertThat(trace(message.headers()))
                            .isEqualTo(TraceContext.of(transfer.id().value()).traceId())
                            .isNotEqualTo(request.traceId()));
        }
    }

    @Test
    @Order(8)
    void whatHappensIsMeasured() throws Exception {
        assertThat(metrics())
                .contains("florin_endorser_submissions_answered_total")
                .contains("florin_endorser_submissions_refused_total")
                .contains("florin_endorser_gather_bundle_transactions")
                .contains("florin_endorser_gather_latency_seconds")
                .contains("florin_endorser_gather_published_total")
                .contains("florin_endorser_directory_sequence");
        assertThat(get("/v3/api-docs").body())
                .contains("\"openapi\":\"3.1", "Florin endorser", "/v1/client-transactions/batch", "Submit a client")
                .contains("#/components/schemas/Problem")
                .doesNotContain("127.0.0.1", "/internal");
    }

    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    @Order(8)
    void aHiddenPaymentIsGatheredWithThePeersAndComesBackByItsId(PrivacyModel model) {
        HiddenPayments.Story story = cluster.story(model, treasury.payer(), 1);
        HiddenPayments.Story late = cluster.story(model, treasury.payer(), 2);
        HiddenPayment good = story.payment();
        var unproven = new HiddenPayment(
                good.header(),
                good.request(),
                good.certifierEpoch(),
                good.statement(),
                good.notes(),
                late.payment().proof(),
                List.of());
        byte[] batch = Submission.encodeList(
                List.of(cluster.audited(story.issue()), cluster.audited(good), cluster.audited(late.payment())));

        assertThat(cluster.endorser(1).submitAll(batch))
                .extracting(SubmissionAnswer::code)
                .containsExactly("", "", RefusalReason.CREDENTIAL_EPOCH_PASSED.code());
        assertThatThrownBy(() -> cluster.endorser(2)
                        .submit(cluster.audited(late.payment()).encode()))
                .hasMessageContaining(RefusalReason.CREDENTIAL_EPOCH_PASSED.code());
        assertThatThrownBy(() -> cluster.endorser(3)
                        .submit(cluster.audited(late.issue().withApprovals(List.of()))
                                .encode()))
                .hasMessageContaining(RefusalReason.TOO_FEW_APPROVALS.code());
        assertThat(cluster.endorser(1).submit(cluster.audited(good).encode()).accepted())
                .as("a repeat")
                .isTrue();
        Bundle bundle = awaitBundleWith(1, good.id());
        assertThat(ids(bundle)).containsExactly(story.issue().id(), good.id());
        assertThat(EndorsementCheck.isEndorsed(
                        bundle, cluster.networkId(), cluster.genesis().configuration()))
                .isTrue();
        await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(RestClientResponseException.class)
                .untilAsserted(() -> assertThat(cluster.endorser(1)
                                .submit(cluster.audited(unproven).encode())
                                .accepted())
                        .as("endorsed is endorsed, whatever a later proof of it is worth")
                        .isTrue());
        byte[] held = cluster.internal(1, new Peer(NodeRole.AUDITOR, 1))
                .clientTransaction(good.id().toHex());
        assertThat(ClientTransaction.decode(held)).isEqualTo(good);
        assertThat(cluster.endorser(1).notes(0, 1_000).notes())
                .filteredOn(note -> note.transactionId().equals(good.id().toHex()))
                .hasSize(2);
    }

    @Test
    @Order(9)
    void aBundleThatIsNotOrderedIsSubmittedDirectly() {
        Transfer transfer = payments.transfer(100);
        cluster.endorser(3).submit(encoded(transfer));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(cluster.direct())
                        .anyMatch(raw -> ids(Bundle.decode(raw)).contains(transfer.id())));
    }

    @Test
    @Order(10)
    void goesOnWhenOneEndorserIsDown() {
        cluster.stop(3);
        Transfer transfer = payments.transfer(100);

        assertThat(cluster.endorser(1).submit(encoded(transfer)).accepted()).isTrue();

        awaitBundleWith(2, transfer.id());
    }

    @Test
    @Order(11)
    void saysSoWhenTwoEndorsersAreDownAndRecoversWhatItStored() throws Exception {
        cluster.stop(3);
        cluster.stop(2);
        Transfer transfer = payments.transfer(100);

        assertThatThrownBy(() -> cluster.endorser(1).submit(encoded(transfer)))
                .isInstanceOfSatisfying(
                        HttpServerErrorException.ServiceUnavailable.class,
                        answer -> assertThat(answer.getResponseBodyAsString()).contains("too-few-endorsers"));
        assertThat(get("/actuator/health/quorum").statusCode()).isEqualTo(503);
        assertThat(cluster.progress(1, transfer.id()).stage()).isEqualTo("STORED");
        assertThat(cluster.topic(1)).noneMatch(raw -> ids(Bundle.decode(raw)).contains(transfer.id()));

        // It was stored and never published: what a crash between the two leaves behind.
        cluster.stop(1);
        cluster.start(2, 3);
        awaitReady(2);
        cluster.start(1);

        Bundle bundle = awaitBundleWith(1, transfer.id());
        assertThat(EndorsementCheck.isEndorsed(
                        bundle, cluster.networkId(), cluster.genesis().configuration()))
                .isTrue();
    }

    @Test
    @Order(12)
    void publishesAgainAfterARestartWhatIsNotFinalAndReadsOnlyWhatIsNew() throws Exception {
        awaitReady(1);
        Transfer transfer = payments.transfer(100);
        cluster.endorser(1).submit(encoded(transfer));
        awaitBundleWith(1, transfer.id());
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(cluster.progress(1, transfer.id()).stage()).isEqualTo("PUBLISHED"));
        long known = cluster.lastRecord();
        await().atMost(PATIENCE).until(() -> metric("florin_endorser_directory_sequence") >= known);

        cluster.stop(1);
        cluster.start(1);

        await().atMost(PATIENCE).until(() -> metric("florin_endorser_directory_sequence") > known);
        assertThat(metric("florin_endorser_directory_records_total"))
                .as("of %s records", cluster.lastRecord())
                .isLessThanOrEqualTo(cluster.lastRecord() - known);

        await().atMost(PATIENCE).untilAsserted(() -> {
            List<Bytes> copies = cluster.topic(1).stream()
                    .filter(raw -> ids(Bundle.decode(raw)).contains(transfer.id()))
                    .map(Bytes::of)
                    .toList();
            assertThat(copies).hasSizeGreaterThan(1);
            assertThat(copies).containsOnly(copies.getFirst());
        });
    }

    @Test
    @Order(13)
    void aRevocationHoldsWithinSeconds() throws Exception {
        awaitReady(1);
        var leaver = new TestPayments(cluster.genesis(), 31);
        cluster.register(payments.enrollment(leaver.payer(), Standing.ACTIVE), false);
        await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(RestClientResponseException.class)
                .untilAsserted(() -> assertThat(cluster.endorser(1)
                                .submit(encoded(leaver.transferTo(payments.payee(), 1)))
                                .accepted())
                        .isTrue());

        cluster.register(payments.enrollment(leaver.payer(), Standing.REVOKED), false);

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThatThrownBy(
                                () -> cluster.endorser(1).submit(encoded(leaver.transferTo(payments.payee(), 1))))
                        .hasMessageContaining("owner-revoked"));
    }

    @Test
    @Order(14)
    void aLostRecordIsFetchedFromRegistrationAndARevocationIsNotMissed() throws Exception {
        var leaver = new TestPayments(cluster.genesis(), 32);
        synchronized (EndorsementIT.class) {
            cluster.register(payments.enrollment(leaver.payer(), Standing.REVOKED), true);
            cluster.register(new Heartbeat(), false);
        }

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThatThrownBy(
                                () -> cluster.endorser(1).submit(encoded(leaver.transferTo(payments.payee(), 1))))
                        .hasMessageContaining(RefusalReason.OWNER_REVOKED.code()));
        awaitReady(1);
    }

    @Test
    @Order(15)
    void aGapThatRegistrationCannotFillStopsEndorsing() throws Exception {
        beating = false;
        long ahead = 10_000;

        cluster.publishRecord(cluster.sign(ahead, new Heartbeat()).encode());
        cluster.stopRegistration();
        cluster.publishRecord(cluster.sign(ahead + 1, new Heartbeat()).encode());

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThatThrownBy(
                                () -> cluster.endorser(1).submit(encoded(payments.transfer(1))))
                        .isInstanceOfSatisfying(
                                HttpServerErrorException.ServiceUnavailable.class,
                                answer -> assertThat(answer.getResponseBodyAsString())
                                        .contains("registration-not-current")));
        assertThat(get("/actuator/health/ready").statusCode()).isEqualTo(503);
    }
}
