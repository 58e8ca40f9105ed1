package io.florin.wallet.submit.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.SubmissionAnswer;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClientException;

/// What is concluded from several endorsers' answers.
class EndorserClientTest {

    private static final SubmissionAnswer TAKEN = new SubmissionAnswer("", true, 0, "");

    private static EndorserApi endorser(Supplier<SubmissionAnswer> answer) {
        return (EndorserApi) Proxy.newProxyInstance(
                EndorserApi.class.getClassLoader(), new Class<?>[] {EndorserApi.class}, (_, called, _) -> {
                    if (!called.getName().equals("submitAll")) {
                        throw new UnsupportedOperationException(called.getName());
                    }
                    return List.of(answer.get());
                });
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

    private static List<SubmissionAnswer> submit(EndorserApi... endorsers) {
        return new EndorserClient(Arrays.asList(endorsers)).submitAll(List.of());
    }

    private static List<SubmissionAnswer> submit(int refusals, EndorserApi... endorsers) {
        return new EndorserClient(Arrays.asList(endorsers), refusals).submitAll(List.of());
    }

    @Test
    void theFirstAnswerCounts() {
        assertThat(submit(absent(), failing(), endorser(() -> TAKEN), refusing()))
                .containsExactly(TAKEN);
    }

    @Test
    void aRefusalIsBelievedWhereNobodyCanHaveTakenIt() {
        assertThatThrownBy(() -> submit(absent(), refusing())).isInstanceOf(EndorserClient.Refused.class);
    }

    @Test
    void aRefusalAfterALostAnswerIsNot() {
        for (EndorserApi first : List.of(silent(), failing())) {
            assertThatThrownBy(() -> submit(first, refusing()))
                    .isInstanceOfSatisfying(
                            EndorserClient.Unavailable.class,
                            unavailable ->
                                    assertThat(unavailable.perhapsTaken()).isTrue());
        }
        assertThatThrownBy(() -> submit(absent(), absent()))
                .isInstanceOfSatisfying(
                        EndorserClient.Unavailable.class,
                        unavailable -> assertThat(unavailable.perhapsTaken()).isFalse());
    }

    /// With three endorsers of whom two sign, two refusals leave too few.
    @Test
    void asManyRefusalsAreBelievedAsLeaveTooFewToSign() {
        assertThat(submit(2, refusing(), endorser(() -> TAKEN))).containsExactly(TAKEN);
        assertThatThrownBy(() -> submit(2, refusing(), absent(), refusing()))
                .isInstanceOf(EndorserClient.Refused.class)
                .hasMessage("said no");
        assertThatThrownBy(() -> submit(2, refusing())).isInstanceOf(EndorserClient.Refused.class);
        for (EndorserApi other : List.of(absent(), silent(), failing(), unreadable())) {
            assertThatThrownBy(() -> submit(2, refusing(), other))
                    .isInstanceOfSatisfying(EndorserClient.Unavailable.class, unavailable -> {
                        assertThat(unavailable.perhapsTaken()).isTrue();
                        assertThat(unavailable.refusal()).contains("said no");
                    });
        }
        assertThatThrownBy(() -> submit(2, silent(), refusing(), refusing()))
                .as("the first may have taken it")
                .isInstanceOf(EndorserClient.Unavailable.class);
    }

    private static EndorserApi unreadable() {
        return endorser(() -> {
            throw new RestClientException("no answer that can be read");
        });
    }
}
