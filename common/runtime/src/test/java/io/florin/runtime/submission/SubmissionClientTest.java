package io.florin.runtime.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.rules.RefusalReason;
import io.florin.runtime.api.EndorserApi.SubmissionAnswer;
import io.florin.runtime.submission.SubmissionClient.Answer;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.ResourceAccessException;

/// Steps to take after each answer.
class SubmissionClientTest {
    private static final TestNetwork NETWORK = new TestNetwork(5);
    private static final Submission SUBMISSION = Submission.of(NETWORK.issue(
            NETWORK.header(9), NETWORK.newId(), new OwnerKey(NETWORK.auditor().publicKey()), 5));
    private static final EndorserGroup GROUP =
            NETWORK.configuration().endorserGroup(NamespaceId.CONFIGURATION).orElseThrow();
    private static final Supplier<SubmissionAnswer> TAKES = () -> new SubmissionAnswer("", true, 0, "");

    private static Answer submit(Supplier<Submission> submission, Supplier<SubmissionAnswer> endorsers) {
        return client(endorsers).submit(submission, GROUP);
    }

    private static SubmissionClient client(Supplier<SubmissionAnswer> endorsers) {
        return new SubmissionClient(new EndorserClient(List.of(new AskedEndorser(endorsers)), new Random(1)));
    }

    private static Answer refusedByEndorsers(String code) {
        return submit(() -> SUBMISSION, () -> new SubmissionAnswer("", false, 12, code));
    }

    private static Answer refusedByTheAuditor(String body) {
        return submit(refusing(body), TAKES);
    }

    private static Supplier<Submission> refusing(String body) {
        return () -> {
            throw HttpClientErrorException.create(
                    HttpStatus.UNPROCESSABLE_CONTENT,
                    "",
                    HttpHeaders.EMPTY,
                    body.getBytes(StandardCharsets.UTF_8),
                    null);
        };
    }

    @Test
    void whatIsTakenIsTaken() {
        assertThat(submit(() -> SUBMISSION, TAKES)).isEqualTo(new Answer.Taken());
    }

    @Test
    void whatIsOutOfDateNeedsAnotherTransactionWhoeverSaysSo() {
        for (RefusalReason reason : RefusalReason.values()) {
            Answer expected =
                    reason.isOutdated() ? new Answer.Outdated(reason.code()) : new Answer.Again(reason.code());
            assertThat(refusedByEndorsers(reason.code())).isEqualTo(expected);
            assertThat(refusedByTheAuditor("{\"code\":\"" + reason.code() + "\"}"))
                    .isEqualTo(expected);
        }
        assertThat(refusedByTheAuditor("no problem at all")).isEqualTo(new Answer.Again("refused-422"));
    }

    /// An earlier copy may be on its way.
    @Test
    void noRefusalEndsWhatIsHandedInAgain() {
        for (RefusalReason reason : RefusalReason.values()) {
            Answer again = new Answer.Again(reason.code());
            assertThat(client(() -> new SubmissionAnswer("", false, 12, reason.code()))
                            .submitAgain(() -> SUBMISSION, GROUP))
                    .isEqualTo(again);
            assertThat(client(TAKES).submitAgain(refusing("{\"code\":\"" + reason.code() + "\"}"), GROUP))
                    .isEqualTo(again);
        }
        assertThat(client(TAKES).submitAgain(() -> SUBMISSION, GROUP)).isEqualTo(new Answer.Taken());
    }

    @Test
    void whoeverDoesNotAnswerIsAskedAgain() {
        ResourceAccessException silent = new ResourceAccessException("not there", new ConnectException());
        assertThat(submit(
                        () -> {
                            throw silent;
                        },
                        TAKES))
                .isEqualTo(new Answer.Again("no-auditor-answers"));
        assertThat(submit(() -> SUBMISSION, () -> {
                    throw silent;
                }))
                .isEqualTo(new Answer.Again("no-endorser-answers"));
    }
}
