package io.florin.auditor.openings.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.florin.crypto.Bytes32;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.runtime.api.EnrollmentIdsInternalApi;
import io.florin.runtime.http.ProblemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.web.client.RestClientException;

class RegisteredIdsTest {
    private static final Scalar KNOWN = Scalar.ofLong(7);

    @Test
    void skipsWhatIsNoId() {
        RegisteredIds ids = new RegisteredIds(Optional.of(after -> List.of("no id", id(7), "f".repeat(64))));

        assertThat(ids.lookup().find(Generators.ENROLLMENT.multiply(KNOWN))).contains(KNOWN);
        assertThat(ids.lookup().find(Generators.ENROLLMENT.multiply(Scalar.ofLong(8))))
                .isEmpty();
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
                    .isThrownBy(() -> ids.lookup().find(Generators.ENROLLMENT.multiply(Scalar.ofLong(5_000))));
        }
        assertThat(pages).hasSize(2);
    }

    private int readings;

    /// Many unknown points of one opening cost one reading; the next opening asks again, since somebody may have come.
    @Test
    void anOpeningReadsOnceAtMost() {
        List<String> registered = new ArrayList<>(List.of(id(7)));
        RegisteredIds ids = counting(registered, Duration.ZERO);

        RegisteredIds.Lookup first = ids.lookup();
        assertThat(first.find(point(7))).contains(KNOWN);
        for (int unknown = 8; unknown < 20; unknown++) {
            assertThat(first.find(point(unknown))).isEmpty();
        }
        assertThat(readings).isEqualTo(1);

        registered.add(id(8));
        RegisteredIds.Lookup second = ids.lookup();
        assertThat(second.find(point(7))).contains(KNOWN);
        assertThat(readings).as("nothing unknown").isEqualTo(1);
        assertThat(second.find(point(8))).contains(Scalar.ofLong(8));
        assertThat(second.find(point(9))).isEmpty();
        assertThat(readings).isEqualTo(2);
    }

    /// What began before a reading began is served by it.
    @Test
    void openingsShareAReadingThatBeganAfterThem() {
        RegisteredIds ids = counting(List.of(id(7)), Duration.ZERO);
        RegisteredIds.Lookup first = ids.lookup();
        RegisteredIds.Lookup second = ids.lookup();
        assertThat(first.find(point(8))).isEmpty();
        assertThat(second.find(point(9))).isEmpty();
        assertThat(readings).isEqualTo(1);
    }

    @Test
    void readingsFollowEachOtherAfterAPause() {
        RegisteredIds ids = counting(List.of(id(7)), Duration.ofMillis(50));
        long began = System.nanoTime();
        for (int opening = 0; opening < 3; opening++) {
            assertThat(ids.lookup().find(point(8))).isEmpty();
        }
        assertThat(readings).isEqualTo(3);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(Duration.ofMillis(100));
    }

    /// A reading that failed serves nobody.
    @Test
    void readsAgainAfterAFailure() {
        List<Integer> asked = new ArrayList<>();
        RegisteredIds ids = new RegisteredIds(
                Optional.of(after -> {
                    asked.add(1);
                    if (asked.size() == 1) {
                        throw new RestClientException("away");
                    }
                    return List.of(id(7));
                }),
                Duration.ZERO);
        RegisteredIds.Lookup opening = ids.lookup();
        assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> opening.find(point(7)));
        assertThat(opening.find(point(7))).contains(KNOWN);
    }

    private RegisteredIds counting(List<String> registered, Duration pause) {
        return new RegisteredIds(
                Optional.of(_ -> {
                    readings++;
                    return List.copyOf(registered);
                }),
                pause);
    }

    private static G1 point(long id) {
        return Generators.ENROLLMENT.multiply(Scalar.ofLong(id));
    }

    private static String id(long id) {
        return Bytes32.of(Scalar.ofLong(id).toBytes()).toHex();
    }
}
