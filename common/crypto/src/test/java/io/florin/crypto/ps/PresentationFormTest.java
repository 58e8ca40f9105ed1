package io.florin.crypto.ps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.group.G1;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.transcript.ProofTranscript;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// One signature, shown in the form that a number names.
class PresentationFormTest {
    private static final PsFixture FIXTURE = new PsFixture();

    private final PsPublicKey key = FIXTURE.key;
    private final PsSignature signature = FIXTURE.signature();

    @Test
    void theSameSignatureVerifiesInEitherFormAndOneProofInOneFormOnly() {
        for (PresentationForm form : PresentationForm.values()) {
            byte[] proof = prove(PresentationForm.of(form.number()));
            for (PresentationForm other : PresentationForm.values()) {
                assertThat(accepts(other, proof, transcript("paid"))).isEqualTo(form == other);
            }
        }
        assertThatIllegalArgumentException().isThrownBy(() -> PresentationForm.of(3));
    }

    @ParameterizedTest
    @EnumSource
    void everyPartOfAProofCounts(PresentationForm form) {
        byte[] proof = prove(form);
        for (int at = 0; at < proof.length; at += 29) {
            byte[] changed = proof.clone();
            changed[at] ^= 1;
            assertThat(accepts(form, changed, transcript("paid")))
                    .as("byte %d", at)
                    .isFalse();
        }
        assertThat(accepts(form, Arrays.copyOf(proof, proof.length - 1), transcript("paid")))
                .isFalse();
        assertThat(accepts(form, Arrays.copyOf(proof, proof.length + 1), transcript("paid")))
                .isFalse();
        assertThat(accepts(form, new byte[0], transcript("paid"))).isFalse();
        assertThat(accepts(form, proof, transcript("another"))).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void aSignatureOfAnotherMessageShowsNothing(PresentationForm form) {
        PsMessage other = new PsMessage(
                FIXTURE.message.scalars().get(1),
                FIXTURE.message.scalars().get(1),
                FIXTURE.message.scalars().get(2));
        byte[] proof = form.prove(key, signature, other, transcript("paid"), FIXTURE.random);
        assertThat(accepts(form, proof, transcript("paid"))).isFalse();
    }

    /// Pitfall 28: what is drawn differs by transcript and by token. Either form begins with the base times a nonce.
    @ParameterizedTest
    @EnumSource
    void noTwoShowingsShareTheirRandomnessThoughTheGeneratorIsStuck(PresentationForm form) {
        RandomGenerator stuck = () -> 7L;
        PsMessage other = new PsMessage(
                FIXTURE.message.scalars().get(1),
                FIXTURE.message.scalars().get(1),
                FIXTURE.message.scalars().get(2));
        List<Bytes> bases = Stream.of(
                        form.prove(key, signature, FIXTURE.message, transcript("paid"), stuck),
                        form.prove(key, signature, FIXTURE.message, transcript("another"), stuck),
                        form.prove(key, signature, other, transcript("paid"), stuck))
                .map(proof -> Bytes.of(Arrays.copyOf(proof, G1.SIZE)))
                .toList();
        assertThat(bases).doesNotHaveDuplicates();
        byte[] again = form.prove(key, signature, FIXTURE.message, transcript("paid"), stuck);
        assertThat(Bytes.of(Arrays.copyOf(again, G1.SIZE))).isEqualTo(bases.getFirst());
    }

    /// Recorded: a form that is switched to must read what it wrote.
    @Test
    void showingsAreRecorded() {
        Map<PresentationForm, String> recorded = new EnumMap<>(PresentationForm.class);
        for (PresentationForm form : PresentationForm.values()) {
            byte[] proof = form.prove(key, signature, FIXTURE.message, transcript("recorded"), () -> 7L);
            recorded.put(form, Sha256.hash(proof).toHex());
        }
        assertThat(recorded)
                .isEqualTo(Map.of(
                        PresentationForm.SEPARATED, "3686dbd4f695b357fe4aeee0340d6576ab02ddbc5090f7e1201879b2c87a417b",
                        PresentationForm.TEXTBOOK, "5ea88d387c36a3e1d3938c1f7530d636810095f5431c7a5b3a95e4ac3a6efbd2"));
    }

    private byte[] prove(PresentationForm form) {
        return form.prove(key, signature, FIXTURE.message, transcript("paid"), FIXTURE.random);
    }

    private boolean accepts(PresentationForm form, byte[] proof, ProofTranscript transcript) {
        VerificationBatch batch = new VerificationBatch();
        form.verify(key, proof, transcript, batch.item());
        return batch.verify(FIXTURE.random).allValid();
    }

    private static ProofTranscript transcript(String purpose) {
        return ProofTranscript.of(purpose, Bytes32.ZERO);
    }
}
