package io.florin.crypto.elgamal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.crypto.Bytes32;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.dkg.Bls12381;
import io.florin.crypto.dkg.Component;
import io.florin.crypto.dkg.KeyEffect.Completed;
import io.florin.crypto.dkg.KeyEffect.Fault;
import io.florin.crypto.dkg.KeyNetwork;
import io.florin.crypto.dkg.KeySetup;
import io.florin.crypto.dkg.KeySetup.Kind;
import io.florin.crypto.dkg.SecretShares;
import io.florin.crypto.dkg.SharedKey;
import io.florin.crypto.elgamal.ThresholdDecryption.Outcome.Incomplete;
import io.florin.crypto.elgamal.ThresholdDecryption.Outcome.Opened;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.G2;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.GroupElement;
import io.florin.crypto.shamir.Shares;
import io.florin.crypto.threshold.PartyMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// New shares of an auditors' key: four auditors, of whom three open, deal zero over the base PK.
class AuditRefreshTest {
    private static final int THRESHOLD = 3;
    private static final int AUDITORS = 4;
    private static final Bytes32 CASE = Sha256.hash(new byte[] {8});
    private static final G1 MESSAGE = Generators.VALUE.multiply(Scalar.ofLong(77));

    private final Random random = new Random(211);
    private final KeyNetwork network = new KeyNetwork(AUDITORS, 223);
    private final List<FieldElement> coefficients = new ArrayList<>();
    private final List<FieldElement> before = new ArrayList<>();
    private final Scalar blinding = Scalar.random(random);
    private AuditPublicKey old = dealt();

    /// A key as its ceremony leaves it; the test alone knows the whole of it.
    private AuditPublicKey dealt() {
        for (int i = 0; i < THRESHOLD; i++) {
            coefficients.add(Bls12381.G1_GROUP.scalars().random(random));
        }
        List<Integer> indexes = IntStream.rangeClosed(1, AUDITORS).boxed().toList();
        G1 point = Generators.BLINDING.multiply(
                Bls12381.scalar(coefficients.getFirst().invert()));
        for (int index : indexes) {
            FieldElement at = Bls12381.G1_GROUP.scalars().ofLong(index);
            FieldElement value = coefficients.getLast();
            for (int i = THRESHOLD - 2; i >= 0; i--) {
                value = value.multiply(at).add(coefficients.get(i));
            }
            before.add(value);
        }
        return new AuditPublicKey(
                point,
                THRESHOLD,
                indexes,
                before.stream()
                        .map(share -> point.multiply(Bls12381.scalar(share)))
                        .toList());
    }

    @BeforeEach
    void theKeyIsItselfAsAShareOfG() {
        assertThat(AuditPublicKey.of(old.shared())).isEqualTo(old);
    }

    @Test
    void aRefreshKeepsKeyAndCiphertextsAndMovesEveryShare() {
        G1 handle = old.handle(blinding);
        List<Completed> ends = refreshed(network.setup(
                Kind.REFRESH,
                THRESHOLD,
                List.of(old.shared().components().getFirst().component())));
        AuditPublicKey next = AuditPublicKey.of(ends.getFirst().key());

        assertThat(ends).allSatisfy(end -> {
            assertThat(end.key()).isEqualTo(next.shared());
            assertThat(end.faults()).isEmpty();
        });
        assertThat(next.point()).isEqualTo(old.point());
        assertThat(next.verificationPoints()).doesNotContainAnyElementsOf(old.verificationPoints());
        for (List<Integer> who : List.of(List.of(1, 2, 3), List.of(4, 2, 1))) {
            assertThat(ThresholdDecryption.open(next, commitment(), handle, CASE, shares(next, handle, ends, who)))
                    .isInstanceOfSatisfying(
                            Opened.class, opened -> assertThat(opened.message()).isEqualTo(MESSAGE));
        }
        assertThat(ThresholdDecryption.open(
                        next, commitment(), handle, CASE, shares(next, handle, ends, List.of(1, 2))))
                .isInstanceOf(Incomplete.class);
    }

    @Test
    void oldSharesAreNamedUnderTheNewPointsAndDoNotCombineWithNewOnes() {
        G1 handle = old.handle(blinding);
        List<Completed> ends = refreshed(network.setup(
                Kind.REFRESH,
                THRESHOLD,
                List.of(old.shared().components().getFirst().component())));
        AuditPublicKey next = AuditPublicKey.of(ends.getFirst().key());
        List<DecryptionShare> mixed = new ArrayList<>(shares(next, handle, ends, List.of(3, 4)));
        mixed.add(share(old, 1, before.getFirst()).decrypt(handle, CASE, random));
        mixed.add(share(old, 2, before.get(1)).decrypt(handle, CASE, random));

        assertThat(ThresholdDecryption.open(next, commitment(), handle, CASE, mixed))
                .isEqualTo(new Incomplete(2, new java.util.TreeSet<>(List.of(1, 2))));
        assertThatIllegalArgumentException().isThrownBy(() -> share(next, 1, before.getFirst()));
        // whoever has two old shares and one new one knows nothing of the key, whatever the proofs say
        FieldElement together =
                Shares.interpolate(List.of(1, 2, 3), List.of(before.get(0), before.get(1), own(ends, 3)), 0);
        assertThat(together).isNotEqualTo(coefficients.getFirst());
        assertThat(Shares.interpolate(List.of(1, 2, 3), List.of(own(ends, 1), own(ends, 2), own(ends, 3)), 0))
                .isEqualTo(coefficients.getFirst());
    }

