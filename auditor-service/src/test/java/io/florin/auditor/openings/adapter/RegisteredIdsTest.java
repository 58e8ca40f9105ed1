package io.florin.auditor.openings.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.florin.crypto.Bytes32;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.Scalar;
import io.florin.runtime.api.EnrollmentIdsInternalApi;
import io.florin.runtime.http.ProblemException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RegisteredIdsTest {
    private static final Scalar KNOWN = Scalar.ofLong(7);

    @Test
    void skipsWhatIsNoId() {
        RegisteredIds ids = new RegisteredIds(Optional.of(after -> List.of("no id", id(7), "f".repeat(64))));

        assertThat(ids.find(Generators.ENROLLMENT.multiply(KNOWN))).contains(KNOWN);
        assertThat(ids.find(Generators.ENROLLMENT.multiply(Scalar.ofLong(8)))).isEmpty();
    }

    @Test
    void takesNoPagesThatDoNotAscend() {
        List<String> full = new ArrayList<>();
        for (int i = 1; i <= EnrollmentIdsInternalApi.IDS_MAX; i++) {
            full.add(id(i));
        }
        List<Integer> pages = new ArrayList<>();
        RegisteredIds repeating = new RegisteredIds(Optional.of(after -> {
            pages.add(1);
            return full;
        }));
        RegisteredIds falling = new RegisteredIds(Optional.of(after -> List.of(id(8), id(7))));
        RegisteredIds empty =
                new RegisteredIds(Optional.of(after -> Collections.nCopies(EnrollmentIdsInternalApi.IDS_MAX, "none")));

        for (RegisteredIds ids : List.of(repeating, falling, empty)) {
            assertThatExceptionOfType(ProblemException.class)
                    .isThrownBy(() -> ids.find(Generators.ENROLLMENT.multiply(Scalar.ofLong(5_000))));
        }
        assertThat(pages).hasSize(2);
    }

    private static String id(long id) {
        return Bytes32.of(Scalar.ofLong(id).toBytes()).toHex();
    }
}
