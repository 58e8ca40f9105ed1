package io.florin.ceremony;

import io.florin.ceremony.CeremonyEffect.Blamed;
import io.florin.ceremony.CeremonyEffect.Failed;
import io.florin.ceremony.CeremonyEffect.Finished;
import io.florin.ceremony.CeremonyEffect.Publish;
import io.florin.ceremony.CeremonyMessage.Seen;
import io.florin.ceremony.MessageAdmission.Counted;
import io.florin.ceremony.MessageAdmission.Early;
import io.florin.ceremony.MessageAdmission.Known;
import io.florin.ceremony.MessageAdmission.Refused;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.dkg.KeyGeneration.CurrentKey;
import io.florin.crypto.dkg.SharedKey;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.crypto.threshold.ThresholdParty;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/// One participant's side of a key ceremony, as a pure state machine. Owned by one thread.
///
/// Joining (step 1): everybody publishes an X25519 key of this session, to which the others seal shares. Working: the
/// steps of a key generation (deal, complain, and answer where somebody complained), for auditors two or three more.
/// Confirming (the last step): everybody publishes the hash of the public key, certifiers with their share of the
/// padding token's signature; with as many as the threshold, this
/// participant among them, the key stands. A step is over when everybody who is still in has spoken.
///
/// The channel need not be trusted. Messages are signed, and each says what its sender counted in the steps before: who
/// saw other messages cannot be counted here, and it is said whose message differs. So all who finish have the same
/// key. The channel can only stop the ceremony, or lose somebody: then the participants' operators agree to go on
/// [#without] that one.
///
/// A function of seed, messages and decisions in their order: a participant that starts again is given the same and
/// says the same. Who cheats in the work is named by all and left out of the key.
public final class Ceremony {
    /// Bytes in a seed.
    public static final int SEED_SIZE = 32;

    private static final int JOIN = 1;
    private static final byte[] CHAIN = "florin/ceremony/chain/1".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SEAL = "florin/ceremony/seal-key/1".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CONFIRM = "florin/ceremony/confirm/1".getBytes(StandardCharsets.US_ASCII);

    private enum Phase {
        JOINING,
        WORKING,
        CONFIRMING,
        OVER
    }

    private final CeremonySpec charter;
    private final Bytes32 session;
    private final Self self;
    private final Optional<CurrentKey> current;
    private final UnaryOperator<KeyWork> changed;
    private final X25519KeyPair sealKey;
    private final SortedMap<Integer, CeremonyMessage> counted = new TreeMap<>();
    private final SortedSet<Integer> members = new TreeSet<>();
    private Phase phase = Phase.JOINING;
    private int step;
    private Bytes32 chain;
    private List<Seen> seen = List.of();
    private Optional<KeyWork> work = Optional.empty();
    private Optional<MadeKey> made = Optional.empty();

    /// Identity of this participant. Closing erases the seed, of which a copy is kept.
    public static final class Self implements AutoCloseable {
        private final int index;
        private final Ed25519KeyPair key;
        private final byte[] seed;

        /// @param key its identity, which stays the caller's
        /// @param seed 32 random bytes of this session, kept secret and durable until the end; it is all that is needed
        /// to say everything again
        public Self(int index, Ed25519KeyPair key, byte[] seed) {
            if (seed.length != SEED_SIZE) {
                throw new IllegalArgumentException("a seed has 32 bytes");
            }
            this.index = index;
            this.key = key;
            this.seed = seed.clone();
        }

        int index() {
            return index;
        }

        Ed25519KeyPair key() {
            return key;
        }

        byte[] seed() {
            return seed;
        }

        @Override
        public void close() {
            Arrays.fill(seed, (byte) 0);
        }

        @Override
        public String toString() {
            return "Self[" + index + "]";
        }
    }

    /// A participant's side.
    ///
    /// @param current of a refresh: the key and this participant's shares, which stay the caller's
    /// @throws IllegalArgumentException if this is no participant of the charter, or not the key that it refreshes
    public Ceremony(CeremonySpec charter, Self self, Optional<CurrentKey> current) {
        this(charter, self, current, UnaryOperator.identity());
    }

    /// @param changed what becomes of the work; a cheat's is its own
    Ceremony(CeremonySpec charter, Self self, Optional<CurrentKey> current, UnaryOperator<KeyWork> changed) {
        boolean named = charter.member(self.index())
                .filter(member -> member.identity().equals(self.key().publicKey()))
                .isPresent();
        if (!named) {
            throw new IllegalArgumentException("the charter does not name this participant");
        }
        Bytes32 basis = current.map(each ->
                        Sha256.hash(charter.purpose().publicKey(each.key()).toArray()))
                .orElse(Bytes32.ZERO);
        if (!basis.equals(charter.basis())) {
            throw new IllegalArgumentException("not the key that is to be refreshed");
        }
        this.charter = charter;
        this.session = charter.session();
        this.self = self;
        this.current = current;
        this.changed = changed;
        this.chain = session;
        this.sealKey = X25519KeyPair.fromSeed(Sha256.digest(SEAL, self.seed(), session.toArray()));
        charter.members().forEach(member -> members.add(member.index()));
    }

