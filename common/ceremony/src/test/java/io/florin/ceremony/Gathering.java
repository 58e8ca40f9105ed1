package io.florin.ceremony;

import io.florin.ceremony.CeremonyEffect.Finished;
import io.florin.ceremony.CeremonyEffect.Publish;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.dkg.KeyGeneration.CurrentKey;
import io.florin.crypto.dkg.KeySetup.Kind;
import io.florin.crypto.dkg.SharedKey;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.function.UnaryOperator;

/// Participants in one room, who forget everything and start again whenever the test wants, and liars who change what
/// they say before they sign it.
final class Gathering {
    final Random random;
    final Map<Integer, Ed25519KeyPair> keys = new LinkedHashMap<>();
    final Map<Integer, byte[]> seeds = new LinkedHashMap<>();
    final Map<Integer, Ceremony> participants = new LinkedHashMap<>();
    final Map<Integer, List<CeremonyEffect>> effects = new LinkedHashMap<>();
    final Map<Integer, List<String>> refusals = new LinkedHashMap<>();
    final Map<Integer, List<CeremonyMessage>> logs = new LinkedHashMap<>();
    final List<CeremonyMessage> board = new ArrayList<>();
    private final Map<Integer, UnaryOperator<KeyWork>> liars = new LinkedHashMap<>();
    private final Map<Integer, Integer> silent = new LinkedHashMap<>();
    private final Map<Integer, CurrentKey> current = new LinkedHashMap<>();
    CeremonySpec charter;

    Gathering(Purpose purpose, int threshold, int members, long seed) {
        random = new Random(seed);
        List<CeremonySpec.Member> named = new ArrayList<>();
        for (int index = 1; index <= members; index++) {
            keys.put(index, Ed25519.generate(random));
            named.add(new CeremonySpec.Member(
                    index, "bank " + index, at(keys, index).publicKey()));
        }
        charter = new CeremonySpec("test-net", purpose, 1, 1, Kind.FRESH, threshold, named, Bytes32.ZERO, bytes32());
    }

    static <V> V at(Map<Integer, V> map, int index) {
        return Objects.requireNonNull(map.get(index));
    }

    Bytes32 bytes32() {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        return Bytes32.of(bytes);
    }

    /// This participant says something else in a step.
    void lie(int index, int step, UnaryOperator<Bytes> change) {
        liars.put(index, work -> new Lying(work, step, change));
    }

    /// Nothing that this participant says in a step arrives.
    void silence(int index, int step) {
        silent.put(index, step);
    }

    private static final class Lying implements KeyWork {
        private final KeyWork honest;
        private final int lyingStep;
        private final UnaryOperator<Bytes> change;
        private int step = 2;

        Lying(KeyWork honest, int lyingStep, UnaryOperator<Bytes> change) {
            this.honest = honest;
            this.lyingStep = lyingStep;
            this.change = change;
        }

        @Override
        public Bytes begin() {
            return changed(honest.begin());
        }

        @Override
        public Turn end(SortedMap<Integer, Bytes> said) {
            step++;
            return switch (honest.end(said)) {
                case Turn.Say(Bytes payload, var blames) -> new Turn.Say(changed(payload), blames);
                case Turn.Made made -> made;
                case Turn.Broken broken -> broken;
            };
        }

        private Bytes changed(Bytes payload) {
            return step == lyingStep ? change.apply(payload) : payload;
        }
    }

    static Bytes flip(Bytes payload, int position) {
        byte[] bytes = payload.toArray();
        bytes[position] ^= 1;
        return Bytes.of(bytes);
    }

    void start() {
        for (int index : keys.keySet()) {
            seeds.put(index, bytes32().toArray());
            logs.put(index, new ArrayList<>());
            effects.put(index, new ArrayList<>());
            refusals.put(index, new ArrayList<>());
            participants.put(index, participant(index));
            act(index, at(participants, index).start());
        }
    }

