package io.florin.endorser.signing.adapter;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.dkg.Component;
import io.florin.crypto.dkg.GroupKeys;
import io.florin.crypto.dkg.KeyEffect;
import io.florin.crypto.dkg.KeyGeneration;
import io.florin.crypto.dkg.KeySetup;
import io.florin.crypto.dkg.SecretShares;
import io.florin.crypto.dkg.SharedKey;
import io.florin.crypto.dkg.SharedKey.KeyComponent;
import io.florin.crypto.ecdsa.EcdsaGroup;
import io.florin.crypto.ecdsa.EcdsaKeyShare;
import io.florin.crypto.frost.FrostGroup;
import io.florin.crypto.frost.FrostKeyShare;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.GroupElement;
import io.florin.crypto.shamir.Polynomial;
import io.florin.crypto.threshold.GroupKey;
import io.florin.crypto.threshold.PartyMessage;
import io.florin.crypto.threshold.SignatureScheme;
import io.florin.crypto.threshold.ThresholdParty;
import io.florin.identity.EndorsingKey;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.fixture.TestNetwork;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// A key that somebody dealt, and everybody's shares of it.
///
/// @param group with the verification keys of these shares
/// @param secrets entry i - 1 is the share of endorser i
/// @param shares the same, as endorsers have them
record DealtKey(EndorserGroup group, List<FieldElement> secrets, List<EndorsingKey> shares) implements AutoCloseable {

    static DealtKey deal(
            SignatureScheme scheme, long epoch, int signers, SortedMap<Integer, Bytes32> holders, Random random) {
        GroupElement base = GroupKeys.component(scheme).bases().getFirst();
        FieldElement secret = base.group().scalars().random(random);
        List<FieldElement> secrets = new ArrayList<>();
        try (Polynomial polynomial = Polynomial.sharing(secret, GroupKeys.threshold(scheme, signers) - 1, random)) {
            holders.keySet().forEach(index -> secrets.add(polynomial.share(index)));
        }
        var group = new EndorserGroup(
                scheme,
                TestNetwork.CURRENCY,
                epoch,
                signers,
                Bytes.of(base.times(secret).encode()),
                secrets.stream()
                        .map(each -> Bytes.of(base.times(each).encode()))
                        .toList());
        return of(group, secrets, holders);
    }

    private static DealtKey of(EndorserGroup group, List<FieldElement> secrets, SortedMap<Integer, Bytes32> holders) {
        GroupKey key = GroupKeys.group(group.scheme(), group.threshold(), group.groupKey(), group.verificationKeys());
        List<EndorsingKey> shares = new ArrayList<>();
        for (int index = 1; index <= secrets.size(); index++) {
            FieldElement secret = secrets.get(index - 1);
            shares.add(
                    key instanceof FrostGroup frost
                            ? new EndorsingKey.Frost(group, key, new FrostKeyShare(index, secret, frost.key()), holders)
                            : new EndorsingKey.Ecdsa(
                                    group, key, new EcdsaKeyShare(index, secret, ((EcdsaGroup) key).key()), holders));
        }
        return new DealtKey(group, secrets, shares);
    }

    GroupKey key() {
        return shares.getFirst().groupKey();
    }

    /// New shares of the same key, as all of them made them together.
    DealtKey refreshed(Random random) {
        Component component = GroupKeys.component(group.scheme());
        List<Integer> indexes = IntStream.rangeClosed(1, secrets.size()).boxed().toList();
        GroupElement base = component.bases().getFirst();
        var before = new SharedKey(
                GroupKeys.threshold(group.scheme(), group.threshold()),
                indexes,
                List.of(new KeyComponent(
                        component,
                        List.of(base.group().decode(group.groupKey().toArray())),
                        List.of(secrets.stream().map(base::times).toList()))));
        List<X25519KeyPair> sealKeys =
                indexes.stream().map(_ -> sealKey(random)).toList();
        var setup = new KeySetup(
                Bytes32.ZERO,
                KeySetup.Kind.REFRESH,
                before.threshold(),
                indexes.stream()
                        .map(index -> new ThresholdParty(
                                index, sealKeys.get(index - 1).publicKey()))
                        .toList(),
                List.of(component));
        List<KeyGeneration> machines = new ArrayList<>();
        for (int index : indexes) {
            var current = new KeyGeneration.CurrentKey(
                    before, SecretShares.of(index, List.of(secrets.get(index - 1)), before));
            machines.add(KeyGeneration.refresh(setup, current, sealKeys.get(index - 1), random));
        }
        Map<Integer, KeyEffect.Completed> ends = new TreeMap<>();
        Deque<PartyMessage> said = new ArrayDeque<>();
        machines.forEach(machine -> take(machine.start(), said, ends));
        while (!said.isEmpty()) {
            PartyMessage message = said.remove();
            machines.forEach(machine -> take(machine.on(message), said, ends));
        }
        SharedKey after = ends.values().iterator().next().key();
        List<Bytes> verificationKeys = after.components().getFirst().verificationPoints().getFirst().stream()
                .map(point -> Bytes.of(point.encode()))
                .toList();
        return of(
                new EndorserGroup(
                        group.scheme(),
                        group.namespace(),
                        group.epoch(),
                        group.threshold(),
                        group.groupKey(),
                        verificationKeys),
                ends.values().stream().map(end -> end.shares().share(0)).toList(),
                shares.getFirst().identities());
    }

    private static X25519KeyPair sealKey(Random random) {
        byte[] seed = new byte[Bytes32.SIZE];
        random.nextBytes(seed);
        return X25519KeyPair.fromSeed(seed);
    }

    private static void take(
            List<KeyEffect> effects, Deque<PartyMessage> said, Map<Integer, KeyEffect.Completed> ends) {
        for (KeyEffect effect : effects) {
            switch (effect) {
                case KeyEffect.Broadcast(PartyMessage message) -> said.add(message);
                case KeyEffect.Completed completed ->
                    ends.put(completed.shares().index(), completed);
                case KeyEffect.Failed failed -> throw new AssertionError(failed);
            }
        }
    }

    @Override
    public void close() {
        shares.forEach(EndorsingKey::close);
    }
}
