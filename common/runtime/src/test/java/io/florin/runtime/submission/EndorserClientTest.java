package io.florin.runtime.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.SubmissionAnswer;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClientException;

/// Conclusions from several endorsers' answers.
class EndorserClientTest {

    private static final SubmissionAnswer TAKEN = new SubmissionAnswer("", true, 0, "");
    private static final TestNetwork NETWORK = new TestNetwork(5);
    private static final Submission SUBMISSION = Submission.of(NETWORK.issue(
            NETWORK.header(9), NETWORK.newId(), new OwnerKey(NETWORK.auditor().publicKey()), 5));

    /// Shuffles nothing.
    private static final RandomGenerator IN_ORDER = new RandomGenerator() {
        @Override
        public long nextLong() {
            return 0;
        }

        @Override
        public int nextInt(int bound) {
            return bound - 1;
        }
    };

    /// An order of its own would name the kind of payer, or the payer's bank.
    @Test
    void theFirstEndorserIsDrawnForEachSubmission() {
        List<AtomicInteger> asked = List.of(new AtomicInteger(), new AtomicInteger(), new AtomicInteger());
        EndorserClient client = new EndorserClient(
                asked.stream()
                        .map(count -> endorser(() -> {
                            count.incrementAndGet();
                            return TAKEN;
                        }))
                        .toList(),
                new Random(19));
        EndorserGroup group =
                NETWORK.configuration().endorserGroup(NamespaceId.CONFIGURATION).orElseThrow();
        for (int payment = 0; payment < 300; payment++) {
            client.submit(SUBMISSION, group);
        }
        // 100 each, with a deviation of 8
        assertThat(asked).allSatisfy(count -> assertThat(count.get()).isBetween(70, 130));
    }

    private static EndorserApi endorser(Supplier<SubmissionAnswer> answer) {
        return new AskedEndorser(answer);
    }

    private static EndorserApi refusing() {
        return endorser(() -> {
            throw HttpClientErrorException.create(
                    HttpStatus.UNPROCESSABLE_CONTENT,
                    "",
                    HttpHeaders.EMPTY,
                    "said no".getBytes(StandardCharsets.UTF_8),
                    null);
        });
    }

    private static EndorserApi failing() {
        return endorser(() -> {
            throw HttpServerErrorException.create(
                    HttpStatus.SERVICE_UNAVAILABLE, "", HttpHeaders.EMPTY, new byte[0], null);
        });
    }

    private static EndorserApi silent() {
        return endorser(() -> {
            throw new ResourceAccessException("timed out", new SocketTimeoutException());
        });
    }

    private static EndorserApi absent() {
        return endorser(() -> {
            throw new ResourceAccessException("not there", new ConnectException());
        });
    }

    /// An answer of 202 that says no.
    private static EndorserApi declining(String code) {
        return endorser(() -> new SubmissionAnswer("", false, 12, code));
    }

    /// To endorsers of whom so many must refuse.
    private static void submit(int refusals, EndorserApi... endorsers) {
        EndorserGroup group =
                NETWORK.configuration().endorserGroup(NamespaceId.CONFIGURATION).orElseThrow();
        int threshold = group.verificationKeys().size() + 1 - refusals;
        new EndorserClient(Arrays.asList(endorsers), IN_ORDER)
                .submit(
                        SUBMISSION,
                        new EndorserGroup(
                                group.scheme(),
                                group.namespace(),
                                group.epoch(),
                                threshold,
                                group.groupKey(),
                                group.verificationKeys()));
    }

    @Test
    void theFirstThatTakesItIsEnough() {
        AtomicInteger asked = new AtomicInteger();
        EndorserApi taking = endorser(() -> {
            asked.incrementAndGet();
            return TAKEN;
        });
        submit(1, absent(), failing(), taking, refusing(), taking);
        submit(2, refusing(), taking, refusing());
        submit(2, declining("stale-configuration"), taking);
        assertThat(asked).hasValue(3);
    }