    private Ceremony participant(int index) {
        return new Ceremony(
                charter,
                new Ceremony.Self(index, at(keys, index), at(seeds, index)),
                Optional.ofNullable(current.get(index)),
                liars.getOrDefault(index, UnaryOperator.identity()));
    }

    /// Forgets a participant but for its seed and the messages it counted.
    List<CeremonyEffect> restart(int index) {
        Ceremony again = participant(index);
        List<CeremonyEffect> said = new ArrayList<>(again.start());
        for (CeremonyMessage message : at(logs, index)) {
            said.addAll(((MessageAdmission.Counted) again.on(message)).effects());
        }
        participants.put(index, again);
        return said;
    }

    /// Delivers everything in an order of the seed's, until nothing moves.
    void run() {
        boolean moved = true;
        while (moved) {
            moved = false;
            for (CeremonyMessage message : shuffled()) {
                for (int index : participants.keySet()) {
                    moved |= deliver(index, message);
                }
            }
        }
    }

    private List<CeremonyMessage> shuffled() {
        List<CeremonyMessage> messages = new ArrayList<>(board);
        java.util.Collections.shuffle(messages, random);
        return messages;
    }

    boolean deliver(int index, CeremonyMessage message) {
        return switch (at(participants, index).on(CeremonyMessage.decode(message.encode()))) {
            case MessageAdmission.Counted(List<CeremonyEffect> done) -> {
                at(logs, index).add(message);
                act(index, done);
                yield true;
            }
            case MessageAdmission.Refused(String why) -> {
                if (!at(refusals, index).contains(why)) {
                    at(refusals, index).add(why);
                }
                yield false;
            }
            case MessageAdmission.Early() -> false;
            case MessageAdmission.Known() -> false;
        };
    }

    void act(int index, List<CeremonyEffect> done) {
        at(effects, index).addAll(done);
        for (CeremonyEffect effect : done) {
            if (effect instanceof Publish(CeremonyMessage message) && silent.getOrDefault(index, 0) != message.step()) {
                board.add(message);
            }
        }
    }

    /// Everybody who waits for a member goes on without it.
    void without(int member) {
        participants.forEach((index, participant) -> {
            if (index != member && participant.missing().contains(member)) {
                act(index, participant.without(participant.step(), member));
            }
        });
    }

    Optional<Finished> finish(int index) {
        return at(effects, index).stream()
                .filter(Finished.class::isInstance)
                .map(Finished.class::cast)
                .findFirst();
    }

    Optional<MadeKey> key(int index) {
        return finish(index).map(Finished::key);
    }

    List<String> blamed(int index) {
        return at(effects, index).stream()
                .filter(CeremonyEffect.Blamed.class::isInstance)
                .map(effect -> (CeremonyEffect.Blamed) effect)
                .map(blame -> blame.member() + " " + blame.what())
                .toList();
    }

    /// A ceremony for new shares of the key that this one made.
    Gathering refreshing(long seed) {
        KeyRecord record = new KeyRecord(charter, key(1).orElseThrow().publicKey(), Bytes.EMPTY);
        SharedKey key = record.refreshable();
        Gathering next = new Gathering(charter.purpose(), charter.threshold(), keys.size(), seed);
        next.keys.putAll(keys);
        next.charter = new CeremonySpec(
                charter.network(),
                charter.purpose(),
                charter.namespace(),
                charter.epoch(),
                Kind.REFRESH,
                charter.threshold(),
                charter.members(),
                record.basis(),
                next.bytes32());
        keys.keySet()
                .forEach(index -> next.current.put(
                        index,
                        new CurrentKey(key, key(index).orElseThrow().share().of(key))));
        return next;
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        participants.forEach((index, participant) -> text.append(index)
                .append(" in step ")
                .append(participant.step())
                .append(", waits for ")
                .append(participant.missing())
                .append(", blames ")
                .append(blamed(index))
                .append(", refuses ")
                .append(at(refusals, index))
                .append('\n'));
        return text.toString();
    }
}
