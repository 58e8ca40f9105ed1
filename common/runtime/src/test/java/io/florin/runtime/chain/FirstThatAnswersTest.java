package io.florin.runtime.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.ledger.codec.DecodeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.web.client.ResourceAccessException;

class FirstThatAnswersTest {
    private final List<String> asked = new ArrayList<>();
    private final List<String> left = new ArrayList<>();
    private final Map<String, Supplier<@Nullable Optional<String>>> answers = new HashMap<>();
    private final FirstThatAnswers<String> sources = new FirstThatAnswers<>(List.of("a", "b", "c"), left::add);

    private Optional<String> ask() {
        asked.clear();
        return sources.ask(this::answer);
    }

    private Optional<String> ask(Duration time) {
        asked.clear();
        return sources.ask(this::answer, time.toNanos());
    }

    private @Nullable Optional<String> answer(String source) {
        asked.add(source);
        return answers.getOrDefault(source, () -> Optional.of("from " + source)).get();
    }

    @Test
    void asksThePreferredOneFirst() {
        assertThat(ask()).contains("from a");
        assertThat(asked).containsExactly("a");
        assertThat(left).isEmpty();
    }

    @Test
    void aSilentOneIsLeftAndNotAskedFirstAgain() {
        answers.put("a", () -> {
            throw new ResourceAccessException("no route");
        });
        assertThat(ask()).contains("from b");
        assertThat(asked).containsExactly("a", "b");
        answers.clear();

        assertThat(ask()).contains("from b");
        assertThat(asked).containsExactly("b");
        assertThat(left).containsExactly("ResourceAccessException");
    }

    /// One that answers and stands still gives no reason to leave it.
    @Test
    void anotherThanThePreferredOneIsNotKeptForGood() {
        Duration began = Duration.ofNanos(Long.MAX_VALUE).minusSeconds(15);
        answers.put("a", Optional::empty);
        assertThat(ask(began)).contains("from b");
        assertThat(ask(began.plusMillis(14_999))).contains("from b");
        assertThat(asked).as("it has just been left").containsExactly("b");
        assertThat(ask(began.plusSeconds(15))).contains("from b");
        assertThat(asked).as("it is tried again").containsExactly("a", "b");
        answers.clear();
        assertThat(sources.ask(this::answer, Long.MIN_VALUE + 14_000_000_000L)).contains("from b");
        assertThat(sources.ask(this::answer, Long.MIN_VALUE + 15_000_000_000L)).contains("from a");
    }

    @Test
    void whatCannotBeReadIsNoAnswer() {
        answers.put("a", () -> {
            throw new DecodeException("not a block");
        });
        answers.put("b", () -> {
            throw new IllegalArgumentException("not hexadecimal");
        });
        assertThat(ask()).contains("from c");
        assertThat(left).containsExactly("DecodeException", "IllegalArgumentException");
    }

    @Test
    void nothingOfUseIsNoAnswer() {
        answers.put("a", Optional::empty);
        answers.put("b", () -> null);
        assertThat(ask()).contains("from c");
        assertThat(left).containsExactly("nothing of use", "nothing of use");
    }

    @Test
    void eachIsAskedOnceWhereNoneAnswers() {
        for (String source : List.of("a", "b", "c")) {
            answers.put(source, Optional::empty);
        }
        assertThat(ask()).isEmpty();
        assertThat(asked).containsExactly("a", "b", "c");
        assertThat(new FirstThatAnswers<>(List.of(), left::add).ask(_ -> Optional.of("x")))
                .isEmpty();
    }

    @Test
    void aBugIsNoSilence() {
        answers.put("a", () -> {
            throw new IllegalStateException("a bug");
        });
        assertThatThrownBy(this::ask).hasMessage("a bug");
        assertThat(asked).containsExactly("a");
    }
}
