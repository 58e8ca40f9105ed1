package io.florin.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JsonPointersTest {

    @Test
    void turnsValidationPathsIntoPointers() {
        assertThat(JsonPointers.ofValidationPath("")).isEmpty();
        assertThat(JsonPointers.ofValidationPath("payer")).isEqualTo("/payer");
        assertThat(JsonPointers.ofValidationPath("lines[3].amount")).isEqualTo("/lines/3/amount");
        assertThat(JsonPointers.ofValidationPath("a.b[0][1].c/d~e")).isEqualTo("/a/b/0/1/c~1d~0e");
    }
}
