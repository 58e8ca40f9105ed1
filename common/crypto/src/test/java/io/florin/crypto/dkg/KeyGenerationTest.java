package io.florin.crypto.dkg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.dkg.KeyEffect.Broadcast;
import io.florin.crypto.dkg.KeyEffect.Completed;
import io.florin.crypto.dkg.KeyEffect.Failed;
import io.florin.crypto.dkg.KeyEffect.Fault;
import io.florin.crypto.dkg.KeySetup.Kind;
import io.florin.crypto.ecdsa.P256;
import io.florin.crypto.frost.Edwards25519;
import io.florin.crypto.frost.EdwardsPoint;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.GroupElement;
import io.florin.crypto.shamir.Polynomial;
import io.florin.crypto.shamir.Shares;
import io.florin.crypto.threshold.PartyMessage;
import io.florin.crypto.threshold.ThresholdParty;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class KeyGenerationTest {
    private static final int LIAR = 2;
    private static final Component PLAIN = new Component("key", List.of(Edwards25519.GROUP.generator()));
    private static final String RECORDED = "e8b3bda085d1b40f84115a0bd34f33200ba28da3d9def15c43ebaee076bb8108";

    private final KeyNetwork network = new KeyNetwork(4, 71);

    /// One component over each group, and four as a Pointcheval–Sanders key has them.
    static List<List<Component>> keys() {
        GroupElement first = Bls12381.G1_GROUP.generator();
        GroupElement second = Bls12381.G2_GROUP.generator();
        return List.of(
                List.of(PLAIN),
                List.of(new Component("key", List.of(P256.GROUP.generator()))),
                List.of(new Component("key", List.of(first))),
                List.of(new Component("key", List.of(second))),
                List.of(
                        new Component("x", List.of(second)),
                        new Component("ye", List.of(second, first)),
                        new Component("yv", List.of(second, first)),
                        new Component("yr", List.of(second, first))));
    }

    @ParameterizedTest
    @MethodSource("keys")
    void anyThresholdOfSharesMakeTheKeyAndOneLessDoesNot(List<Component> components) {
        Map<Integer, KeyEffect> ends = network.generate(network.setup(Kind.FRESH, 3, components));
        Completed one = KeyNetwork.completed(ends, 1);
        assertThat(one.qualified()).containsExactly(1, 2, 3, 4);
        assertThat(one.faults()).isEmpty();
        for (int i = 0; i < components.size(); i++) {
            SharedKey.KeyComponent key = one.key().components().get(i);
            for (List<Integer> indexes : List.of(List.of(1, 2, 3), List.of(1, 3, 4), List.of(2, 3, 4))) {
                FieldElement secret = secret(ends, indexes, i);
                for (int base = 0; base < components.get(i).bases().size(); base++) {
                    assertThat(components.get(i).bases().get(base).times(secret))
                            .isEqualTo(key.publicPoints().get(base));
                }
            }
            FieldElement tooFew = secret(ends, List.of(1, 2), i);
            assertThat(components.get(i).bases().getFirst().times(tooFew))
                    .isNotEqualTo(key.publicPoints().getFirst());
        }
        ends.values().forEach(end -> {
            assertThat(((Completed) end).key()).isEqualTo(one.key());
            assertThat(((Completed) end).shares().belongTo(one.key())).isTrue();
        });
    }

    @ParameterizedTest
    @MethodSource("keys")
    void aRefreshKeepsTheKeyAndMakesOldSharesUseless(List<Component> components) {
        Map<Integer, KeyEffect> before = network.generate(network.setup(Kind.FRESH, 3, components));
        Map<Integer, KeyEffect> after = network.refresh(network.setup(Kind.REFRESH, 3, components), before);
        Completed old = KeyNetwork.completed(before, 1);
        Completed one = KeyNetwork.completed(after, 1);
        for (int i = 0; i < components.size(); i++) {
            assertThat(one.key().components().get(i).publicPoints())
                    .isEqualTo(old.key().components().get(i).publicPoints());
            assertThat(secret(after, List.of(1, 2, 4), i)).isEqualTo(secret(before, List.of(1, 2, 3), i));
            List<FieldElement> mixed = List.of(old.shares().share(i), share(before, 2, i), share(after, 3, i));
            assertThat(Shares.interpolate(List.of(1, 2, 3), mixed, 0))
                    .isNotEqualTo(secret(before, List.of(1, 2, 3), i));
        }
        assertThat(one.shares().belongTo(one.key())).isTrue();
        assertThat(old.shares().belongTo(one.key())).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aDealerWhoseShareForOneIsWrongIsOut(Kind kind) {
        Map<Integer, KeyEffect> before = network.generate(network.setup(Kind.FRESH, 2, List.of(PLAIN)));
        lieInRound(1, payload -> flipped(payload, payload.length - 3 * 80 - 1)); // the box of participant 1
        KeySetup setup = network.setup(kind, 2, List.of(PLAIN));
        Map<Integer, KeyEffect> ends = kind == Kind.FRESH ? network.generate(setup) : network.refresh(setup, before);
        assertFault(ends, Fault.BAD_SHARE, List.of(1, 3, 4));
    }

    /// The box opens, and holds a share that does not match the commitments.
    @Test
    void aDealerWhoSealsAnotherShareIsOut() {
        network.lie(LIAR, (setup, message) -> {
            if (message.round() != 1) {
                return message;
            }
            Dealing dealing = Dealing.decode(setup, message.payload()).orElseThrow();
            byte[] share = setup.scalars().random(new Random(1)).toBytes();
            List<Bytes> boxes = new ArrayList<>(dealing.boxes());
            boxes.set(0, Dealing.seal(setup.participants().getFirst(), setup.digest(), LIAR, new byte[32], share));
            var lied = new Dealing(dealing.commitments(), dealing.proofs(), boxes);
            return with(message, lied.encode(setup).toArray());
        });
        assertFault(network.generate(setup()), Fault.BAD_SHARE, List.of(1, 3, 4));
    }

    /// It defends itself with what the box holds, byte by byte; that does not match its commitments either.
    @Test
    void aDealerWhoSealsAnotherShareAndShowsItIsOut() {
        byte[] share = setup().scalars().random(new Random(1)).toBytes();
        byte[] boxSeed = new byte[32];
        network.lie(LIAR, (setup, message) -> switch (message.round()) {
            case 1 -> {
                Dealing dealing = Dealing.decode(setup, message.payload()).orElseThrow();
                List<Bytes> boxes = new ArrayList<>(dealing.boxes());
                boxes.set(0, Dealing.seal(setup.participants().getFirst(), setup.digest(), LIAR, boxSeed, share));
                var lied = new Dealing(dealing.commitments(), dealing.proofs(), boxes);
                yield with(message, lied.encode(setup).toArray());
            }
            case 3 ->
                with(message, ByteBuffer.allocate(64).put(boxSeed).put(share).array());
            default -> message;
        });
        assertFault(network.generate(setup()), Fault.BAD_SHARE, List.of(1, 3, 4));
    }

    @Test
    void aDealerWhoDoesNotDefendItselfIsOut() {
        network.lie(LIAR, (setup, message) -> switch (message.round()) {
            case 1 ->
                with(
                        message,
                        flipped(message.payload().toArray(), message.payload().size() - 1));
            case 3 -> null;
            default -> message;
        });
        assertFault(network.generate(setup()), Fault.NO_DEFENCE, List.of(1, 3, 4));
    }

    @Test
    void aFalseComplaintIsNamedAndChangesNothing() {
        lieInRound(2, _ -> new byte[] {1, 3, 3, 2, 77});
        Map<Integer, KeyEffect> ends = network.generate(setup());
        assertFault(ends, Fault.FALSE_COMPLAINT, List.of(1, 2, 3, 4));
    }

    @Test
    void aSilentDealerIsOutAndCanStillHoldAShare() {
        lieInRound(1, _ -> null);
        Map<Integer, KeyEffect> ends = network.generate(setup());
        assertFault(ends, Fault.SILENT, List.of(1, 3, 4));
        assertThat(KeyNetwork.completed(ends, 1).key().indexes()).containsExactly(1, 2, 3, 4);
    }

    @Test
    void malformedDealingsAreOut() {
        for (UnaryOperator<byte[]> damage : List.<UnaryOperator<byte[]>>of(
                payload -> Arrays.copyOf(payload, payload.length - 1),
                payload -> Arrays.copyOf(payload, payload.length + 1),
                payload -> new byte[0],
                payload -> overwritten(payload, 0, identityPoint()),
                payload -> overwritten(payload, 2 * 32 + 32, ones()))) {
            lieInRound(1, damage::apply);
            assertFault(network.generate(setup()), Fault.MALFORMED, List.of(1, 3, 4));
        }
    }

    /// C₀ chosen as a point minus the others' C₀ would make the key the liar's own: it cannot prove to know the
    /// logarithm. A copy of another dealer's whole dealing fails as well, since the proof names the dealer.
    @Test
    void rogueAndCopiedKeysAreOut() {
        byte[][] ofFirst = new byte[1][];
        network.lie(1, (_, message) -> {
            if (message.round() == 1) {
                ofFirst[0] = message.payload().toArray();
            }
            return message;
        });
        lieInRound(1, payload -> overwritten(payload, 0, rogue(ofFirst[0])));
        assertFault(network.generate(setup()), Fault.UNPROVEN, List.of(1, 3, 4));
        lieInRound(1, _ -> ofFirst[0].clone());
        assertFault(network.generate(setup()), Fault.UNPROVEN, List.of(1, 3, 4));
    }

    @Test
    void aDealingOfAnotherSessionIsOut() {
        KeySetup earlier = setup();
        Bytes replayed = ((Broadcast) network.fresh(earlier, LIAR).start().getFirst())
                .message()
                .payload();
        lieInRound(1, _ -> replayed.toArray());
        assertFault(network.generate(setup()), Fault.UNPROVEN, List.of(1, 3, 4));
        KeyGeneration machine = network.fresh(setup(), 1);
        machine.start();
        assertThat(machine.on(new PartyMessage(earlier.session(), LIAR, 1, replayed)))
                .isEmpty();
    }

    @Test
    void fewerHonestDealersThanTheThresholdMakeNoKey() {
        for (int liar : List.of(2, 3, 4)) {
            network.lie(liar, (_, message) -> message.round() == 1 ? null : message);
        }
        assertThat(network.generate(setup()).get(1))
                .isInstanceOfSatisfying(
                        Failed.class,
                        failed -> assertThat(failed.faults())
                                .containsOnlyKeys(2, 3, 4)
                                .containsEntry(2, Fault.SILENT));
    }

    @Test
    void wrongSetupsAreRefused() {
        KeySetup good = setup();
        List<ThresholdParty> participants = good.participants();
        assertThatIllegalArgumentException().isThrownBy(() -> with(good, 1, participants));
        assertThatIllegalArgumentException().isThrownBy(() -> with(good, 5, participants));
        assertThatIllegalArgumentException().isThrownBy(() -> network.setup(Kind.FRESH, 2, List.of()));
        Component otherField = new Component("other", List.of(P256.GROUP.generator()));
        assertThatIllegalArgumentException().isThrownBy(() -> network.setup(Kind.FRESH, 2, List.of(PLAIN, otherField)));
        assertThatIllegalArgumentException().isThrownBy(() -> with(good, 2, participants.reversed()));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> with(good, 2, List.of(participants.get(0), participants.get(0), participants.get(1))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ThresholdParty(0, participants.get(0).sealKey()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Component("x", List.of(Edwards25519.GROUP.identity())));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Component("x", List.of(Edwards25519.GROUP.generator(), P256.GROUP.generator())));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyGeneration.fresh(good, 2, network.sealKeys.get(0), new Random(1)));
        KeyGeneration machine = network.fresh(good, 1);
        machine.start();
        assertThatIllegalStateException().isThrownBy(machine::start);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> network.fresh(network.setup(Kind.REFRESH, 2, List.of(PLAIN)), 1));
    }

    /// A dealer complained of who says less or more than was asked is out, and nobody stumbles over it.
    @Test
    void anAnswerOfAnotherLengthIsNoDefence() {
        for (int length : List.of(0, 31, 63, 65, 128)) {
            KeyNetwork others = new KeyNetwork(4, 71);
            others.lie(LIAR, (_, message) -> switch (message.round()) {
                case 1 ->
                    with(
                            message,
                            flipped(
                                    message.payload().toArray(),
                                    message.payload().size() - 1));
                case 3 -> with(message, Arrays.copyOf(message.payload().toArray(), length));
                default -> message;
            });
            assertFault(
                    others.generate(others.setup(Kind.FRESH, 2, List.of(PLAIN))), Fault.BAD_SHARE, List.of(1, 3, 4));
        }
        network.lie(1, (_, message) -> message.round() == 2 ? with(message, new byte[] {LIAR}) : message);
        network.lie(
                LIAR,
                (_, message) -> message.round() == 3
                        ? with(message, Arrays.copyOf(message.payload().toArray(), 65))
                        : message);
        Completed end = KeyNetwork.completed(network.generate(setup()), 3);
        assertThat(end.faults()).as("the good answer, and a byte more").isEqualTo(Map.of(LIAR, Fault.BAD_SHARE));
    }

    @Test
    void aSilentDealerWhoComplainsFalselyStaysSilent() {
        network.lie(LIAR, (_, message) -> switch (message.round()) {
            case 1 -> null;
            case 2 -> with(message, new byte[] {1});
            default -> message;
        });
        assertFault(network.generate(setup()), Fault.SILENT, List.of(1, 3, 4));
    }

    @Test
    void onlyTheRoundThatIsOpenCloses() {
        KeyGeneration machine = network.fresh(setup(), 1);
        assertThat(machine.close(1)).as("not begun").isEmpty();
        machine.start();
        for (int round : List.of(-1, 0, 2, 3)) {
            assertThat(machine.close(round)).as("round %d", round).isEmpty();
        }
        assertThat(machine.isOver()).isFalse();
        assertThat(machine.close(1)).isNotEmpty();
        assertThat(machine.close(1)).as("again").isEmpty();
    }

    /// Commitments over each base are those of one polynomial, or a key would be one thing in G1 and another in G2.
    @Test
    void everyBaseOfEveryComponentIsHeldToTheShares() {
        List<Component> components = keys().getLast();
        KeySetup setup = network.setup(Kind.FRESH, 3, components);
        List<Polynomial> polynomials = new ArrayList<>();
        components.forEach(
                component -> polynomials.add(Polynomial.sharing(setup.scalars().one(), 2, network.random)));
        List<FieldElement> shares =
                polynomials.stream().map(polynomial -> polynomial.share(2)).toList();
        Commitments right = Commitments.to(setup, polynomials);
        assertThat(right.matches(setup, 2, shares)).isTrue();
        assertThat(right.matches(setup, 3, shares)).isFalse();
        for (int i = 0; i < components.size(); i++) {
            for (int j = 0; j < components.get(i).bases().size(); j++) {
                for (int k = 0; k < 3; k++) {
                    GroupElement base = components.get(i).bases().get(j);
                    List<List<List<GroupElement>>> points = deepCopy(right.points());
                    points.get(i).get(j).set(k, points.get(i).get(j).get(k).plus(base));
                    assertThat(new Commitments(points).matches(setup, 2, shares))
                            .as("component %d, base %d, coefficient %d", i, j, k)
                            .isFalse();
                }
            }
        }
    }

    private static List<List<List<GroupElement>>> deepCopy(List<List<List<GroupElement>>> points) {
        List<List<List<GroupElement>>> copy = new ArrayList<>();
        for (List<List<GroupElement>> ofComponent : points) {
            List<List<GroupElement>> ofBases = new ArrayList<>();
            ofComponent.forEach(ofBase -> ofBases.add(new ArrayList<>(ofBase)));
            copy.add(ofBases);
        }
        return copy;
    }

    /// A proof is for one component, dealer and setup.
    @Test
    void aProofOfPossessionIsOfItsPlaceOnly() {
        GroupElement base = PLAIN.bases().getFirst();
        FieldElement secret = setup().scalars().random(network.random);
        Bytes32 digest = Sha256.hash(new byte[] {1});
        Possession proof = Possession.prove(digest, 1, 0, base, secret, network.random);
        GroupElement commitment = base.times(secret);
        assertThat(proof.holds(digest, 1, 0, base, commitment)).isTrue();
        assertThat(proof.holds(digest, 1, 1, base, commitment)).isFalse();
        assertThat(proof.holds(digest, 2, 0, base, commitment)).isFalse();
        assertThat(proof.holds(Bytes32.ZERO, 1, 0, base, commitment)).isFalse();
        assertThat(proof.holds(digest, 1, 0, base, commitment.plus(base))).isFalse();
    }

    @Test
    void aRefreshIsOfTheSameKeyThresholdAndParticipants() {
        Map<Integer, KeyEffect> before = network.generate(setup());
        Completed own = KeyNetwork.completed(before, 1);
        var current = new KeyGeneration.CurrentKey(own.key(), own.shares());
        KeySetup good = network.setup(Kind.REFRESH, 2, List.of(PLAIN));
        Component other = new Component("another", PLAIN.bases());
        assertThat(KeyGeneration.refresh(good, current, network.sealKeys.get(0), new Random(1))
                        .start())
                .isNotEmpty();
        for (KeySetup bad : List.of(
                network.setup(Kind.FRESH, 2, List.of(PLAIN)),
                network.setup(Kind.REFRESH, 3, List.of(PLAIN)),
                network.setup(Kind.REFRESH, 2, List.of(other)),
                network.setup(Kind.REFRESH, 2, List.of(PLAIN, PLAIN)),
                with(good, 2, good.participants().subList(0, 3)))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> KeyGeneration.refresh(bad, current, network.sealKeys.get(0), new Random(1)))
                    .withMessage("not a refresh of this key");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyGeneration.zeros(setup(), 1, network.sealKeys.get(0), new Random(1)));
    }

    @Test
    void aRefreshOfAnotherKeyIsRefused() {
        Map<Integer, KeyEffect> first = network.generate(setup());
        Map<Integer, KeyEffect> second = network.generate(setup());
        var mixed = new KeyGeneration.CurrentKey(
                KeyNetwork.completed(first, 1).key(),
                KeyNetwork.completed(second, 1).shares());
        KeySetup refresh = network.setup(Kind.REFRESH, 2, List.of(PLAIN));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyGeneration.refresh(refresh, mixed, network.sealKeys.get(0), new Random(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SecretShares.of(
                        1,
                        List.of(share(second, 1, 0)),
                        KeyNetwork.completed(first, 1).key()));
        assertThat(KeyNetwork.completed(first, 1).shares()).hasToString("SecretShares[1]");
    }

    /// Messages on the wire for a fixed generator; a change breaks ceremonies between versions.
    @Test
    void aDealingIsRecorded() {
        KeySetup setup = setup();
        KeyGeneration machine = KeyGeneration.fresh(setup, 1, network.sealKeys.get(0), new Random(99));
        Bytes payload = ((Broadcast) machine.start().getFirst()).message().payload();
        assertThat(payload.size()).isEqualTo(2 * 32 + 64 + 4 * 80);
        assertThat(Sha256.hash(payload.toArray()).toHex()).isEqualTo(RECORDED);
    }

    private KeySetup setup() {
        return network.setup(Kind.FRESH, 2, List.of(PLAIN));
    }

    private static KeySetup with(KeySetup setup, int threshold, List<ThresholdParty> participants) {
        return new KeySetup(setup.session(), setup.kind(), threshold, participants, setup.components());
    }

    private void lieInRound(int round, Lie lie) {
        network.lie(LIAR, (_, message) -> {
            if (message.round() != round) {
                return message;
            }
            byte[] said = lie.about(message.payload().toArray());
            return said == null ? null : with(message, said);
        });
    }

    private interface Lie {
        byte @Nullable [] about(byte[] payload);
    }

    /// The honest ones agree on the key, on the qualified set and on the one fault.
    private static void assertFault(Map<Integer, KeyEffect> ends, Fault fault, List<Integer> qualified) {
        Completed one = KeyNetwork.completed(ends, 1);
        for (int honest : List.of(1, 3, 4)) {
            Completed end = KeyNetwork.completed(ends, honest);
            assertThat(end.faults()).isEqualTo(Map.of(LIAR, fault));
            assertThat(end.qualified()).isEqualTo(qualified);
            assertThat(end.key()).isEqualTo(one.key());
            assertThat(end.shares().belongTo(end.key())).isTrue();
        }
        assertThat(Edwards25519.GROUP.generator().times(secret(ends, List.of(3, 4), 0)))
                .isEqualTo(one.key().components().getFirst().publicPoints().getFirst());
    }

    private static FieldElement secret(Map<Integer, KeyEffect> ends, List<Integer> indexes, int component) {
        List<FieldElement> shares =
                indexes.stream().map(index -> share(ends, index, component)).toList();
        return Shares.interpolate(indexes, shares, 0);
    }

    private static FieldElement share(Map<Integer, KeyEffect> ends, int index, int component) {
        return KeyNetwork.completed(ends, index).shares().share(component);
    }

    private static PartyMessage with(PartyMessage message, byte[] payload) {
        return new PartyMessage(message.session(), message.sender(), message.round(), Bytes.of(payload));
    }

    private static byte[] flipped(byte[] bytes, int position) {
        byte[] flipped = bytes.clone();
        flipped[position] ^= 1;
        return flipped;
    }

    private static byte[] overwritten(byte[] bytes, int position, byte[] part) {
        byte[] overwritten = bytes.clone();
        System.arraycopy(part, 0, overwritten, position, part.length);
        return overwritten;
    }

    private static byte[] rogue(byte[] dealing) {
        GroupElement others = EdwardsPoint.decode(Arrays.copyOf(dealing, 32));
        return Edwards25519.GROUP.generator().timesPublic(5).minus(others).encode();
    }

    private static byte[] identityPoint() {
        return Edwards25519.GROUP.identity().encode();
    }

    private static byte[] ones() {
        byte[] ones = new byte[32];
        Arrays.fill(ones, (byte) 0xff);
        return ones;
    }
}
