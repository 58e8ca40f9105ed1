package io.florin.crypto.ecdsa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.ecdsa.PresigningEffect.Aborted;
import io.florin.crypto.ecdsa.PresigningEffect.Broadcast;
import io.florin.crypto.ecdsa.PresigningEffect.Completed;
import io.florin.crypto.ecdsa.PresigningEffect.Reason;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.GroupElement;
import io.florin.crypto.shamir.Shares;
import io.florin.crypto.threshold.PartyMessage;
import io.florin.crypto.threshold.ThresholdParty;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PresigningTest {
    private static final int LIAR = 2;
    private static final String RECORDED = "82b17aaa9460ff6910e5a010a2696aa70b84414de61d2601ea63db55a9d1c984";

    private final EcdsaNetwork network = new EcdsaNetwork(1, 5, 41);
    private final PresigningSetup setup = network.setup(List.of(1, 2, 5));

    @ParameterizedTest
    @CsvSource({"1, 3", "2, 5"})
    void theSharesAreOfTheInverseNonceAndOfZero(int corruptMax, int members) {
        EcdsaNetwork larger = new EcdsaNetwork(corruptMax, members, 43);
        List<Integer> all = larger.setup(indexes(members)).indexes();
        List<Presignature> presignatures = larger.run(larger.setup(all)).values().stream()
                .map(end -> ((Completed) end).presignature())
                .toList();
        assertThat(presignatures).hasSize(members);
        P256Point point = presignatures.getFirst().publicPart().noncePoint();
        FieldElement inverse = Shares.interpolate(
                all, presignatures.stream().map(Presignature::inverseShare).toList(), 0);
        FieldElement zero = Shares.interpolate(
                all, presignatures.stream().map(Presignature::maskShare).toList(), 0);
        assertThat(point.times(inverse)).isEqualTo(P256.GROUP.generator());
        assertThat(zero.isZero()).isTrue();
        assertThat(presignatures)
                .allMatch(each -> each.publicPart().noncePoint().equals(point));
        assertThat(presignatures.getFirst().maskShare().isZero()).isFalse();
    }

    /// Each payload in turn is damaged by one bit, cut, or emptied: everybody honest blames the liar and nobody else.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void whoeverSendsSomethingElseIsBlamed(int round) {
        for (UnaryOperator<byte[]> damage : List.<UnaryOperator<byte[]>>of(
                bytes -> flipped(bytes, bytes.length - 1),
                bytes -> flipped(bytes, Math.min(40, bytes.length - 2)),
                bytes -> flipped(bytes, 0),
                bytes -> Arrays.copyOf(bytes, bytes.length - 1),
                bytes -> new byte[0])) {
            lie(round, damage);
            assertBlamed(network.run(network.setup(List.of(1, 2, 5))), Reason.CHEATED);
        }
    }

    @Test
    void aLieAboutTheProductIsFoundByTheCheckInTheExponent() {
        lie(PresigningEvidence.OPEN, PresigningTest::productPlusOne);
        assertBlamed(network.run(setup), Reason.CHEATED);
    }

    /// The check of the liar is moved so that all checks still give w·G at zero; then they lie on no line any more.
    @Test
    void aLieAboutTheProductThatItsCheckFitsIsFoundByTheDegree() {
        FieldElement inProduct =
                Shares.lagrange(P256.SCALARS, setup.indexes(), 0).get(1);
        FieldElement inCheck = Shares.lagrange(P256.SCALARS, List.of(1, 2), 0).get(1);
        GroupElement shift = P256.GROUP.generator().times(inProduct.multiply(inCheck.invert()));
        network.lie(LIAR, message -> switch (message.round()) {
            case PresigningEvidence.OPEN ->
                with(message, productPlusOne(message.payload().toArray()));
            case PresigningEvidence.CHECK ->
                with(
                        message,
                        P256Point.decode(message.payload().toArray())
                                .plus(shift)
                                .encode());
            default -> message;
        });
        assertBlamed(network.run(setup), Reason.CHEATED);
    }

    @Test
    void aCheckInTheOtherFormOfAPointIsBlamed() {
        lie(PresigningEvidence.CHECK, bytes -> P256Point.decode(bytes).encodeUncompressed());
        assertBlamed(network.run(setup), Reason.CHEATED);
    }

    private static byte[] productPlusOne(byte[] opening) {
        byte[] scalar = Arrays.copyOfRange(opening, opening.length - 32, opening.length);
        byte[] changed = P256.SCALARS.ofBytes(scalar).add(P256.SCALARS.one()).toBytes();
        byte[] lied = opening.clone();
        System.arraycopy(changed, 0, lied, opening.length - 32, 32);
        return lied;
    }

    @Test
    void aFalseComplaintIsBlamedOnTheComplainer() {
        lie(PresigningEvidence.OPEN, _ -> new byte[] {1, 5});
        assertBlamed(network.run(setup), Reason.CHEATED);
    }

    @Test
    void aDealThatOnlyOneMemberCannotReadIsBlamedOnTheDealer() {
        lie(1, bytes -> flipped(bytes, 2 * bytes.length / 3 + 40)); // inside the third box
        assertBlamed(network.run(setup), Reason.CHEATED);
    }

    @Test
    void aWrongSeedInTheRevealIsBlamed() {
        network.lie(LIAR, message -> switch (message.round()) {
            case 3 -> with(message, flipped(message.payload().toArray(), 5));
            case 4 -> with(message, flipped(message.payload().toArray(), 0));
            default -> message;
        });
        assertBlamed(network.run(setup), Reason.CHEATED);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    @SuppressWarnings("NullAway")
    void whoFallsSilentIsNamed(int round) {
        network.lie(LIAR, message -> message.round() >= round ? null : message);
        assertBlamed(network.run(setup), Reason.SILENT);
    }

    @Test
    void replaysFromAnotherSessionAndStrangersChangeNothing() {
        Presigning member = network.member(setup, 1);
        Presigning other = network.member(network.setup(List.of(1, 2, 5)), 2);
        PartyMessage replay = ((Broadcast) other.start().getFirst()).message();
        assertThat(member.on(replay)).isEmpty(); // not begun
        member.start();
        assertThat(member.on(replay)).isEmpty();
        assertThat(member.on(new PartyMessage(setup.session(), 4, 1, Bytes.EMPTY)))
                .isEmpty();
        assertThat(member.on(new PartyMessage(setup.session(), 1, 1, Bytes.EMPTY)))
                .isEmpty();
        assertThat(member.on(new PartyMessage(setup.session(), 2, 9, Bytes.EMPTY)))
                .isEmpty();
        assertThat(((Aborted) member.expire().getFirst()).blamed()).containsExactly(2, 5);
        assertThat(member.isOver()).isTrue();
        assertThat(member.expire()).isEmpty();
        assertThatIllegalStateException().isThrownBy(member::start);
    }

    /// A dealing is a function of the seed; a change of this value breaks sessions between versions.
    @Test
    void theDealingOfASeedIsRecorded() {
        byte[] seed = new byte[32];
        try (PresigningDeal deal = PresigningDeal.of(setup, 1, seed)) {
            assertThat(Sha256.hash(deal.message().toArray()).toHex()).isEqualTo(RECORDED);
            assertThat(deal.message().size()).isEqualTo(3 * 176);
        }
    }

    @Test
    void wrongCommitteesAreRefused() {
        List<ThresholdParty> three = setup.committee();
        Bytes32 session = setup.session();
        assertThatIllegalArgumentException().isThrownBy(() -> new PresigningSetup(session, 0, three.subList(0, 1)));
        assertThatIllegalArgumentException().isThrownBy(() -> new PresigningSetup(session, 1, three.subList(0, 2)));
        assertThatIllegalArgumentException().isThrownBy(() -> new PresigningSetup(session, 2, three));
        assertThatIllegalArgumentException().isThrownBy(() -> new PresigningSetup(session, 1, three.reversed()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PresigningSetup(session, 1, List.of(three.get(0), three.get(0), three.get(1))));
        assertThatIllegalArgumentException().isThrownBy(() -> new ThresholdParty(1, Bytes32.ZERO));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ThresholdParty(0, three.getFirst().sealKey()));
        assertThatIllegalArgumentException().isThrownBy(() -> network.member(setup, 3));
        for (int size : new int[] {0, 31, 33}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Presigning(setup, 1, network.sealKeys.getFirst(), new byte[size]));
        }
        assertThatIllegalArgumentException()
                .as("the seal key of another member")
                .isThrownBy(() -> new Presigning(setup, 2, network.sealKeys.getFirst(), new byte[32]));
    }

    private void lie(int round, UnaryOperator<byte[]> change) {
        network.lie(
                LIAR,
                message -> message.round() == round
                        ? with(message, change.apply(message.payload().toArray()))
                        : message);
    }

    private static PartyMessage with(PartyMessage message, byte[] payload) {
        return new PartyMessage(message.session(), message.sender(), message.round(), Bytes.of(payload));
    }

    private static byte[] flipped(byte[] bytes, int position) {
        byte[] flipped = bytes.clone();
        flipped[position] ^= 1;
        return flipped;
    }

    /// The liar believes itself, so its own end is not looked at.
    private static void assertBlamed(Map<Integer, PresigningEffect> ends, Reason reason) {
        for (int honest : new int[] {1, 5}) {
            assertThat(ends.get(honest)).isInstanceOfSatisfying(Aborted.class, aborted -> {
                assertThat(aborted.reason()).isEqualTo(reason);
                assertThat(aborted.blamed()).containsExactly(LIAR);
            });
        }
    }

    private static List<Integer> indexes(int members) {
        return IntStream.rangeClosed(1, members).boxed().toList();
    }
}
