package io.florin.crypto.dkg;

import io.florin.crypto.Bytes32;
import io.florin.crypto.dkg.KeyEffect.Completed;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.crypto.threshold.PartyMessage;
import io.florin.crypto.threshold.ThresholdParty;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// A reliable broadcast with rounds that close when nothing moves any more, and liars who change what they say.
public final class KeyNetwork {
    final Random random;
    final List<X25519KeyPair> sealKeys = new ArrayList<>();
    final List<ThresholdParty> participants = new ArrayList<>();
    private final Map<Integer, BiFunction<KeySetup, PartyMessage, @Nullable PartyMessage>> liars =
            new LinkedHashMap<>();
    private int session;

    public KeyNetwork(int parties, long seed) {
        random = new Random(seed);
        for (int index = 1; index <= parties; index++) {
            byte[] sealSeed = new byte[32];
            random.nextBytes(sealSeed);
            sealKeys.add(X25519KeyPair.fromSeed(sealSeed));
            participants.add(new ThresholdParty(index, sealKeys.getLast().publicKey()));
        }
    }

    public void lie(int index, BiFunction<KeySetup, PartyMessage, @Nullable PartyMessage> change) {
        liars.put(index, change);
    }

    void repent() {
        liars.clear();
    }

    public KeySetup setup(KeySetup.Kind kind, int threshold, List<Component> components) {
        Bytes32 id = Sha256.hash(ByteBuffer.allocate(4).putInt(session++).array());
        return new KeySetup(id, kind, threshold, participants, components);
    }

    KeyGeneration fresh(KeySetup setup, int index) {
        return KeyGeneration.fresh(setup, index, sealKeys.get(index - 1), random);
    }

    public Map<Integer, KeyEffect> generate(KeySetup setup) {
        Map<Integer, KeyGeneration> machines = new LinkedHashMap<>();
        setup.indexes().forEach(index -> machines.put(index, fresh(setup, index)));
        return run(setup, machines);
    }

    public Map<Integer, KeyEffect> zeros(KeySetup setup) {
        Map<Integer, KeyGeneration> machines = new LinkedHashMap<>();
        setup.indexes()
                .forEach(index ->
                        machines.put(index, KeyGeneration.zeros(setup, index, sealKeys.get(index - 1), random)));
        return run(setup, machines);
    }

    Map<Integer, KeyEffect> refresh(KeySetup setup, Map<Integer, KeyEffect> before) {
        Map<Integer, KeyGeneration> machines = new LinkedHashMap<>();
        before.forEach((index, end) -> {
            Completed completed = (Completed) end;
            var current = new KeyGeneration.CurrentKey(completed.key(), completed.shares());
            machines.put(index, KeyGeneration.refresh(setup, current, sealKeys.get(index - 1), random));
        });
        return run(setup, machines);
    }

    /// New shares of a key that was made elsewhere.
    public Map<Integer, KeyEffect> refresh(KeySetup setup, SharedKey key, List<SecretShares> shares) {
        Map<Integer, KeyGeneration> machines = new LinkedHashMap<>();
        for (SecretShares own : shares) {
            var current = new KeyGeneration.CurrentKey(key, own);
            machines.put(own.index(), KeyGeneration.refresh(setup, current, sealKeys.get(own.index() - 1), random));
        }
        return run(setup, machines);
    }

    private Map<Integer, KeyEffect> run(KeySetup setup, Map<Integer, KeyGeneration> machines) {
        List<PartyMessage> order = new ArrayList<>();
        Map<Integer, KeyEffect> ends = new LinkedHashMap<>();
        machines.forEach((index, machine) -> take(setup, index, machine.start(), order, ends));
        for (int round = 1; round <= 3; round++) {
            while (!order.isEmpty()) {
                PartyMessage message = order.remove(random.nextInt(order.size()));
                if (random.nextInt(4) == 0) {
                    order.add(message);
                }
                machines.forEach((index, machine) -> take(setup, index, machine.on(message), order, ends));
            }
            int closed = round;
            machines.forEach((index, machine) -> take(setup, index, machine.close(closed), order, ends));
        }
        return ends;
    }

    private void take(
            KeySetup setup,
            int index,
            List<KeyEffect> effects,
            List<PartyMessage> order,
            Map<Integer, KeyEffect> ends) {
        for (KeyEffect effect : effects) {
            if (effect instanceof KeyEffect.Broadcast(PartyMessage message)) {
                var change = liars.get(index);
                PartyMessage said = change == null ? message : change.apply(setup, message);
                if (said != null) {
                    order.add(PartyMessage.decode(said.encode()));
                }
            } else {
                ends.put(index, effect);
            }
        }
    }

    public static Completed completed(Map<Integer, KeyEffect> ends, int index) {
        return (Completed) Objects.requireNonNull(ends.get(index));
    }
}