    @Test
    void aRefusalIsBelievedWhereNobodyCanHaveTakenIt() {
        assertThatThrownBy(() -> submit(1, absent(), refusing())).isInstanceOf(EndorserClient.Refused.class);
    }

    @Test
    void aRefusalAfterALostAnswerIsNot() {
        for (EndorserApi first : List.of(silent(), failing(), empty(), nameless(), codeless())) {
            assertThatThrownBy(() -> submit(1, first, refusing()))
                    .isInstanceOfSatisfying(
                            EndorserClient.Unavailable.class,
                            unavailable ->
                                    assertThat(unavailable.perhapsTaken()).isTrue());
        }
        assertThatThrownBy(() -> submit(1, absent(), absent()))
                .isInstanceOfSatisfying(EndorserClient.Unavailable.class, unavailable -> {
                    assertThat(unavailable.perhapsTaken()).isFalse();
                    assertThat(unavailable.code()).isEmpty();
                });
    }

    /// With three endorsers of whom two sign, two refusals leave too few.
    @Test
    void asManyRefusalsAreBelievedAsLeaveTooFewToSign() {
        assertThatThrownBy(() -> submit(2, refusing(), absent(), refusing()))
                .isInstanceOf(EndorserClient.Refused.class)
                .hasMessage("said no");
        assertThatThrownBy(() -> submit(2, refusing())).isInstanceOf(EndorserClient.Refused.class);
        for (EndorserApi other : List.of(absent(), silent(), failing(), unreadable(), empty())) {
            assertThatThrownBy(() -> submit(2, refusing(), other))
                    .isInstanceOfSatisfying(EndorserClient.Unavailable.class, unavailable -> {
                        assertThat(unavailable.perhapsTaken()).isTrue();
                        assertThat(unavailable.refusal()).contains("said no");
                        assertThat(unavailable.code()).contains("refused-422");
                    });
        }
        assertThatThrownBy(() -> submit(2, silent(), refusing(), refusing()))
                .as("the first may have taken it")
                .isInstanceOf(EndorserClient.Unavailable.class);
    }

    /// However an endorser says no, it is one that does; and what it says is no text of its own in logs.
    @Test
    void anAnswerThatDeclinesIsOneRefusal() {
        assertThatThrownBy(() -> submit(2, declining("stale-configuration"), absent()))
                .isInstanceOf(EndorserClient.Unavailable.class);
        for (EndorserApi second : List.of(declining("expired"), refusing())) {
            assertThatThrownBy(() -> submit(2, declining("stale-configuration"), second))
                    .isInstanceOfSatisfying(
                            EndorserClient.Refused.class,
                            refused -> assertThat(refused.code()).isEqualTo("stale-configuration"));
        }
        for (String strange : List.of("a\nline", "", "x".repeat(65))) {
            assertThatThrownBy(() -> submit(1, declining(strange)))
                    .isInstanceOfSatisfying(
                            EndorserClient.Refused.class,
                            refused -> assertThat(refused.code()).isEqualTo("refused"));
        }
        assertThatThrownBy(() -> submit(1, refusing()))
                .isInstanceOfSatisfying(
                        EndorserClient.Refused.class,
                        refused -> assertThat(refused.code()).isEqualTo("refused-422"));
    }

    @SuppressWarnings("NullAway") // as a client does where the body is empty
    private static EndorserApi empty() {
        return endorser(() -> null);
    }

    @SuppressWarnings("NullAway") // as a client does with null in the body
    private static EndorserApi nameless() {
        return endorser(() -> new SubmissionAnswer(null, true, 0, ""));
    }

    @SuppressWarnings("NullAway") // likewise
    private static EndorserApi codeless() {
        return endorser(() -> new SubmissionAnswer("", false, 12, null));
    }

    private static EndorserApi unreadable() {
        return endorser(() -> {
            throw new RestClientException("no answer that can be read");
        });
    }
}
