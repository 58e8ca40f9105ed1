package io.florin.wallet.submit.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.SubmissionAnswer;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.ResourceAccessException;

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
                    HttpStatus.UNPROCESSABLE_CONTENT, "", HttpHeaders.EMPTY, new byte[0], null);
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
}
