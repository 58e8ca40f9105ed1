package io.florin.crypto.threshold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.ecdsa.EcdsaGroup;
import io.florin.crypto.ecdsa.EcdsaNetwork;
import io.florin.crypto.ecdsa.EcdsaSigner;
import io.florin.crypto.ecdsa.P256Point;
import io.florin.crypto.ecdsa.Presignature;
import io.florin.crypto.ecdsa.PresigningEffect.Completed;
import io.florin.crypto.ecdsa.PresigningSetup;
import io.florin.crypto.frost.FrostDealer;
import io.florin.crypto.frost.FrostGroup;
import io.florin.crypto.frost.FrostKeyShare;
import io.florin.crypto.frost.FrostSigner;
import io.florin.crypto.threshold.GroupKey.Combined;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The three schemes do the same through one interface: five parties, three of whom sign.
class GroupSigningTest {
    private static final Bytes MESSAGE = Bytes.of("a bundle".getBytes(StandardCharsets.UTF_8));
    private static final List<Integer> SIGNERS = List.of(1, 2, 5);
    private static final int NAMED_SIZE = Bytes32.SIZE + P256Point.SIZE;

    record Group(GroupKey key, List<GroupSigner> signers) {}

    static List<Group> groups() {
        return List.of(bls(), frost(), ecdsa());
    }

    private static Group bls() {
        GeneratedKeys keys = GeneratedKeys.of(3, 5);
        List<GroupSigner> signers = new ArrayList<>();
        keys.shares().forEach(share -> signers.add(new BlsGroupSigner(share)));
        return new Group(keys.group(), signers);
    }

    private static Group frost() {
        Random random = new Random(107);
        List<FrostKeyShare> shares = FrostDealer.deal(3, 5, random);
        List<GroupSigner> signers = new ArrayList<>();
        for (FrostKeyShare share : shares) {
            var signer = new FrostSigner(share, new FakeStorage().open(0), random, 4);
            signers.add(new FrostGroup.Signer(signer, share.index()));
        }
        return new Group(new FrostGroup(shares.getFirst().groupKey()), signers);
    }

    private static Group ecdsa() {
        EcdsaNetwork network = new EcdsaNetwork(1, 5, 109);
        List<EcdsaSigner> plain = new ArrayList<>();
        List<GroupSigner> signers = new ArrayList<>();
        network.shares.forEach(share -> {
            plain.add(new EcdsaSigner(share, new FakeStorage().open(0), 8));
            signers.add(new EcdsaGroup.Signer(plain.getLast(), share.index()));
        });
        for (int i = 0; i < 4; i++) {
            PresigningSetup setup = network.setup(SIGNERS);
            network.run(setup).forEach((index, end) -> plain.get(index - 1).keep(((Completed) end).presignature()));
        }
        return new Group(new EcdsaGroup(network.key), signers);
    }

    @ParameterizedTest
    @MethodSource("groups")
    void threeOfFiveSign(Group group) {
        for (int i = 0; i < 2; i++) {
            SigningOrder order = order(group);
            Bytes signature = ((Combined.Signature) group.key.combine(order, shares(group, order))).signature();
            assertThat(signature.size()).isEqualTo(group.key.scheme().signatureSize());
            assertThat(group.key.verify(MESSAGE.toArray(), signature.toArray())).isTrue();
            assertThat(group.key.verify(new byte[1], signature.toArray())).isFalse();
            assertThat(group.key.verify(MESSAGE.toArray(), new byte[signature.size()]))
                    .isFalse();
            assertThat(group.key.verify(MESSAGE.toArray(), new byte[3])).isFalse();
        }
        assertThat(group.key.signersMin()).isEqualTo(3);
        assertThat(group.key.encoded().size()).isIn(96, 32, 33);
        assertThat(SignatureScheme.of(group.key.scheme().number())).contains(group.key.scheme());
    }

    @ParameterizedTest
    @MethodSource("groups")
    void aMissingShareIsNamed(Group group) {
        SigningOrder order = order(group);
        Map<Integer, Bytes> shares = shares(group, order);
        shares.remove(2);
        assertThat(((Combined.Blamed) group.key.combine(order, shares)).parties())
                .containsExactly(2);
        shares.put(2, Bytes.of(new byte[1]));
        assertThat(((Combined.Blamed) group.key.combine(order, shares)).parties())
                .containsExactly(2);
    }

    @ParameterizedTest
    @MethodSource("groups")
    void aWrongShareIsNamedWhereTheSchemeCan(Group group) {
        SigningOrder order = order(group);
        Map<Integer, Bytes> shares = shares(group, order);
        shares.computeIfPresent(2, (_, _) -> shares.getOrDefault(1, Bytes.EMPTY));
        Combined combined = group.key.combine(order, shares);
        if (group.key.scheme() == SignatureScheme.ECDSA_P256) {
            assertThat(((Combined.Spoiled) combined).suspects()).containsExactly(1, 2, 5);
        } else {
            assertThat(((Combined.Blamed) combined).parties()).containsExactly(2);
        }
    }

