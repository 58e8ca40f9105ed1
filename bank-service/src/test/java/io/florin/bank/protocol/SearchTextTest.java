package io.florin.bank.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class SearchTextTest {

    @Test
    void tellsIdsFromWords() {
        assertThat(new SearchText(" 3F0C6A52-0c5d-4f0e-9d6f-2f8d3b1c4a5e ").id())
                .contains(UUID.fromString("3f0c6a52-0c5d-4f0e-9d6f-2f8d3b1c4a5e"));
        assertThat(new SearchText("3f0c6a52").id()).isEmpty();
        assertThat(new SearchText("AB".repeat(32)).transactionId())
                .hasValueSatisfying(id -> assertThat(id).hasSize(32));
        assertThat(new SearchText("ab".repeat(31)).transactionId()).isEmpty();
    }

    @Test
    void accountsAreOneWordInCapitals() {
        assertThat(new SearchText("xf70 0001 0000").account()).isEqualTo("XF7000010000");
    }

    @Test
    void wordsAreQuoted() {
        assertThat(new SearchText("Anna O'Birch").words()).isEqualTo("'Anna':* & 'O''Birch':*");
        assertThat(new SearchText("\\a").words()).isEqualTo("'a':*");
        assertThat(new SearchText("a\\'b").words()).isEqualTo("'a':* & '''b':*");
    }

    @Test
    void nothingIsLongerThanAColumn() {
        assertThat(new SearchText("x".repeat(1_000)).text()).hasSize(140);
        assertThat(new SearchText(" \0 ").isEmpty()).isTrue();
    }
}
