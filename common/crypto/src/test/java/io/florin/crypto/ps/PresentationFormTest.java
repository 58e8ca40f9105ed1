package io.florin.crypto.ps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.crypto.Bytes32;
import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.transcript.ProofTranscript;
import java.util.Arrays;
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
