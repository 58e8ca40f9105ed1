package io.florin.crypto.bbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.crypto.group.G2;
import io.florin.crypto.group.Scalar;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BbsTest {
    private static final byte[] HEADER = {1, 2};
    private static final byte[] PRESENTATION = {3, 4};
    private static final Bbs BBS = new Bbs(5);

    private final RandomGenerator random = new SplittableRandom(20261120);
    private final BbsSecretKey secret = BbsSecretKey.generate(random);
    private final BbsPublicKey key = secret.publicKey();

    private static List<byte[]> messages(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> ("message " + i).getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    private static List<byte[]> pick(List<byte[]> messages, List<Integer> indexes) {
        return indexes.stream().map(messages::get).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 5})
    void signsAndProvesAnyNumberOfMessages(int count) {
        List<byte[]> messages = messages(count);
        BbsSignature signature =
                BbsSignature.decode(BBS.sign(secret, HEADER, messages).encode());
        assertThat(BBS.verify(key, signature, HEADER, messages)).isTrue();
        assertThat(BBS.verify(key, signature, new byte[0], messages)).isFalse();
        for (int mask = 0; mask < 1 << count; mask++) {
            List<Integer> disclosed = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                if ((mask >>> i & 1) != 0) {
                    disclosed.add(i);
                }
            }
            BbsProof proof = BBS.proofOf(key, signature, HEADER, PRESENTATION, messages, disclosed, random);
            assertThat(proof.encode()).hasSize(272 + 32 * (count - disclosed.size()));
            assertThat(BBS.verifyProof(
                            key,
                            BbsProof.decode(proof.encode()),
                            HEADER,
                            PRESENTATION,
                            pick(messages, disclosed),
                            disclosed))
                    .isTrue();
        }
    }

    @Test
    void refusesEveryFlippedByteOfAProof() {
        List<byte[]> messages = messages(3);
        List<Integer> disclosed = List.of(1);
        BbsSignature signature = BBS.sign(secret, HEADER, messages);
        byte[] proof = BBS.proofOf(key, signature, HEADER, PRESENTATION, messages, disclosed, random)
                .encode();
        for (int i = 0; i < proof.length; i++) {
            byte[] flipped = proof.clone();
            flipped[i] ^= (byte) (1 << random.nextInt(8));
            boolean accepted;
            try {
                accepted = BBS.verifyProof(
                        key, BbsProof.decode(flipped), HEADER, PRESENTATION, pick(messages, disclosed), disclosed);
            } catch (IllegalArgumentException malformed) {
                accepted = false;
            }
            assertThat(accepted).as("byte %d", i).isFalse();
        }
    }

    @Test
    void refusesAnotherStatement() {
        List<byte[]> messages = messages(3);
        BbsSignature signature = BBS.sign(secret, HEADER, messages);
        BbsProof proof = BBS.proofOf(key, signature, HEADER, PRESENTATION, messages, List.of(1), random);
        List<byte[]> shown = List.of(messages.get(1));
        BbsPublicKey other = BbsSecretKey.generate(random).publicKey();
        assertThat(BBS.verifyProof(other, proof, HEADER, PRESENTATION, shown, List.of(1)))
                .isFalse();
        assertThat(BBS.verifyProof(key, proof, new byte[0], PRESENTATION, shown, List.of(1)))
                .isFalse();
        assertThat(BBS.verifyProof(key, proof, HEADER, new byte[0], shown, List.of(1)))
                .isFalse();
        assertThat(BBS.verifyProof(key, proof, HEADER, PRESENTATION, shown, List.of(2)))
                .isFalse();
        assertThat(BBS.verifyProof(key, proof, HEADER, PRESENTATION, List.of(messages.get(2)), List.of(1)))
                .isFalse();
        assertThat(BBS.verifyProof(key, proof, HEADER, PRESENTATION, List.of(), List.of(1)))
                .isFalse();
        assertThat(BBS.verifyProof(key, proof, HEADER, PRESENTATION, List.of(), List.of()))
                .isFalse();
    }

    @Test
    void refusesMalformedInput() {
        BbsSignature signature = BBS.sign(secret, HEADER, messages(2));
        byte[] encoded = signature.encode();
        refused(() -> BbsSignature.decode(Arrays.copyOf(encoded, 81)));
        refused(() -> BbsSignature.decode(new byte[80]));
        byte[] zero = encoded.clone();
        Arrays.fill(zero, 48, 80, (byte) 0);
        refused(() -> BbsSignature.decode(zero));
        byte[] identity = encoded.clone();
        Arrays.fill(identity, 0, 48, (byte) 0);
        identity[0] = (byte) 0xc0;
        refused(() -> BbsSignature.decode(identity));
        refused(() -> BbsProof.decode(new byte[271]));
        refused(() -> BbsProof.decode(new byte[273]));
        refused(() -> BbsPublicKey.decode(new byte[96]));
        refused(() -> BbsSecretKey.of(Scalar.ZERO));
        refused(() -> BbsSecretKey.derive(new byte[31], HEADER));
        refused(() -> BBS.sign(secret, HEADER, messages(6)));
        List<byte[]> messages = messages(2);
        for (List<Integer> indexes : List.of(List.of(2), List.of(-1), List.of(1, 0), List.of(0, 0))) {
            refused(() -> BBS.proofOf(key, signature, HEADER, PRESENTATION, messages, indexes, random));
        }
    }

    /// Under it anybody shows credentials of any attributes.
    @Test
    void theIdentityAndPointsOutsideTheGroupAreNoKeys() {
        refused(() -> new BbsPublicKey(G2.identity()));
        refused(() -> BbsPublicKey.decode(G2.identity().encode()));
        for (int x = 1; x < 40; x++) { // nearly every x on the curve is outside G2
            byte[] outside = new byte[BbsPublicKey.SIZE];
            outside[0] = (byte) 0x80;
            outside[BbsPublicKey.SIZE - 1] = (byte) x;
            refused(() -> BbsPublicKey.decode(outside));
        }
        assertThat(BbsPublicKey.decode(key.encode())).isEqualTo(key);
    }

    @Test
    void blindSigningHasItsOwnRandomness() {
        BlindBbs blind = new BlindBbs(2, 2);
        List<byte[]> hidden = messages(2);
        BlindBbs.Committed committed = blind.commit(hidden, random);
        BlindCommitment sent = BlindCommitment.decode(committed.commitment().encode());
        assertThat(blind.commit(hidden, random).commitment()).isNotEqualTo(sent);
        Scalar signerBlind = Scalar.random(random);
        List<byte[]> seen = messages(1);
        BbsSignature signature = blind.sign(secret, Optional.of(sent), signerBlind, HEADER, seen);
        Scalar blinding = committed.blinding().add(signerBlind);
        assertThat(blind.verify(key, signature, HEADER, seen, hidden, blinding)).isTrue();
        BlindBbs.Disclosed disclosed = new BlindBbs.Disclosed(List.of(0), List.of(1));
        BbsProof proof = blind.proofOf(
                key, signature, HEADER, PRESENTATION, new BlindBbs.Signed(seen, hidden, blinding), disclosed, random);
        List<byte[]> shown = List.of(seen.getFirst(), hidden.get(1));
        assertThat(blind.verifyProof(key, proof, HEADER, PRESENTATION, 1, shown, disclosed))
                .isTrue();
        refused(() -> blind.verifyProof(key, proof, HEADER, PRESENTATION, 9, shown, disclosed));
        refused(() -> blind.commit(messages(3), random));
        assertThat(blind.verify(new BlindCommitment(
                        sent.point(), List.of(Scalar.ONE, Scalar.ONE, Scalar.ONE, Scalar.ONE), Scalar.ONE)))
                .isFalse();
    }

    private static void refused(ThrowingCallable call) {
        assertThatIllegalArgumentException().isThrownBy(call);
    }

    @Test
    void secretsDoNotPrint() {
        assertThat(secret).hasToString("BbsSecretKey");
        assertThat(BBS.sign(secret, HEADER, List.of())).hasToString("BbsSignature");
    }
}