    @ParameterizedTest
    @MethodSource("groups")
    void ordersThatDoNotConcernAPartyAreRefused(Group group) {
        SigningOrder order = order(group);
        assertThat(group.signers.get(2).sign(order)).isEmpty(); // party 3
        SortedMap<Integer, Bytes> garbled = new TreeMap<>(order.preparations());
        garbled.put(2, Bytes.of(new byte[5]));
        var bad = new SigningOrder(MESSAGE, garbled);
        if (group.key.scheme() != SignatureScheme.BLS_G1) {
            assertThat(group.signers.getFirst().sign(bad)).isEmpty();
            assertThat(group.key.combine(bad, Map.of())).isNotInstanceOf(Combined.Signature.class);
            assertThat(group.signers.getFirst().sign(order)).isPresent();
            assertThat(group.signers.getFirst().sign(order)).isEmpty();
        }
        assertThatIllegalArgumentException().isThrownBy(() -> new SigningOrder(MESSAGE, new TreeMap<>()));
    }

    /// What is named for everybody, by whoever gathers, is not signed unless it is exactly what the party has.
    @Test
    void aPresignatureIsTheLeastThatAllHaveAndOfTheSameNoncePoint() {
        Group group = ecdsa();
        GroupSigner signer = group.signers.getFirst();
        Bytes all = signer.prepare(SIGNERS);
        Bytes first = Bytes.of(Arrays.copyOf(all.toArray(), NAMED_SIZE));
        Bytes32 session = Bytes32.read(first.toArray(), 0);
        P256Point point = P256Point.decode(Arrays.copyOfRange(first.toArray(), Bytes32.SIZE, NAMED_SIZE));
        Bytes other = EcdsaGroup.naming(new Presignature.PublicPart(session, point.doubled(), SIGNERS));
        Bytes noPoint = Bytes.of(Arrays.copyOf(session.toArray(), NAMED_SIZE));
        Combined nobody = new Combined.Spoiled(new TreeSet<>(SIGNERS));
        for (Bytes named : List.of(other, noPoint, Bytes.EMPTY)) {
            SigningOrder order = naming(named);
            assertThat(signer.sign(order)).isEmpty();
            Map<Integer, Bytes> shares = new TreeMap<>();
            SIGNERS.forEach(index -> shares.put(index, Bytes.of(new byte[Bytes32.SIZE])));
            assertThat(group.key.combine(order, shares)).isEqualTo(nobody);
        }
        assertThat(signer.prepare(SIGNERS)).as("nothing was spent").isEqualTo(all);

        assertThat(signer.sign(naming(all))).isPresent();
        List<Bytes> before = named(all);
        List<Bytes> after = named(signer.prepare(SIGNERS));
        assertThat(before).hasSize(4);
        assertThat(after)
                .isEqualTo(before.stream()
                        .filter(each -> !each.equals(Collections.min(before)))
                        .toList());
        for (int size : new int[] {0, 1, NAMED_SIZE - 1, NAMED_SIZE + 32}) {
            assertThat(group.key.isPreparation(1, Bytes.of(Arrays.copyOf(all.toArray(), size))))
                    .as("%d bytes", size)
                    .isFalse();
        }
        assertThat(group.key.isPreparation(1, first)).isTrue();
        assertThat(group.key.isPreparation(1, all)).isTrue();
    }

    private static SigningOrder naming(Bytes named) {
        SortedMap<Integer, Bytes> preparations = new TreeMap<>();
        SIGNERS.forEach(index -> preparations.put(index, named));
        return new SigningOrder(MESSAGE, preparations);
    }

    private static List<Bytes> named(Bytes preparation) {
        return IntStream.range(0, preparation.size() / NAMED_SIZE)
                .mapToObj(
                        i -> Bytes.of(Arrays.copyOfRange(preparation.toArray(), i * NAMED_SIZE, (i + 1) * NAMED_SIZE)))
                .toList();
    }

    @Test
    void theSchemesNumbersAreRecorded() {
        assertThat(List.of(SignatureScheme.values()))
                .extracting(SignatureScheme::number)
                .containsExactly(1, 2, 3);
        assertThat(SignatureScheme.of(4)).isEmpty();
    }

    private static SigningOrder order(Group group) {
        SortedMap<Integer, Bytes> preparations = new TreeMap<>();
        SIGNERS.forEach(
                index -> preparations.put(index, group.signers.get(index - 1).prepare(SIGNERS)));
        return new SigningOrder(MESSAGE, preparations);
    }

    private static Map<Integer, Bytes> shares(Group group, SigningOrder order) {
        Map<Integer, Bytes> shares = new TreeMap<>();
        SIGNERS.forEach(index ->
                shares.put(index, group.signers.get(index - 1).sign(order).orElseThrow()));
        return shares;
    }
}
