package io.florin.crypto.frost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.frost.FrostAggregator.Outcome;
import io.florin.crypto.frost.SigningAnswer.Reason;
import io.florin.crypto.frost.SigningAnswer.Refused;
import io.florin.crypto.frost.SigningAnswer.Signed;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.threshold.FakeStorage;
import io.florin.crypto.threshold.NonceId;
import io.florin.crypto.threshold.NonceLedger;
import io.florin.crypto.threshold.NonceLedgerException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FrostTest {
    private static final Bytes MESSAGE = Bytes.of("a bundle".getBytes(StandardCharsets.UTF_8));

    private final Random random = new Random(23);
    private final List<FrostKeyShare> keys = FrostDealer.deal(2, 3, random);
    private final FrostGroupKey group = keys.getFirst().groupKey();
    private final List<FakeStorage> disks =
            IntStream.range(0, 3).mapToObj(i -> new FakeStorage()).toList();
    private final List<FrostSigner> signers =
            new ArrayList<>(IntStream.range(0, 3).mapToObj(i -> signer(i, 4)).toList());

    @Test
    void anyTwoOfThreeAndAllThreeSignWhatVerifiesAsEd25519() {
        for (List<Integer> indexes : List.of(List.of(1, 2), List.of(1, 3), List.of(2, 3), List.of(1, 2, 3))) {
            SigningPackage signing = commit(indexes);
            Bytes signature =
                    ((Outcome.Signature) FrostAggregator.aggregate(group, signing, answers(signing))).signature();
            assertThat(Ed25519.verify(group.encoded(), MESSAGE.toArray(), signature.toArray()))
                    .isTrue();
            assertThat(Ed25519.verify(group.encoded(), new byte[] {1}, signature.toArray()))
                    .isFalse();
        }
    }

    @Test
    void wrongAndMissingSharesAreBlamedOnTheirSenders() {
        SigningPackage signing = commit(List.of(1, 2, 3));
        List<FrostShare> answers = answers(signing);
        FrostShare wrong = new FrostShare(2, answers.get(0).scalar());
        byte[] high = new byte[32];
        Arrays.fill(high, (byte) 0xff);
        FrostShare notCanonical = new FrostShare(3, Bytes32.of(high));
        assertBlamed(signing, List.of(answers.get(0), wrong, answers.get(2)), 2);
        assertBlamed(signing, List.of(answers.get(0), answers.get(1), notCanonical), 3);
        assertBlamed(signing, List.of(answers.get(0), wrong), 2, 3);
        assertBlamed(signing, List.of(), 1, 2, 3);
        assertThat(FrostAggregator.verifyShare(group, signing, wrong)).isFalse();
        assertThat(FrostAggregator.verifyShare(group, signing, notCanonical)).isFalse();
        FrostShare stranger = new FrostShare(9, answers.get(0).scalar());
        assertThat(FrostAggregator.aggregate(
                        group, signing, List.of(stranger, answers.get(0), wrong(0), answers.get(1), answers.get(2))))
                .isInstanceOf(Outcome.Signature.class);
    }

    @Test
    void aCommitmentThatIsNoPointIsBlamedAndNobodySigns() {
        NonceCommitment first = signers.get(0).commit();
        NonceCommitment second = signers.get(1).commit();
        Bytes32 ofSmallOrder = Bytes32.fromHex("01" + "00".repeat(31));
        var bad = new NonceCommitment(2, second.nonce(), ofSmallOrder, second.binding());
        var signing = new SigningPackage(List.of(first, bad), MESSAGE);
        assertThat(signers.get(0).sign(signing)).isEqualTo(new Refused(Reason.BAD_COMMITMENT));
        assertBlamed(signing, List.of(), 2);
        // the refusal used no nonce
        assertThat(signers.get(0).sign(new SigningPackage(List.of(first, second), MESSAGE)))
                .isInstanceOf(Signed.class);
    }

    /// Its shares would belong to it, and anybody could sign under it.
    @Test
    void theIdentityIsNoKey() {
        EdwardsPoint identity = Edwards25519.GROUP.identity();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FrostGroupKey(2, identity, List.of(identity, identity, identity)))
                .withMessage("not a public key");
        assertThatIllegalArgumentException().isThrownBy(() -> EdwardsPoint.decode(identity.encode()));
    }

    @Test
    void packagesOfTheWrongPartiesAreRefused() {
        NonceCommitment first = signers.get(0).commit();
        NonceCommitment second = signers.get(1).commit();
        var stranger = new NonceCommitment(4, second.nonce(), second.hiding(), second.binding());
        var swapped = new NonceCommitment(1, first.nonce(), second.hiding(), second.binding());
        var other = new NonceCommitment(1, new NonceId(1, 77), first.hiding(), first.binding());
        FrostSigner signer = signers.get(0);
        assertRefused(signer, Reason.NOT_A_SIGNER, second);
        assertRefused(signer, Reason.WRONG_SIGNERS, first);
        assertRefused(signer, Reason.WRONG_SIGNERS, first, stranger);
        assertRefused(signer, Reason.NOT_ITS_COMMITMENT, swapped, second);
        assertRefused(signer, Reason.NO_SUCH_NONCE, other, second);
        assertThatIllegalArgumentException().isThrownBy(() -> new SigningPackage(List.of(second, first), MESSAGE));
        assertThatIllegalArgumentException().isThrownBy(() -> new SigningPackage(List.of(first, first), MESSAGE));
        assertThatIllegalArgumentException().isThrownBy(() -> new SigningPackage(List.of(), MESSAGE));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NonceCommitment(0, first.nonce(), first.hiding(), first.binding()));
    }

    @Test
    void aPairAnswersOnePackage() {
        SigningPackage signing = commit(List.of(1, 2));
        assertThat(signers.get(0).sign(signing)).isInstanceOf(Signed.class);
        assertThat(signers.get(0).sign(signing)).isEqualTo(new Refused(Reason.NO_SUCH_NONCE));
        var other = new SigningPackage(signing.commitments(), Bytes.of(new byte[] {1}));
        assertThat(signers.get(0).sign(other)).isEqualTo(new Refused(Reason.NO_SUCH_NONCE));
    }

    @Test
    void theOldestPairMakesRoom() {
        FrostSigner signer = signers.get(0);
        NonceCommitment oldest = signer.commit();
        for (int i = 0; i < 4; i++) {
            signer.commit();
        }
        assertThat(signer.outstanding()).isEqualTo(4);
        NonceCommitment second = signers.get(1).commit();
        assertRefused(signer, Reason.NO_SUCH_NONCE, oldest, second);
    }

    /// The disk of party 1 fails at every operation in turn, and what was not forced is lost, kept or torn. A share
    /// leaves only after its use is on the disk, and after the restart no pair made before answers anything.
    @ParameterizedTest
    @EnumSource(FakeStorage.Unforced.class)
    void noNonceIsUsedTwiceWhateverCrashes(FakeStorage.Unforced unforced) {
        Set<Bytes32> usedHidings = new HashSet<>();
        boolean crashed = true;
        for (int step = 0; crashed; step++) {
            disks.get(0).crash(unforced);
            signers.set(0, signer(0, 4));
            SigningPackage signing = commit(List.of(1, 2));
            NonceCommitment own = signing.commitments().getFirst();
            int usesBefore = disks.get(0).durable().length;
            disks.get(0).failAfter(step);
            crashed = false;
            try {
                assertThat(signers.get(0).sign(signing)).isInstanceOf(Signed.class);
                assertThat(disks.get(0).durable().length).isGreaterThan(usesBefore);
                assertThat(usedHidings.add(own.hiding())).isTrue();
            } catch (NonceLedgerException e) {
                crashed = true;
            }
            // a new attempt by the same process finds no pair
            assertThat(signers.get(0).sign(signing)).isEqualTo(new Refused(Reason.NO_SUCH_NONCE));
            disks.get(0).crash(unforced);
            signers.set(0, signer(0, 4));
            assertThat(signers.get(0).sign(signing)).isEqualTo(new Refused(Reason.NO_SUCH_NONCE));
            assertThat(usedHidings).doesNotContain(signers.get(0).commit().hiding());
        }
    }

    @Test
    void whatEndsIsForgottenAndWhatWasDrawnIsErased() {
        List<byte[]> drawn = new ArrayList<>();
        Random watched = new Random(5) {
            @Override
            public void nextBytes(byte[] bytes) {
                super.nextBytes(bytes);
                drawn.add(bytes);
            }
        };
        NonceLedger ledger = new FakeStorage().open(0);
        FrostSigner signer = new FrostSigner(keys.get(0), ledger, watched, 4);
        NonceCommitment other = signers.get(1).commit();

        NonceCommitment dropped = signer.commit();
        assertThat(drawn).hasSize(2).allSatisfy(bytes -> assertThat(bytes).containsOnly(0));
        assertThat(ledger.isUnused(dropped.nonce())).isTrue();
        signer.drop(dropped.nonce());
        assertThat(ledger.isUnused(dropped.nonce())).isFalse();
        assertThat(signer.outstanding()).isZero();

        NonceCommitment used = signer.commit();
        assertThat(signer.sign(new SigningPackage(List.of(used, other), MESSAGE)))
                .isInstanceOf(Signed.class);
        assertThat(signer.outstanding()).isZero();

        NonceCommitment last = signer.commit();
        signer.close();
        assertThat(signer.outstanding()).isZero();
        assertRefused(signer, Reason.NO_SUCH_NONCE, last, other);
    }

    @Test
    void whereTheLedgerFailedNoOtherPairSigns() {
        FrostSigner signer = signers.get(0);
        NonceCommitment first = signer.commit();
        NonceCommitment second = signer.commit();
        NonceCommitment other = signers.get(1).commit();
        disks.get(0).failAfter(0);
        assertThatThrownBy(() -> signer.sign(new SigningPackage(List.of(first, other), MESSAGE)))
                .isInstanceOf(NonceLedgerException.class);
        disks.get(0).failAfter(Long.MAX_VALUE);
        assertRefused(signer, Reason.NO_SUCH_NONCE, second, other);
    }

    @Test
    void sharesOfAnotherKeyAreRefused() {
        FrostKeyShare second = keys.get(1);
        assertThatIllegalArgumentException().isThrownBy(() -> new FrostKeyShare(1, second.secret(), group));
        assertThatIllegalArgumentException().isThrownBy(() -> new FrostKeyShare(4, second.secret(), group));
        List<EdwardsPoint> swapped = List.of(
                group.verificationShares().get(1),
                group.verificationShares().get(0),
                group.verificationShares().get(2));
        assertThatIllegalArgumentException().isThrownBy(() -> new FrostGroupKey(2, group.key(), swapped));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FrostGroupKey(4, group.key(), group.verificationShares()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FrostGroupKey(2, group.key().doubled(), group.verificationShares()));
        assertThat(second).hasToString("FrostKeyShare[2]");
        second.close();
        assertThatThrownBy(second::secret).isInstanceOf(IllegalStateException.class);
    }

    private FrostSigner signer(int i, int outstandingMax) {
        return new FrostSigner(keys.get(i), disks.get(i).open(0), random, outstandingMax);
    }

    private FrostShare wrong(int i) {
        return new FrostShare(i + 1, Bytes32.ZERO);
    }

    private SigningPackage commit(List<Integer> indexes) {
        return new SigningPackage(
                indexes.stream().map(index -> signers.get(index - 1).commit()).toList(), MESSAGE);
    }

    private List<FrostShare> answers(SigningPackage signing) {
        return signing.indexes().stream()
                .map(index -> ((Signed) signers.get(index - 1).sign(signing)).share())
                .toList();
    }

    private void assertBlamed(SigningPackage signing, List<FrostShare> shares, Integer... parties) {
        Outcome outcome = FrostAggregator.aggregate(group, signing, shares);
        assertThat(((Outcome.Blamed) outcome).parties()).containsExactly(parties);
    }

    private static void assertRefused(FrostSigner signer, Reason reason, NonceCommitment... commitments) {
        assertThat(signer.sign(new SigningPackage(List.of(commitments), MESSAGE)))
                .isEqualTo(new Refused(reason));
    }
}
