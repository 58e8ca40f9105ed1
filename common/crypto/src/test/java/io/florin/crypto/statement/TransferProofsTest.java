package io.florin.crypto.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.statement.TransferProofs.Transfer;
import io.florin.crypto.transcript.PointFormat;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Credential, certified tokens, serial numbers, balance and ranges in one proof, as an unlinkable transfer needs them.
final class TransferProofsTest {
    private static final long[] INPUTS = {700, 55};
    private static final long[] OUTPUTS = {300, 455};

    private static RandomGenerator random;
    private static TransferProofs proofs;
    private static Transfer transfer;

    @BeforeAll
    static void prove() {
        random = new SplittableRandom(20261120);
        proofs = new TransferProofs(PointFormat.COMPRESSED, random);
        transfer = proofs.prove(1, INPUTS, OUTPUTS);
    }

    @Test
    void provesATransferOfTwoTokens() {
        assertThat(proofs.accepts(transfer)).isTrue();
        assertThat(transfer.size()).isEqualTo(3_600);
    }

    @Test
    void sizesUncompressed() {
        TransferProofs uncompressed = new TransferProofs(PointFormat.UNCOMPRESSED, random);
        Transfer larger = uncompressed.prove(1, INPUTS, OUTPUTS);
        assertThat(larger.size()).isEqualTo(6_240);
        assertThat(uncompressed.accepts(larger)).isTrue();
    }

    @Test
    void padsWithZeroInputsAndOutputs() {
        assertThat(proofs.accepts(proofs.prove(1, new long[] {755, 0}, new long[] {755, 0})))
                .isTrue();
    }

    @Test
    void refusesMoneyFromNothing() {
        assertThat(proofs.accepts(proofs.prove(1, INPUTS, new long[] {300, 456})))
                .isFalse();
        assertThat(proofs.accepts(proofs.prove(1, INPUTS, new long[] {-1L, 756})))
                .isFalse();
    }

    @Test
    void refusesAnotherTransaction() {
        assertThat(proofs.accepts(new Transfer(2, transfer.points(), transfer.range(), transfer.sigma())))
                .isFalse();
    }

    @Test
    void refusesPartsOfAnotherTransfer() {
        Transfer other = proofs.prove(1, INPUTS, OUTPUTS);
        assertThat(proofs.accepts(new Transfer(1, other.points(), transfer.range(), transfer.sigma())))
                .isFalse();
        assertThat(proofs.accepts(new Transfer(1, transfer.points(), other.range(), transfer.sigma())))
                .isFalse();
        assertThat(proofs.accepts(new Transfer(1, transfer.points(), transfer.range(), other.sigma())))
                .isFalse();
    }

    /// Each of the 21 points is bound: exchanged with its neighbour, or negated, the transfer is refused.
    @Test
    void refusesEveryOtherPoint() {
        for (int i = 0; i < TransferProofs.POINTS; i++) {
            byte[] swapped = transfer.points().clone();
            int next = (i + 1) % TransferProofs.POINTS;
            System.arraycopy(transfer.points(), i * 48, swapped, next * 48, 48);
            System.arraycopy(transfer.points(), next * 48, swapped, i * 48, 48);
            byte[] negated = transfer.points().clone();
            negated[i * 48] ^= 0x20;
            for (byte[] points : new byte[][] {swapped, negated}) {
                assertThat(proofs.accepts(new Transfer(1, points, transfer.range(), transfer.sigma())))
                        .as("point %d", i)
                        .isFalse();
            }
        }
    }

    /// Every eleventh byte: nearly each of the 48 places in a point, and four or five in each point.
    @Test
    void refusesFlippedBytesOfEveryPoint() {
        for (int i = 0; i < transfer.points().length; i += 11) {
            byte[] points = flipped(transfer.points(), i);
            assertThat(proofs.accepts(new Transfer(1, points, transfer.range(), transfer.sigma())))
                    .as("byte %d", i)
                    .isFalse();
        }
    }

    /// Each element has 32 bytes or more.
    @Test
    void refusesAChangeInEveryElementOfTheProofs() {
        for (int i = 7; i < transfer.range().length; i += 32) {
            byte[] range = flipped(transfer.range(), i);
            assertThat(proofs.accepts(new Transfer(1, transfer.points(), range, transfer.sigma())))
                    .as("range %d", i)
                    .isFalse();
        }
        for (int i = 7; i < transfer.sigma().length; i += 32) {
            byte[] sigma = flipped(transfer.sigma(), i);
            assertThat(proofs.accepts(new Transfer(1, transfer.points(), transfer.range(), sigma)))
                    .as("sigma %d", i)
                    .isFalse();
        }
    }

    private static byte[] flipped(byte[] bytes, int index) {
        byte[] flipped = bytes.clone();
        flipped[index] ^= 1;
        return flipped;
    }

    @Test
    void aBatchNamesTheWrongTransfers() {
        VerificationBatch batch = new VerificationBatch();
        for (int i = 0; i < 6; i++) {
            Transfer good = proofs.prove(i, INPUTS, OUTPUTS);
            proofs.append(
                    i == 1 || i == 4 ? new Transfer(99, good.points(), good.range(), good.sigma()) : good,
                    batch.item());
        }
        assertThat(batch.verify(random).invalid()).containsExactly(1, 4);
    }
}
