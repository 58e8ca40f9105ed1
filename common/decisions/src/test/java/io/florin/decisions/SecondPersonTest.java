package io.florin.decisions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class SecondPersonTest {
    private static final Supplier<ProblemException> REFUSAL =
            () -> new ProblemException(ProblemCode.CONFLICT, "another person must do this");

    @Test
    void anotherPersonDecides() {
        assertThatCode(() -> SecondPerson.require("officer:ann", "officer:ben", REFUSAL))
                .doesNotThrowAnyException();
        assertThat(SecondPerson.isMissing("officer:ann", "officer:ben")).isFalse();
    }

    @Test
    void thePersonWhoEnteredItDoesNot() {
        assertThatThrownBy(() -> SecondPerson.require("officer:ann", "officer:ann", REFUSAL))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("another person");
    }

    @Test
    void aMissingNameIsNobodyElses() {
        assertThat(SecondPerson.isMissing("", "officer:ben")).isTrue();
        assertThat(SecondPerson.isMissing("officer:ann", " ")).isTrue();
    }
}
