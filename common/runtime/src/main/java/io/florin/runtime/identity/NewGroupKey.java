package io.florin.runtime.identity;

import io.florin.crypto.Bytes32;
import io.florin.crypto.dkg.Component;
import io.florin.crypto.dkg.KeyEffect;
import io.florin.crypto.dkg.KeyEffect.Broadcast;
import io.florin.crypto.dkg.KeyEffect.Completed;
import io.florin.crypto.dkg.KeyGeneration;
import io.florin.crypto.dkg.KeySetup;
import io.florin.crypto.dkg.SharedKey;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.crypto.threshold.Participant;
import io.florin.crypto.threshold.PartyMessage;
import io.florin.runtime.Failure;
import io.florin.runtime.keys.StoredShare;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/// A threshold key that its members, all in this process, generate together.
record NewGroupKey(SharedKey key, SortedMap<Integer, StoredShare> shares) {

    static NewGroupKey generate(NetworkPlan.Members members, List<Component> components, RandomGenerator random) {
        List<X25519KeyPair> sealKeys = new ArrayList<>();
        List<Participant> participants = new ArrayList<>();
        for (int index = 1; index <= members.count(); index++) {
            byte[] seed = bytes(random);
            sealKeys.add(X25519KeyPair.fromSeed(seed));
            participants.add(new Participant(index, sealKeys.getLast().publicKey()));
        }
        var setup = new KeySetup(
                Bytes32.of(bytes(random)), KeySetup.Kind.FRESH, members.threshold(), participants, components);
        List<KeyGeneration> machines = new ArrayList<>();
        for (int index = 1; index <= members.count(); index++) {
            machines.add(KeyGeneration.fresh(setup, index, sealKeys.get(index - 1), random));
        }
        try {
            return run(machines);
        } finally {
            sealKeys.forEach(X25519KeyPair::close);
        }
    }

    private static NewGroupKey run(List<KeyGeneration> machines) {
        Queue<PartyMessage> messages = new ArrayDeque<>();
        List<Completed> ends = new ArrayList<>();
        machines.forEach(machine -> take(machine.start(), messages, ends));
        while (!messages.isEmpty()) {
            PartyMessage message = messages.remove();
            machines.forEach(machine -> take(machine.on(message), messages, ends));
        }
        SortedMap<Integer, StoredShare> shares = new TreeMap<>();
        for (Completed end : ends) {
            shares.put(end.shares().index(), StoredShare.of(end.shares(), end.key()));
            end.shares().close();
        }
        if (shares.size() != machines.size()) {
            throw new Failure("the key generation did not complete");
        }
        return new NewGroupKey(ends.getFirst().key(), shares);
    }

    private static void take(List<KeyEffect> effects, Queue<PartyMessage> messages, List<Completed> ends) {
        for (KeyEffect effect : effects) {
            switch (effect) {
                case Broadcast(PartyMessage message) -> messages.add(message);
                case Completed completed -> ends.add(completed);
                case KeyEffect.Failed failed -> throw new Failure("the key generation failed: " + failed.faults());
            }
        }
    }

    private static byte[] bytes(RandomGenerator random) {
        byte[] bytes = new byte[Bytes32.SIZE];
        random.nextBytes(bytes);
        return bytes;
    }
}