    /// Begins: joins.
    ///
    /// @throws IllegalStateException if it has begun
    public List<CeremonyEffect> start() {
        if (step != 0) {
            throw new IllegalStateException("begun before");
        }
        step = JOIN;
        return say(Bytes.of(sealKey.publicKey().toArray()));
    }

    /// Takes a message of anybody.
    public MessageAdmission on(CeremonyMessage message) {
        Optional<String> forged = forged(message);
        if (forged.isPresent()) {
            return new Refused(forged.get());
        }
        CeremonyMessage before = message.step() == step ? counted.get(message.sender()) : null;
        if (before != null && !before.hash().equals(message.hash())) {
            return new Refused(who(message.sender()) + " signed two different messages of step " + step
                    + ": it cheats; begin anew without it");
        }
        if (phase == Phase.OVER || message.step() < step || before != null) {
            return new Known();
        }
        if (message.step() > step) {
            return new Early();
        }
        if (!members.contains(message.sender())) {
            return new Refused(who(message.sender()) + " spoke after it was left out");
        }
        Optional<String> differs = differs(message);
        if (differs.isPresent()) {
            return new Refused(differs.get());
        }
        counted.put(message.sender(), message);
        return new Counted(advance());
    }

    /// The operator's decision, in agreement with the others, to go on without a participant from the present step on.
    ///
    /// @throws IllegalArgumentException if that cannot be: it is this participant, or spoke in this step, or is out
    /// already, or too few would be left, or not everybody has joined
    public List<CeremonyEffect> without(int atStep, int member) {
        if (atStep != step || phase == Phase.OVER) {
            throw new IllegalArgumentException("step " + atStep + " is not the present one");
        }
        if (phase == Phase.JOINING) {
            throw new IllegalArgumentException(
                    who(member) + " has not joined: open a ceremony without it; nothing was made yet");
        }
        if (member == self.index() || !members.contains(member) || counted.containsKey(member)) {
            throw new IllegalArgumentException(who(member) + " cannot be left out of step " + step);
        }
        if (members.size() - 1 < charter.threshold()) {
            throw new IllegalArgumentException("fewer than the threshold of " + charter.threshold() + " would be left");
        }
        members.remove(member);
        return advance();
    }

    /// The present step, from 1 on; 0 before the start.
    public int step() {
        return step;
    }

    /// Members that have not spoken in the present step.
    public List<Integer> missing() {
        return phase == Phase.OVER
                ? List.of()
                : members.stream().filter(each -> !counted.containsKey(each)).toList();
    }

    /// Whether nothing more will come.
    public boolean isOver() {
        return phase == Phase.OVER;
    }

    private Optional<String> forged(CeremonyMessage message) {
        if (!message.session().equals(session)) {
            return Optional.of("a message of another ceremony");
        }
        Optional<CeremonySpec.Member> sender = charter.member(message.sender());
        if (sender.isEmpty() || !message.isSignedBy(sender.get().identity())) {
            return Optional.of("a message in the name of " + who(message.sender()) + " that it did not sign");
        }
        return Optional.empty();
    }

    private Optional<String> differs(CeremonyMessage message) {
        if (message.chain().equals(chain) && message.seen().equals(seen)) {
            return Optional.empty();
        }
        SortedSet<Integer> about = new TreeSet<>();
        seen.stream().filter(each -> !message.seen().contains(each)).forEach(each -> about.add(each.sender()));
        message.seen().stream().filter(each -> !seen.contains(each)).forEach(each -> about.add(each.sender()));
        String whose = about.isEmpty()
                ? "earlier messages"
                : "messages of "
                        + String.join(", ", about.stream().map(this::who).toList());
        return Optional.of(who(message.sender()) + " counted other " + whose
                + " than this participant: one of them cheats, or somebody was left out here and not there");
    }

    private List<CeremonyEffect> say(Bytes payload) {
        CeremonyMessage message = CeremonyMessage.signed(session, step, self.index(), chain, seen, payload, self.key());
        counted.put(self.index(), message);
        List<CeremonyEffect> effects = new ArrayList<>();
        effects.add(new Publish(message));
        effects.addAll(advance());
        return effects;
    }

    private List<CeremonyEffect> advance() {
        if (!counted.keySet().containsAll(members) || !counted.containsKey(self.index())) {
            return List.of();
        }
        SortedMap<Integer, Bytes> said = new TreeMap<>();
        counted.forEach((sender, message) -> said.put(sender, message.payload()));
        chain = Sha256.hash(CHAIN, chain.toArray(), encoded(seen));
        seen = counted.entrySet().stream()
                .map(each -> new Seen(each.getKey(), each.getValue().hash()))
                .toList();
        counted.clear();
        step++;
        return switch (phase) {
            case JOINING -> joined(said);
            case WORKING -> turned(work.orElseThrow().end(said));
            case CONFIRMING -> confirmed(said);
            case OVER -> List.of();
        };
    }

