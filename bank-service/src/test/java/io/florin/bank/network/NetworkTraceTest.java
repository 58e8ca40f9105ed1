package io.florin.bank.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.TransactionTrace.Answer;
import io.florin.crypto.Bytes32;
import io.florin.doubles.api.UnaskedCommitter;
import io.florin.doubles.api.UnaskedEndorser;
import io.florin.ledger.TransactionId;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.StageTime;
import io.florin.runtime.api.EndorserApi.SubmissionProgress;
import io.florin.runtime.api.ProgressTicket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;

/// Requests of a bank that asks how far a payment is.
class NetworkTraceTest {

    private final Random random = new Random(3);
    private final List<String> asked = new ArrayList<>();

    /// Endorsers that did not get the payment learn neither which one it is nor who can ask for it.
    @Test
    void asksUnderTheTicketsAndNamesNoTransaction() {
        TransactionId id = new TransactionId(Bytes32.of(bytes()));
        ProgressTicket first = ProgressTicket.draw(random);
        ProgressTicket second = ProgressTicket.draw(random);
        NetworkTrace trace = new NetworkTrace(
                List.of(endorser(""), endorser(second.handle(id).toHex()), endorser("")), new UnaskedCommitter());

        Answer<SubmissionProgress> answer = trace.progress(id, List.of(first, second));

        assertThat(answer)
                .isEqualTo(new Answer.Told<>(
                        new SubmissionProgress("", "PUBLISHED", List.of(new StageTime("PUBLISHED", 1)))));
        assertThat(asked)
                .containsExactly(
                        first.handle(id).toHex(),
                        second.handle(id).toHex(),
                        first.handle(id).toHex(),
                        second.handle(id).toHex());
        assertThat(asked)
                .noneMatch(words ->
                        words.contains(id.toHex()) || words.contains(first.toHex()) || words.contains(second.toHex()));
        assertThat(trace.progress(id, List.of())).isInstanceOf(Answer.Unknown.class);
    }

    private byte[] bytes() {
        byte[] bytes = new byte[Bytes32.SIZE];
        random.nextBytes(bytes);
        return bytes;
    }

    private EndorserApi endorser(String knows) {
        return new UnaskedEndorser() {
            @Override
            public SubmissionProgress progress(String handle) {
                asked.add(handle);
                if (!knows.equals(handle)) {
                    throw HttpClientErrorException.create(
                            HttpStatus.NOT_FOUND, "", HttpHeaders.EMPTY, new byte[0], null);
                }
                return new SubmissionProgress("", "PUBLISHED", List.of(new StageTime("PUBLISHED", 1)));
            }
        };
    }
}
