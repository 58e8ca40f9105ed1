package io.florin.runtime.chain;

import io.florin.ledger.codec.DecodeException;
import io.florin.runtime.http.OutboundCalls;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.web.client.RestClientException;

/// Failover between sources of the same: a question goes to one after the other until one gives something of use. The
/// next question begins with the one that gave it, so that a dead source costs its timeout once; questions with a time
/// begin with the preferred one again after some seconds, for a source that answers and stands still gives no reason to
/// leave it. Any thread.
///
/// A source is left when it does not answer, when its answer cannot be read ([DecodeException],
/// [IllegalArgumentException]), and when the question finds nothing of use in it. Everything else that a question
/// throws is its own.
///
/// @param <S> the source
public final class FirstThatAnswers<S> {

    private static final String NOTHING = "nothing of use";

    /// Longer than a source's timeout, which a dead preferred one costs each time.
    private static final long RETURN_NANOS = Duration.ofSeconds(15).toNanos();

    private final List<S> sources;
    private final Silence silence;
    private volatile First first = new First(0, 0);

    /// The source that is asked first, and since when.
    private record First(int place, long nanos) {}

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
        return ask(question, 0);
    }

    /// The same, beginning with the preferred source where another has been the first for 15 seconds.
    ///
    /// @param nanos time of a clock that is never set, such as [System#nanoTime]
    public <T> Optional<T> ask(Function<S, @Nullable Optional<T>> question, long nanos) {
        First last = first;
        int begin = nanos - last.nanos < RETURN_NANOS ? last.place : 0;
        for (int turn = 0; turn < sources.size(); turn++) {
            int place = (begin + turn) % sources.size();
            try {
                Optional<T> answer = question.apply(sources.get(place));
                if (answer != null && answer.isPresent()) {
                    if (place != last.place || begin != place) {
                        first = new First(place, nanos);
                    }
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
