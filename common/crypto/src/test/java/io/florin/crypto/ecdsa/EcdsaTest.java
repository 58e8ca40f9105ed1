package io.florin.crypto.ecdsa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.ecdsa.EcdsaCombiner.Outcome;
import io.florin.crypto.ecdsa.PresigningEffect.Completed;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.threshold.FakeStorage;
import io.florin.crypto.threshold.NonceId;
import io.florin.crypto.threshold.NonceLedger;
import io.florin.crypto.threshold.NonceLedgerException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EcdsaTest {
    private static final byte[] MESSAGE = "a bundle".getBytes(StandardCharsets.UTF_8);

    private final EcdsaNetwork network = new EcdsaNetwork(1, 5, 53);
    private final List<FakeStorage> disks =
            IntStream.range(0, 5).mapToObj(i -> new FakeStorage()).toList();
    private final List<EcdsaSigner> signers =
            new ArrayList<>(IntStream.range(0, 5).mapToObj(this::signer).toList());

    @Test
    void anyThreeOfFiveSignWhatTheJdkAccepts() throws Exception {
        for (List<Integer> committee : List.of(List.of(1, 2, 3), List.of(1, 3, 5), List.of(2, 4, 5))) {
            Presignature.PublicPart presignature = presign(committee);
            byte[] signature = signed(presignature, answers(presignature, MESSAGE));
            assertThat(EcdsaP256.verifyLowS(network.key.key(), MESSAGE, signature))
                    .isTrue();
            assertThat(EcdsaP256.verify(network.key.key(), new byte[1], signature))
                    .isFalse();
            Signature jdk = Signature.getInstance("SHA256withECDSAinP1363Format", "SunEC");
            jdk.initVerify(EcdsaP256.publicKey(EcdsaP256.sun(), network.key.key()));
            jdk.update(MESSAGE);
            assertThat(jdk.verify(signature)).isTrue();
        }
    }

    @Test
    void allFiveSignWhereTwoMayLie() {
        EcdsaNetwork larger = new EcdsaNetwork(2, 5, 59);
        List<EcdsaSigner> five = new ArrayList<>();
        var setup = larger.setup(List.of(1, 2, 3, 4, 5));
        larger.run(setup).forEach((index, end) -> {
            var signer = new EcdsaSigner(larger.shares.get(index - 1), new FakeStorage().open(0), 1);
            signer.keep(((Completed) end).presignature());
            five.add(signer);
        });
        Presignature.PublicPart presignature =
                five.getFirst().next(setup.indexes()).orElseThrow();
        List<EcdsaShare> answers = five.stream()
                .map(signer -> signer.sign(setup.session(), MESSAGE).orElseThrow())
                .toList();
        Outcome outcome = EcdsaCombiner.combine(larger.key, presignature, MESSAGE, answers);
        byte[] signature = ((Outcome.Signature) outcome).signature().toArray();
        assertThat(EcdsaP256.verifyLowS(larger.key.key(), MESSAGE, signature)).isTrue();
        assertThat(EcdsaCombiner.combine(larger.key, presignature, MESSAGE, answers.subList(0, 4)))
                .isInstanceOf(Outcome.Incomplete.class);
    }

    @Test
    void missingAndWrongSharesGiveNoSignature() {
        Presignature.PublicPart presignature = presign(List.of(1, 2, 3));
        List<EcdsaShare> answers = answers(presignature, MESSAGE);
        Outcome tooFew = EcdsaCombiner.combine(network.key, presignature, MESSAGE, answers.subList(0, 2));
        assertThat(((Outcome.Incomplete) tooFew).missing()).containsExactly(3);
        EcdsaShare wrong =
                new EcdsaShare(presignature.session(), 3, answers.getFirst().scalar());
        List<EcdsaShare> spoiled = List.of(answers.get(0), answers.get(1), wrong, answers.get(2));
        assertThat(EcdsaCombiner.combine(network.key, presignature, MESSAGE, spoiled))
                .isEqualTo(new Outcome.Spoiled(List.of(1, 2, 3)));
        byte[] high = new byte[32];
        Arrays.fill(high, (byte) 0xff);
        EcdsaShare notCanonical = new EcdsaShare(presignature.session(), 3, Bytes32.of(high));
        EcdsaShare stranger = new EcdsaShare(presignature.session(), 4, Bytes32.ZERO);
        EcdsaShare otherSession = new EcdsaShare(Bytes32.ZERO, 3, Bytes32.ZERO);
        List<EcdsaShare> noise =
                List.of(notCanonical, stranger, otherSession, answers.get(0), answers.get(1), answers.get(2));
        assertThat(EcdsaCombiner.combine(network.key, presignature, MESSAGE, noise))
                .isInstanceOf(Outcome.Signature.class);
        assertThat(EcdsaCombiner.combine(network.key, presignature, new byte[1], answers))
                .isInstanceOf(Outcome.Spoiled.class);
    }

    @Test
    void sIsLow() {
        BigInteger order = P256.SCALARS.modulus();
        BigInteger half = order.shiftRight(1);
        assertThat(EcdsaP256.lowS(half)).isEqualTo(half);
        assertThat(EcdsaP256.lowS(half.add(BigInteger.ONE))).isEqualTo(half);
        for (int i = 0; i < 6; i++) {
            Presignature.PublicPart presignature = presign(List.of(1, 2, 3));
            byte[] signature = signed(presignature, answers(presignature, MESSAGE));
            assertThat(new BigInteger(1, signature, 32, 32)).isLessThanOrEqualTo(half);
            byte[] high = signature.clone();
            BigInteger other = order.subtract(new BigInteger(1, signature, 32, 32));
            Bytes32.of(P256.SCALARS.ofPublic(other).toBytes()).copyInto(high, 32);
            assertThat(EcdsaP256.verify(network.key.key(), MESSAGE, high)).isTrue();
            assertThat(EcdsaP256.verifyLowS(network.key.key(), MESSAGE, high)).isFalse();
        }
    }

    @Test
    void aPresignatureAnswersOneMessage() {
        Presignature.PublicPart presignature = presign(List.of(1, 2, 3));
        EcdsaSigner signer = signers.getFirst();
        assertThat(signer.sign(presignature.session(), MESSAGE)).isPresent();
        assertThat(signer.sign(presignature.session(), MESSAGE)).isEmpty();
        assertThat(signer.sign(presignature.session(), new byte[1])).isEmpty();
        assertThat(signer.next(List.of(1, 2, 3))).isEmpty();
    }

    /// As for FROST: every operation of the disk fails in turn; no presignature answers twice, and no answer leaves
    /// before its use is on the disk.
    @ParameterizedTest
    @EnumSource(FakeStorage.Unforced.class)
    void noPresignatureIsUsedTwiceWhateverCrashes(FakeStorage.Unforced unforced) {
        boolean crashed = true;
        for (int step = 0; crashed; step++) {
            disks.get(0).crash(unforced);
            signers.set(0, signer(0));
            Presignature.PublicPart presignature = presign(List.of(1, 2, 3));
            int before = disks.get(0).durable().length;
            disks.get(0).failAfter(step);
            crashed = false;
            try {
                assertThat(signers.getFirst().sign(presignature.session(), MESSAGE))
                        .isPresent();
                assertThat(disks.get(0).durable().length).isGreaterThan(before);
            } catch (NonceLedgerException e) {
                crashed = true;
            }
            assertThat(signers.getFirst().sign(presignature.session(), MESSAGE)).isEmpty();
            disks.get(0).crash(unforced);
            signers.set(0, signer(0));
            assertThat(signers.getFirst().sign(presignature.session(), MESSAGE)).isEmpty();
        }
    }

    @Test
    void presignaturesOfOthersAndTooManyAreNotKept() {
        EcdsaNetwork foreign = new EcdsaNetwork(1, 5, 61);
        foreign.run(foreign.setup(List.of(2, 3, 4)))
                .values()
                .forEach(end -> assertThatIllegalArgumentException()
                        .isThrownBy(() -> signers.getFirst().keep(((Completed) end).presignature())));
        EcdsaSigner small = new EcdsaSigner(network.shares.getFirst(), new FakeStorage().open(0), 1);
        List<Presignature> own = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Optional.ofNullable(network.run(network.setup(List.of(1, 2, 3))).get(1))
                    .ifPresent(end -> own.add(((Completed) end).presignature()));
        }
        assertThat(small.keep(own.get(0))).isTrue();
        assertThatIllegalArgumentException().isThrownBy(() -> small.keep(own.get(0)));
        assertThat(small.keep(own.get(1))).isFalse();
        assertThat(own.get(1).inverseShare().isZero()).isTrue();
        small.close();
        assertThat(small.waiting()).isZero();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new EcdsaSigner(network.shares.getFirst(), new FakeStorage().open(0), 0));
    }

    @Test
    void whatWaitsIsErasedAtTheEnd() {
        EcdsaSigner signer = signers.getFirst();
        Presignature presignature = presignature(List.of(1, 2, 3));
        signer.keep(presignature);
        assertThat(presignature.inverseShare().isZero()).isFalse();
        signer.close();
        assertThat(presignature.inverseShare().isZero()).isTrue();
        assertThat(presignature.maskShare().isZero()).isTrue();
    }

    @Test
    void presignaturesWaitForTheirCommittee() {
        EcdsaSigner signer = signers.getFirst();
        signer.keep(presignature(List.of(1, 2, 3)));
        signer.keep(presignature(List.of(1, 2, 4), new byte[] {1}));
        assertThat(signer.waiting(List.of(1, 2, 4)))
                .extracting(Presignature.PublicPart::committee)
                .containsExactly(List.of(1, 2, 4));
        assertThat(signer.next(List.of(1, 2, 5))).isEmpty();
    }

    @Test
    void theOldestMakeRoomForAsManyAsAreWanted() {
        EcdsaSigner signer = new EcdsaSigner(network.shares.getFirst(), new FakeStorage().open(0), 3);
        List<Presignature> made = new ArrayList<>();
        for (byte i = 0; i < 3; i++) {
            made.add(presignature(List.of(1, 2, 3), new byte[] {i}));
            signer.keep(made.getLast());
        }
        signer.makeRoom(0);
        assertThat(signer.waiting()).isEqualTo(3);
        signer.makeRoom(2);
        assertThat(signer.waiting(List.of(1, 2, 3)))
                .containsExactly(made.getLast().publicPart());
        assertThat(made).extracting(each -> each.inverseShare().isZero()).containsExactly(true, true, false);
        signer.makeRoom(9);
        assertThat(signer.waiting()).isZero();
    }

    /// Without the share of zero the answers would give k⁻¹ away: their sum is the same.
    @Test
    void anAnswerIsHiddenByTheShareOfZeroRecordedAndLeavesNothingBehind() {
        EcdsaKeyShare key = network.shares.getFirst();
        FakeStorage disk = new FakeStorage();
        EcdsaSigner signer = new EcdsaSigner(key, disk.open(0), 1);
        Presignature presignature = presignature(List.of(1, 2, 3));
        Bytes32 session = presignature.publicPart().session();
        signer.keep(presignature);

        EcdsaShare answer = signer.sign(session, MESSAGE).orElseThrow();

        byte[] digest = Sha256.digest(MESSAGE);
        FieldElement signed =
                P256.SCALARS.reduce(digest).add(P256Point.BASE.abscissa().multiply(key.secret()));
        FieldElement expected = P256.SCALARS.ofLong(7).multiply(signed).add(P256.SCALARS.ofLong(8));
        assertThat(answer.scalar()).isEqualTo(Bytes32.of(expected.toBytes()));
        assertThat(presignature.inverseShare().isZero()).isTrue();
        assertThat(presignature.maskShare().isZero()).isTrue();
        byte[] purpose = "florin/ecdsa/use/1".getBytes(StandardCharsets.US_ASCII);
        byte[] record = Arrays.copyOfRange(disk.durable(), 128, 192);
        assertThat(Arrays.copyOf(record, NonceId.SIZE)).isEqualTo(new NonceId(1, 1).encode());
        assertThat(Bytes32.read(record, NonceId.SIZE))
                .isEqualTo(Sha256.hash(purpose, network.key.key().encode(), session.toArray(), digest));
    }

    /// Of a presignature with fewer or more than 2t + 1 members, or with strangers, the answers could be put together
    /// without somebody honest.
    @Test
    void aCommitteeIsOfTheKeysHoldersAndOfTheirNumber() {
        EcdsaSigner signer = signers.getFirst();
        for (List<Integer> committee :
                List.of(List.of(1, 2), List.of(1, 2, 3, 4, 5), List.of(1, 2, 6), List.of(2, 3, 4), List.of(1))) {
            Presignature presignature = presignature(committee);
            assertThatIllegalArgumentException().as("%s", committee).isThrownBy(() -> signer.keep(presignature));
            assertThat(presignature.inverseShare().isZero()).as("erased").isTrue();
        }
        assertThat(signer.keep(presignature(List.of(1, 2, 5)))).isTrue();
    }

    @Test
    void whatIsDroppedIsErasedAndItsNameForgotten() {
        NonceLedger ledger = new FakeStorage().open(0);
        EcdsaSigner signer = new EcdsaSigner(network.shares.getFirst(), ledger, 2);
        Presignature presignature = presignature(List.of(1, 2, 3));
        signer.keep(presignature);
        NonceId name = new NonceId(ledger.epoch(), 1);
        assertThat(ledger.isUnused(name)).isTrue();
        signer.drop(presignature.publicPart().session());
        assertThat(presignature.inverseShare().isZero()).isTrue();
        assertThat(presignature.maskShare().isZero()).isTrue();
        assertThat(ledger.isUnused(name)).isFalse();
        assertThat(signer.sign(presignature.publicPart().session(), MESSAGE)).isEmpty();
    }

    private static Presignature presignature(List<Integer> committee) {
        return presignature(committee, MESSAGE);
    }

    private static Presignature presignature(List<Integer> committee, byte[] session) {
        return new Presignature(
                new Presignature.PublicPart(Sha256.hash(session), P256Point.BASE, committee),
                P256.SCALARS.ofLong(7),
                P256.SCALARS.ofLong(8));
    }

    @Test
    void keysThatDoNotFitAreRefused() {
        EcdsaGroupKey key = network.key;
        List<P256Point> points = key.verificationShares();
        assertThatIllegalArgumentException().isThrownBy(() -> new EcdsaGroupKey(0, key.key(), points));
        assertThatIllegalArgumentException().isThrownBy(() -> new EcdsaGroupKey(3, key.key(), points));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new EcdsaGroupKey(1, key.key().doubled(), points));
        assertThatIllegalArgumentException().isThrownBy(() -> new EcdsaGroupKey(1, key.key(), points.reversed()));
        P256Point base = P256Point.BASE;
        List<P256Point> ofZero = List.of(base, base.doubled(), base.doubled().add(base));
        assertThatIllegalArgumentException() // the line through zero: a sharing of a key that everybody has
                .isThrownBy(() -> new EcdsaGroupKey(1, P256Point.IDENTITY, ofZero));
        EcdsaKeyShare second = network.shares.get(1);
        assertThatIllegalArgumentException().isThrownBy(() -> new EcdsaKeyShare(1, second.secret(), key));
        assertThatIllegalArgumentException().isThrownBy(() -> new EcdsaKeyShare(0, second.secret(), key));
        assertThat(second).hasToString("EcdsaKeyShare[2]");
    }

    private EcdsaSigner signer(int i) {
        return new EcdsaSigner(network.shares.get(i), disks.get(i).open(0), 4);
    }

    private Presignature.PublicPart presign(List<Integer> committee) {
        PresigningSetup setup = network.setup(committee);
        network.run(setup).forEach((index, end) -> signers.get(index - 1).keep(((Completed) end).presignature()));
        return signers.get(committee.getFirst() - 1).next(committee).orElseThrow();
    }

    private List<EcdsaShare> answers(Presignature.PublicPart presignature, byte[] message) {
        return presignature.committee().stream()
                .map(index -> signers.get(index - 1)
                        .sign(presignature.session(), message)
                        .orElseThrow())
                .toList();
    }

    private byte[] signed(Presignature.PublicPart presignature, List<EcdsaShare> answers) {
        Outcome outcome = EcdsaCombiner.combine(network.key, presignature, MESSAGE, answers);
        Bytes signature = ((Outcome.Signature) outcome).signature();
        return signature.toArray();
    }
}
