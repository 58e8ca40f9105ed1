package io.florin.runtime.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.SubmissionAnswer;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.ResourceAccessException;

/// Several transactions at once, in a network where two of three endorsers sign: two refusals leave too few.
class BatchAnswersTest {
    private static final TestNetwork NETWORK = new TestNetwork(5);
    private static final EndorserGroup GROUP =
            NETWORK.configuration().endorserGroup(NamespaceId.CONFIGURATION).orElseThrow();
    private static final String NOT_NOW = "registration-not-current";

    private final Submission first = submission();
    private final Submission second = submission();

    private static Submission submission() {
        return Submission.of(NETWORK.issue(
                NETWORK.header(9),
                NETWORK.newId(),
                new OwnerKey(NETWORK.auditor().publicKey()),
                5));
    }

    private static TransactionId id(Submission submission) {
        return submission.transaction().id();
    }

    private BatchAnswers submit(EndorserApi... endorsers) {
        return new EndorserClient(Arrays.asList(endorsers), new Random(1))
                .submitAll(List.of(first, second), null, GROUP, Set.of(NOT_NOW));
    }

    /// Takes what it does not refuse.
    private AskedEndorser refusing(Map<Submission, String> codes) {
        Map<TransactionId, String> byId = new HashMap<>();
        codes.forEach((submission, code) -> byId.put(id(submission), code));
        return new AskedEndorser(asked -> asked.stream()
                .map(each -> new SubmissionAnswer(
                        id(each).toHex(), !byId.containsKey(id(each)), 1, byId.getOrDefault(id(each), "")))
                .toList());
    }

    private static AskedEndorser failing(RuntimeException failure) {
        return new AskedEndorser((List<Submission> _) -> {
            throw failure;
        });
    }

    @Test
    void whatIsTakenIsAskedOfNobodyElse() {
        AskedEndorser one = refusing(Map.of());
        AskedEndorser other = refusing(Map.of());

        BatchAnswers answers = submit(one, other);

        assertThat(one.sizes.size() + other.sizes.size()).isEqualTo(1);
        assertThat(answers.answered()).isTrue();
        assertThat(answers.codesOf(id(first))).isEmpty();
        assertThat(answers.areEnough(id(first))).isFalse();
    }

    @Test
    void whatOneRefusesIsAskedOfTheOthersUntilEnoughRefuseIt() {
        List<AskedEndorser> three = List.of(
                refusing(Map.of(first, "expired")),
                refusing(Map.of(first, "expired")),
                refusing(Map.of(first, "expired")));

        BatchAnswers answers = submit(three.toArray(EndorserApi[]::new));

        assertThat(three.stream().flatMap(each -> each.sizes.stream())).containsExactlyInAnyOrder(2, 1);
        assertThat(answers.areEnough(id(first))).isTrue();
        assertThat(answers.codesOf(id(first))).containsExactly("expired", "expired");
        assertThat(answers.areEnough(id(second))).isFalse();
        assertThat(answers.perhapsTaken()).isFalse();
    }

    @Test
    void whatSaysNothingOfATransactionIsNoRefusal() {
        Map<Submission, String> notNow = Map.of(first, NOT_NOW, second, NOT_NOW);

        BatchAnswers answers = submit(refusing(notNow), refusing(notNow), refusing(notNow));

        assertThat(answers.saidNothing(id(first))).isTrue();
        assertThat(answers.areEnough(id(first))).isFalse();
        assertThat(submit(refusing(notNow), refusing(Map.of())).saidNothing(id(first)))
                .as("one of them may have taken it")
                .isFalse();
    }

    @Test
    void whoeverIsSilentMayHaveTakenThem() {
        var late = new ResourceAccessException("timed out", new SocketTimeoutException());
        var absent = new ResourceAccessException("not there", new ConnectException());
        var broken = HttpServerErrorException.create(
                HttpStatus.SERVICE_UNAVAILABLE, "", HttpHeaders.EMPTY, new byte[0], null);

        assertThat(submit(failing(late)).perhapsTaken()).isTrue();
        assertThat(submit(failing(broken)).perhapsTaken()).isTrue();
        assertThat(submit(failing(absent)).perhapsTaken()).isFalse();
        assertThat(submit(failing(absent)).answered()).isFalse();
    }

    @Test
    void aTransactionThatNobodyMentionsIsNotRefused() {
        BatchAnswers answers = submit(new AskedEndorser((List<Submission> _) -> List.of()));

        assertThat(answers.answered()).isTrue();
        assertThat(answers.areEnough(id(first))).isFalse();
        assertThat(answers.saidNothing(id(first))).isFalse();
    }

    /// One endorser that lies keeps no other from being asked, and concludes nothing.
    @Test
    @SuppressWarnings("NullAway") // as a client does with an empty body, and with null in it
    void anAnswerThatSaysNothingIsNone() {
        for (AskedEndorser empty : List.of(
                new AskedEndorser((List<Submission> _) -> null),
                new AskedEndorser((List<Submission> _) -> Collections.singletonList(null)),
                new AskedEndorser((List<Submission> _) -> List.of(new SubmissionAnswer(null, true, 0, ""))),
                new AskedEndorser((List<Submission> _) ->
                        List.of(new SubmissionAnswer(id(first).toHex(), false, 1, null))))) {
            AskedEndorser taking = refusing(Map.of());

            assertThat(submit(empty).answered()).isFalse();
            assertThat(submit(empty).perhapsTaken()).isTrue();
            assertThat(new EndorserClient(List.of(empty, taking), inOrder())
                            .submitAll(List.of(first, second), null, GROUP, Set.of(NOT_NOW))
                            .perhapsTaken())
                    .isTrue();
            assertThat(taking.sizes).containsExactly(2);
        }
    }

    /// Shuffles nothing.
    private static Random inOrder() {
        return new Random() {
            @Override
            public int nextInt(int bound) {
                return bound - 1;
            }
        };
    }

    /// A bank that knows fewer endorsers believes all of them.
    @Test
    void refusalsOfAllAreEnough() {
        assertThat(submit(refusing(Map.of(first, "expired"))).areEnough(id(first)))
                .isTrue();
    }
}
