package io.florin.crypto.ecdsa;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.Polynomial;
import io.florin.crypto.threshold.PartyMessage;
import io.florin.crypto.threshold.ThresholdParty;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Keys by a trusted dealer, and a network that delivers each member's broadcasts in an order of its own, some twice,
/// with a chance for liars to change what they say (the same for everybody: the broadcast is reliable).
public final class EcdsaNetwork {
    final Random random;
    public final EcdsaGroupKey key;
    public final List<EcdsaKeyShare> shares = new ArrayList<>();
    final List<X25519KeyPair> sealKeys = new ArrayList<>();
    private final Map<Integer, Function<PartyMessage, @Nullable PartyMessage>> liars = new HashMap<>();
    private final Map<Integer, byte[]> seeds = new HashMap<>();
    private final Set<Integer> revealed = new HashSet<>();
    private int session;

    public EcdsaNetwork(int corruptMax, int parties, long seed) {
        random = new Random(seed);
        FieldElement secret = P256.SCALARS.random(random);
        try (Polynomial polynomial = Polynomial.sharing(secret, corruptMax, random)) {
            List<P256Point> points = new ArrayList<>();
            for (int index = 1; index <= parties; index++) {
                points.add(P256.GROUP.generator().times(polynomial.share(index)));
            }
            key = new EcdsaGroupKey(corruptMax, P256.GROUP.generator().times(secret), points);
            for (int index = 1; index <= parties; index++) {
                shares.add(new EcdsaKeyShare(index, polynomial.share(index), key));
                sealKeys.add(X25519KeyPair.fromSeed(seed()));
            }
        }
    }

    /// The member passes everything it broadcasts through this; null drops the message.
    void lie(int index, Function<PartyMessage, @Nullable PartyMessage> change) {
        liars.put(index, change);
    }

    public PresigningSetup setup(List<Integer> committee) {
        Bytes32 id = Sha256.hash(ByteBuffer.allocate(4).putInt(session++).array());
        List<ThresholdParty> participants = committee.stream()
                .map(index -> new ThresholdParty(index, sealKeys.get(index - 1).publicKey()))
                .toList();
        return new PresigningSetup(id, key.corruptMax(), participants);
    }

    Presigning member(PresigningSetup setup, int index) {
        byte[] seed = seed();
        seeds.put(index, seed);
        return new Presigning(setup, index, sealKeys.get(index - 1), seed);
    }

    /// Runs a session to its end, or until nothing moves, and gives each member's last effect that is no broadcast.
    public Map<Integer, PresigningEffect> run(PresigningSetup setup) {
        revealed.clear();
        Map<Integer, Presigning> members = new HashMap<>();
        Map<Integer, List<PartyMessage>> waiting = new HashMap<>();
        Map<Integer, PresigningEffect> ends = new HashMap<>();
        for (int index : setup.indexes()) {
            members.put(index, member(setup, index));
            waiting.put(index, new ArrayList<>());
        }
        members.forEach((index, member) -> take(index, member.start(), waiting, ends));
        boolean moved = true;
        while (moved) {
            moved = false;
            for (int index : setup.indexes()) {
                List<PartyMessage> queue = queue(waiting, index);
                if (!queue.isEmpty()) {
                    PartyMessage message = queue.remove(random.nextInt(queue.size()));
                    if (random.nextInt(4) == 0) {
                        queue.add(message);
                    }
                    take(index, machine(members, index).on(message), waiting, ends);
                    moved = true;
                }
            }
        }
        members.forEach((index, member) -> take(index, member.expire(), waiting, ends));
        return ends;
    }

    private void take(
            int index,
            List<PresigningEffect> effects,
            Map<Integer, List<PartyMessage>> waiting,
            Map<Integer, PresigningEffect> ends) {
        for (PresigningEffect effect : effects) {
            if (effect instanceof PresigningEffect.Broadcast(PartyMessage message)) {
                PartyMessage said =
                        liars.getOrDefault(index, unchanged -> unchanged).apply(message);
                if (said != null) {
                    PartyMessage decoded = PartyMessage.decode(said.encode());
                    waiting.values().forEach(queue -> queue.add(decoded));
                }
                if (message.round() == PresigningEvidence.ROUNDS) {
                    revealAsLiars(message, waiting);
                }
            } else {
                ends.put(index, effect);
            }
        }
    }

    /// A liar's own machine believes what it wanted to say, so it would not reveal.
    private void revealAsLiars(PartyMessage cause, Map<Integer, List<PartyMessage>> waiting) {
        liars.forEach((liar, change) -> {
            byte[] seed = seeds.get(liar);
            if (seed != null && cause.sender() != liar && revealed.add(liar)) {
                PartyMessage said =
                        change.apply(new PartyMessage(cause.session(), liar, cause.round(), Bytes.of(seed)));
                if (said != null) {
                    waiting.values().forEach(queue -> queue.add(said));
                }
            }
        });
    }

    private static List<PartyMessage> queue(Map<Integer, List<PartyMessage>> waiting, int index) {
        return waiting.getOrDefault(index, List.of());
    }

    private static Presigning machine(Map<Integer, Presigning> members, int index) {
        Presigning member = members.get(index);
        if (member == null) {
            throw new IllegalStateException("no member " + index);
        }
        return member;
    }

    byte[] seed() {
        byte[] seed = new byte[32];
        random.nextBytes(seed);
        return seed;
    }
}
