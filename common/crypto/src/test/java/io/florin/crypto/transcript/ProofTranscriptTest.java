package io.florin.crypto.transcript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.group.Scalar;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class ProofTranscriptTest {
    private static final G1 P = G1.generator();
    private static final Scalar ONE = Scalar.ONE;
    private static final Scalar TWO = Scalar.ofLong(2);

    private static ProofTranscript transcript() {
        return ProofTranscript.of("TEST-1", Bytes32.ZERO);
    }

    private static Scalar after(Consumer<ProofTranscript> entries) {
        ProofTranscript transcript = transcript();
        entries.accept(transcript);
        return transcript.challenge("c");
    }

    @Test
    void sameEntriesGiveTheSameChallenges() {
        Consumer<ProofTranscript> entries = transcript -> {
            transcript.statement("height", 7);
            transcript.statement("points", List.of(P, P.negate()));
            transcript.messageScalars("scalars", List.of(ONE));
        };
        assertThat(after(entries)).isEqualTo(after(entries));
    }

    @Test
    void everyDifferenceChangesTheChallenge() {
        List<Consumer<ProofTranscript>> variants = List.of(
                transcript -> {},
                transcript -> transcript.message("a", new byte[0]),
                transcript -> transcript.message("a", new byte[1]),
                transcript -> transcript.message("a", new byte[] {1}),
                transcript -> transcript.message("b", new byte[] {1}),
                transcript -> transcript.message("a", new byte[8]),
                transcript -> transcript.message("a", 0L),
                transcript -> transcript.message("a", 1L),
                transcript -> transcript.messageScalars("a", List.of()),
                transcript -> transcript.messageScalars("a", List.of(ONE)),
                transcript -> transcript.messageScalars("a", List.of(TWO)),
                transcript -> transcript.messageScalars("a", List.of(ONE, TWO)),
                transcript -> transcript.messageScalars("a", List.of(TWO, ONE)),
                transcript -> {
                    transcript.messageScalars("a", List.of(ONE));
                    transcript.messageScalars("a", List.of(TWO));
                },
                transcript -> transcript.message("a", ONE.toBytes()),
                transcript -> transcript.message("a", List.of()),
                transcript -> transcript.message("a", List.of(P)),
                transcript -> transcript.message("a", List.of(P.negate())),
                transcript -> transcript.message("a", List.of(P, P)),
                transcript -> transcript.message("a", P.encode()),
                transcript -> transcript.challenge("a"),
                transcript -> transcript.challenge("c"),
                transcript -> {
                    transcript.challenge("c");
                    transcript.challenge("c");
                });
        Set<Scalar> challenges = new HashSet<>();
        variants.forEach(variant -> challenges.add(after(variant)));
        assertThat(challenges).hasSize(variants.size());
    }

    @Test
    void protocolAndParametersSeparateDomains() {
        Scalar here = transcript().challenge("c");
        assertThat(ProofTranscript.of("TEST-2", Bytes32.ZERO).challenge("c")).isNotEqualTo(here);
        byte[] other = new byte[Bytes32.SIZE];
        other[31] = 1;
        assertThat(ProofTranscript.of("TEST-1", Bytes32.of(other)).challenge("c"))
                .isNotEqualTo(here);
    }

    @Test
    void refusesAStatementAfterTheFirstChallenge() {
        ProofTranscript transcript = transcript();
        transcript.challenge("c");
        assertThatIllegalStateException().isThrownBy(() -> transcript.statement("late", 1));
        assertThatIllegalStateException().isThrownBy(() -> transcript.statement("late", new byte[1]));
        assertThatIllegalStateException().isThrownBy(() -> transcript.statement("late", List.of(P)));
        PointBuffer points = new PointBuffer();
        points.append(P);
        assertThatIllegalStateException().isThrownBy(() -> transcript.statement("late", points, 0, 1));
        assertThatIllegalStateException().isThrownBy(() -> transcript.statementScalars("late", List.of(ONE)));
        assertThatIllegalStateException().isThrownBy(() -> transcript.copy().statement("late", 1));
    }

    @Test
    void bindingAndCopyLeaveTheTranscriptAlone() {
        ProofTranscript transcript = transcript();
        transcript.message("a", 1);
        byte[] binding = transcript.binding();
        ProofTranscript copy = transcript.copy();
        assertThat(copy.binding()).isEqualTo(binding);
        assertThat(copy.challenge("c")).isEqualTo(transcript.challenge("c"));
        copy.message("more", 1);
        assertThat(copy.binding()).isNotEqualTo(transcript.binding());
        assertThat(Bytes.of(binding).toHex())
                .isEqualTo("0108ecc6daa0caaee7f29a9e05b164edacd9f0659678cbdbff0125cca4c6c83c");
    }

    /// Recorded: the first challenge of a transcript with one entry of each kind. Changing it forks every network.
    @Test
    void recordedChallenge() {
        Scalar challenge = after(transcript -> {
            transcript.statement("bytes", new byte[] {1, 2, 3});
            transcript.statement("number", -1L);
            transcript.statement("points", List.of(P));
            transcript.statementScalars("scalars", List.of(TWO));
        });
        assertThat(Bytes.of(challenge.toBytes()).toHex())
                .isEqualTo("663250436d1f3712181941de8f3a7c3e25f0f995148291159dc4a8c02c5f925b");
    }
}