    @Test
    void whoDealsAShareThatDoesNotFitItsCommitmentsIsNamedAndTheRefreshGoesOnWithout() {
        var component = old.shared().components().getFirst().component();
        KeySetup setup = network.setup(Kind.REFRESH, THRESHOLD, List.of(component));
        network.lie(2, (_, message) -> message.round() == 1 ? changed(message) : message);
        List<Completed> ends = refreshed(setup);

        assertThat(ends.getFirst().faults()).containsEntry(2, Fault.BAD_SHARE);
        assertThat(ends.getFirst().qualified()).containsExactly(1, 3, 4);
        AuditPublicKey next = AuditPublicKey.of(ends.getFirst().key());
        G1 handle = next.handle(blinding);
        assertThat(ThresholdDecryption.open(
                        next, commitment(), handle, CASE, shares(next, handle, ends, List.of(1, 3, 4))))
                .isInstanceOf(Opened.class);
    }

    @Test
    void aKeyOfSomethingElseIsNoKeyOfAuditorsAndTheThresholdIsExact() {
        SharedKey shared = old.shared();
        var only = shared.components().getFirst();
        var otherPoint = new SharedKey.KeyComponent(
                only.component(), List.of(Bls12381.element(G1.generator())), only.verificationPoints());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> AuditPublicKey.of(new SharedKey(THRESHOLD, shared.indexes(), List.of(otherPoint))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AuditPublicKey.of(new SharedKey(THRESHOLD, shared.indexes(), List.of(only, only))));
        // three are asked for, and two could open: the points of a line
        FieldElement slope = coefficients.get(1);
        List<G1> line = IntStream.rangeClosed(1, AUDITORS)
                .mapToObj(index -> old.point()
                        .multiply(Bls12381.scalar(coefficients
                                .getFirst()
                                .add(slope.multiply(Bls12381.G1_GROUP.scalars().ofLong(index))))))
                .toList();
        assertThat(new AuditPublicKey(old.point(), 2, old.indexes(), line).threshold())
                .isEqualTo(2);
        assertThatIllegalArgumentException().isThrownBy(() -> new AuditPublicKey(old.point(), 3, old.indexes(), line));
    }

    /// Whatever a file of a ceremony says, who reads it hears that it is no such key.
    @Test
    void aKeyOfAnotherShapeIsRefusedInTheSameWay() {
        SharedKey shared = old.shared();
        var only = shared.components().getFirst();
        var points = only.verificationPoints().getFirst();
        var inG2 = new Component(only.component().name(), List.of(Bls12381.element(G2.generator())));
        List<GroupElement> pointsInG2 =
                points.stream().map(_ -> Bls12381.element(G2.generator())).toList();

        for (List<SharedKey.KeyComponent> other : List.of(
                List.<SharedKey.KeyComponent>of(),
                List.of(new SharedKey.KeyComponent(only.component(), List.of(), only.verificationPoints())),
                List.of(new SharedKey.KeyComponent(only.component(), only.publicPoints(), List.of())),
                List.of(new SharedKey.KeyComponent(only.component(), only.publicPoints(), List.of(points, points))),
                List.of(new SharedKey.KeyComponent(only.component(), only.publicPoints(), List.of(pointsInG2))),
                List.of(new SharedKey.KeyComponent(inG2, only.publicPoints(), only.verificationPoints())),
                List.of(new SharedKey.KeyComponent(only.component(), pointsInG2, only.verificationPoints())))) {
            assertThatIllegalArgumentException()
                    .as(other.toString())
                    .isThrownBy(() -> AuditPublicKey.of(new SharedKey(THRESHOLD, shared.indexes(), other)));
        }
        for (int threshold : new int[] {-1, 0, AUDITORS + 1}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(
                            () -> AuditPublicKey.of(new SharedKey(threshold, shared.indexes(), shared.components())));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AuditPublicKey.of(new SharedKey(THRESHOLD, List.of(), shared.components())));
    }

    private static PartyMessage changed(PartyMessage message) {
        byte[] bytes = message.payload().toArray();
        bytes[bytes.length - 1] ^= 1; // in the last auditor's box
        return new PartyMessage(message.session(), message.sender(), message.round(), io.florin.crypto.Bytes.of(bytes));
    }

    private List<Completed> refreshed(KeySetup setup) {
        SharedKey shared = old.shared();
        List<SecretShares> own = new ArrayList<>();
        for (int index = 1; index <= AUDITORS; index++) {
            own.add(SecretShares.of(index, List.of(before.get(index - 1)), shared));
        }
        var ends = network.refresh(setup, shared, own);
        return IntStream.rangeClosed(1, AUDITORS)
                .mapToObj(index -> KeyNetwork.completed(ends, index))
                .toList();
    }

    private G1 commitment() {
        return MESSAGE.add(Generators.BLINDING.multiply(blinding));
    }

    private static FieldElement own(List<Completed> ends, int index) {
        return ends.get(index - 1).shares().share(0);
    }

    private static AuditKeyShare share(AuditPublicKey key, int index, FieldElement secret) {
        return new AuditKeyShare(index, Bls12381.scalar(secret), key);
    }

    private List<DecryptionShare> shares(AuditPublicKey key, G1 handle, List<Completed> ends, List<Integer> who) {
        return who.stream()
                .map(index -> share(key, index, own(ends, index)).decrypt(handle, CASE, random))
                .toList();
    }
}