    private static byte[] encoded(List<Seen> seen) {
        byte[] encoded = new byte[seen.size() * (1 + Bytes32.SIZE)];
        for (int i = 0; i < seen.size(); i++) {
            encoded[i * (1 + Bytes32.SIZE)] = (byte) seen.get(i).sender();
            seen.get(i).message().copyInto(encoded, i * (1 + Bytes32.SIZE) + 1);
        }
        return encoded;
    }

    private List<CeremonyEffect> joined(SortedMap<Integer, Bytes> said) {
        List<ThresholdParty> participants = new ArrayList<>();
        for (var each : said.entrySet()) {
            try {
                participants.add(new ThresholdParty(
                        each.getKey(), Bytes32.of(each.getValue().toArray())));
            } catch (IllegalArgumentException malformed) {
                phase = Phase.OVER;
                return List.of(
                        new Blamed(each.getKey(), "joined with something that is no key"),
                        new Failed("begin anew without " + who(each.getKey())));
            }
        }
        phase = Phase.WORKING;
        Bytes32 sealed = Sha256.hash(CHAIN, chain.toArray(), encoded(seen));
        KeyWork begun = changed.apply(
                new WorkMaker(charter, sealed, self.index(), participants, sealKey, self.seed()).make(current));
        work = Optional.of(begun);
        return say(begun.begin());
    }

    private List<CeremonyEffect> turned(Turn turn) {
        List<CeremonyEffect> effects = new ArrayList<>();
        switch (turn) {
            case Turn.Say(Bytes payload, List<Turn.Blame> blames) -> {
                blames.forEach(blame -> effects.add(blamed(blame)));
                effects.addAll(say(payload));
            }
            case Turn.Made(MadeKey key, List<Turn.Blame> blames) -> {
                blames.forEach(blame -> effects.add(blamed(blame)));
                made = Optional.of(key);
                phase = Phase.CONFIRMING;
                effects.addAll(say(spokenConfirmation(key)));
            }
            case Turn.Broken(String why, List<Turn.Blame> blames) -> {
                blames.forEach(blame -> effects.add(blamed(blame)));
                phase = Phase.OVER;
                effects.add(new Failed(why));
            }
        }
        return effects;
    }

    private static Blamed blamed(Turn.Blame blame) {
        return new Blamed(blame.member(), blame.what());
    }

    private static Bytes confirmation(MadeKey key) {
        return Bytes.of(Sha256.digest(CONFIRM, key.publicKey().toArray()));
    }

    /// With it certifiers sign the padding token.
    private Bytes spokenConfirmation(MadeKey key) {
        Bytes hash = confirmation(key);
        if (charter.purpose() != Purpose.CERTIFICATION) {
            return hash;
        }
        Bytes share = padding(key).sign(key.share());
        byte[] spoken = Arrays.copyOf(hash.toArray(), hash.size() + share.size());
        share.copyInto(spoken, hash.size());
        return Bytes.of(spoken);
    }

    private PaddingToken padding(MadeKey key) {
        return new PaddingToken(
                charter,
                SharedKey.decode(charter.purpose().components(), key.publicKey().toArray()));
    }

    private List<CeremonyEffect> confirmed(SortedMap<Integer, Bytes> said) {
        phase = Phase.OVER;
        MadeKey key = made.orElseThrow();
        List<CeremonyEffect> effects = new ArrayList<>();
        SortedMap<Integer, Bytes> agreed = new TreeMap<>();
        Bytes hash = confirmation(key);
        said.forEach((sender, payload) -> {
            byte[] spoken = payload.toArray();
            if (spoken.length >= hash.size() && Arrays.equals(Arrays.copyOf(spoken, hash.size()), hash.toArray())) {
                agreed.put(sender, Bytes.of(Arrays.copyOfRange(spoken, hash.size(), spoken.length)));
            } else {
                effects.add(new Blamed(sender, "confirmed another key than everybody's messages give"));
            }
        });
        if (agreed.size() < charter.threshold()) {
            effects.add(new Failed("fewer than the threshold confirmed the key"));
            return effects;
        }
        Bytes signature = Bytes.EMPTY;
        if (charter.purpose() == Purpose.CERTIFICATION) {
            PaddingToken.Signed signed = padding(key).combine(agreed);
            signed.blamed().forEach(each -> effects.add(new Blamed(each, "signed the padding token wrongly")));
            if (signed.signature().size() == 0) {
                effects.add(new Failed("fewer than the threshold signed the padding token"));
                return effects;
            }
            signature = signed.signature();
        }
        effects.add(new Finished(key, List.copyOf(agreed.keySet()), signature));
        return effects;
    }

    private String who(int member) {
        return charter.describe(member);
    }
}
