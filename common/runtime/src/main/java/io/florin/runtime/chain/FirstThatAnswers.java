package io.florin.runtime.chain;

import io.florin.ledger.codec.DecodeException;
import io.florin.runtime.http.OutboundCalls;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.web.client.RestClientException;

/// Failover between sources of the same: a question goes to one after the other until one gives something of use. The
/// next question begins with the one that gave it, so that a dead source costs its timeout once. Any thread.
///
/// A source is left when it does not answer, when its answer cannot be read ([DecodeException],
/// [IllegalArgumentException]), and when the question finds nothing of use in it. Everything else that a question
/// throws is its own.
///
/// @param <S> the source
public final class FirstThatAnswers<S> {

    private static final String NOTHING = "nothing of use";

    private final List<S> sources;
    private final Silence silence;
    private volatile int first;

    /// Is told of each source that is left.
    @FunctionalInterface
    public interface Silence {

        /// @param reason a word for logs, none of the source's own
        void left(String reason);
    }

    /// @param sources the preferred one first; may be empty, and then nothing is answered
    public FirstThatAnswers(List<S> sources, Silence silence) {
        this.sources = List.copyOf(sources);
        this.silence = silence;
    }

    /// @param question null or empty where the source gave nothing of use
    /// @return empty when no source gives something of use
    public <T> Optional<T> ask(Function<S, @Nullable Optional<T>> question) {
        int begin = first;
        for (int turn = 0; turn < sources.size(); turn++) {
            int place = (begin + turn) % sources.size();
            try {
                Optional<T> answer = question.apply(sources.get(place));
                if (answer != null && answer.isPresent()) {
                    first = place;
                    return answer;
                }
                silence.left(NOTHING);
            } catch (RestClientException | DecodeException | IllegalArgumentException unusable) {
                silence.left(OutboundCalls.reason(unusable));
            }
        }
        return Optional.empty();
    }
}
