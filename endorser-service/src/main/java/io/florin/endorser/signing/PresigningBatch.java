package io.florin.endorser.signing;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.ecdsa.Presignature;
import io.florin.crypto.ecdsa.Presigning;
import io.florin.crypto.ecdsa.PresigningEffect;
import io.florin.crypto.ecdsa.PresigningSetup;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.crypto.threshold.PartyMessage;
import io.florin.crypto.threshold.ThresholdParty;
import io.florin.endorser.signing.SignedStep.Seen;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/// One member's side of making a plan's presignatures at once, as a pure state machine. Owned by one thread.
///
/// *Joining* (step 1): everybody says the X25519 key, fresh for this session, that the others seal to, and the epoch of
/// its ledger. *Working*: the rounds of [Presigning], of all sessions side by side. *Confirming* (the last step):
/// everybody says that all sessions are complete. Only then does anybody have a presignature.
///
/// The maker passes the messages on and need not be trusted: they are signed, and each says what its sender was shown
/// in the step before and, by the chain, in all before. A member that was shown other messages stops at once, without
/// revealing anything, and says who counted what ([Difference]). Nothing is used until all 2t + 1 have confirmed one
/// transcript, so what an honest member reveals of a failed session in its own view belongs to presignatures that
/// nobody can have confirmed.
///
/// If any session fails, none of the batch is used; everybody's seeds name the cheater.
public final class PresigningBatch implements AutoCloseable {

    private static final byte[] CHAIN = "florin/endorser/presigning-chain/1".getBytes(StandardCharsets.US_ASCII);
    private static final Bytes CONFIRMED = Bytes.of("confirmed".getBytes(StandardCharsets.US_ASCII));
    private static final int SEED_SIZE = 32;
    private static final int PAYLOAD_MAX = 64 * 1024;

    private enum Phase {
        NEW,
        JOINING,
        WORKING,
        CONFIRMING,
        OVER
    }

    private final PresigningPlan plan;
    private final Member self;
    private final SortedMap<Integer, Bytes32> identities;
    private final RandomGenerator random;
    private final Bytes32 session;
    private final X25519KeyPair sealKey;
    private final List<Presigning> machines = new ArrayList<>();
    private final List<Bytes32> sessions = new ArrayList<>();
    private final SortedMap<Integer, Presignature> completed = new TreeMap<>();
    private final SortedSet<Integer> cheated = new TreeSet<>();
    private final SortedSet<Integer> silent = new TreeSet<>();
    private boolean failed;
    private Phase phase = Phase.NEW;
    private int step;
    private Bytes32 chain;
    private List<Seen> seen = List.of();
    private Optional<SignedStep> said = Optional.empty();

    /// This member.
    ///
    /// @param key its identity key, which stays the caller's
    public record Member(int index, Ed25519KeyPair key) {}

    /// Next state after everybody's messages of a step.
    public sealed interface Next {

        /// Say this in the next step.
        record Say(SignedStep message) implements Next {}

        /// Everybody has confirmed: these are the receiver's.
        record Finished(List<Presignature> presignatures) implements Next {}

        /// It is over and nothing of it is used.
        ///
        /// @param blamed who broke the protocol or sent what cannot be read; nobody where that cannot be said
        /// @param proven everybody's seeds show it
        record Broken(String why, SortedSet<Integer> blamed, boolean proven, Optional<Difference> difference)
                implements Next {}
    }

    /// Somebody was shown other messages than this member: one of those named signed two, or the reporter lies.
    ///
    /// @param step of the messages that differ
    /// @param about their senders; nobody if it was a step before
    public record Difference(int reporter, int step, SortedSet<Integer> about) {}

    /// @param identities of all members
    /// @param random a `SecureRandom` outside tests
    /// @throws IllegalArgumentException if the plan does not name this member, or there is a member without identity
    public PresigningBatch(
            PresigningPlan plan, Member self, SortedMap<Integer, Bytes32> identities, RandomGenerator random) {
        if (!plan.epochs().containsKey(self.index()) || !identities.keySet().containsAll(plan.committee())) {
            throw new IllegalArgumentException("not a plan for this member, or one of strangers");
        }
        if (plan.committee().size() % 2 == 0 || plan.committee().size() < 3) {
            throw new IllegalArgumentException("a committee has 2t + 1 members");
        }
        this.plan = plan;
        this.self = self;
        this.identities = Collections.unmodifiableSortedMap(new TreeMap<>(identities));
        this.random = random;
        this.session = plan.session();
        this.chain = session;
        byte[] seed = seed();
        this.sealKey = X25519KeyPair.fromSeed(seed);
        Arrays.fill(seed, (byte) 0);
    }

    public PresigningPlan plan() {
        return plan;
    }

    /// Begins: joins.
    ///
    /// @throws IllegalStateException if it has begun
    public SignedStep start() {
        if (phase != Phase.NEW) {
            throw new IllegalStateException("begun before");
        }
        phase = Phase.JOINING;
        Bytes payload = Bytes.of(new CanonicalWriter()
                .fixed(sealKey.publicKey())
                .u63(epoch(self.index()))
                .toByteArray());
        return say(payload).message();
    }

    private long epoch(int member) {
        Long epoch = plan.epochs().get(member);
        if (epoch == null) {
            throw new IllegalStateException("no member " + member);
        }
        return epoch;
    }

    /// The present step; 0 before the start.
    public int step() {
        return step;
    }

    /// Whether nothing more will come.
    public boolean isOver() {
        return phase == Phase.OVER;
    }

    /// Takes everybody's messages of the present step, this member's own among them.
    public Next take(Collection<SignedStep> messages) {
        if (phase == Phase.NEW || phase == Phase.OVER) {
            throw new IllegalStateException("not under way");
        }
        Optional<Next.Broken> unfit = unfit(messages);
        if (unfit.isPresent()) {
            close();
            return unfit.get();
        }
        SortedMap<Integer, Bytes> payloads = new TreeMap<>();
        SortedMap<Integer, Bytes32> hashes = new TreeMap<>();
        messages.forEach(message -> {
            payloads.put(message.sender(), message.payload());
            hashes.put(message.sender(), message.hash());
        });
        chain = chained(chain, seen);
        seen = hashes.entrySet().stream()
                .map(each -> new Seen(each.getKey(), each.getValue()))
                .toList();
        Next next = switch (phase) {
            case JOINING -> joined(payloads);
            case WORKING -> worked(payloads);
            case CONFIRMING -> confirmed(payloads);
            case NEW, OVER -> throw new IllegalStateException("checked above");
        };
        if (!(next instanceof Next.Say)) {
            close();
        }
        return next;
    }

    private Optional<Next.Broken> unfit(Collection<SignedStep> messages) {
        List<Integer> senders =
                messages.stream().map(SignedStep::sender).sorted().toList();
        if (!senders.equals(plan.committee())) {
            return Optional.of(broken("not one message of each member", new TreeSet<>()));
        }
        for (SignedStep message : messages) {
            boolean inPlace = message.session().equals(session) && message.step() == step;
            Bytes32 identity = identities.get(message.sender());
            if (!inPlace || identity == null || !message.isSignedBy(identity)) {
                return Optional.of(broken("a message of another place, or not signed", one(message.sender())));
            }
            if (message.sender() == self.index() && !said.map(SignedStep::hash).equals(Optional.of(message.hash()))) {
                return Optional.of(broken("something this member did not say", new TreeSet<>()));
            }
        }
        for (SignedStep message : messages) {
            if (!message.chain().equals(chain) || !message.seen().equals(seen)) {
                SortedSet<Integer> about = new TreeSet<>();
                seen.stream().filter(each -> !message.seen().contains(each)).forEach(each -> about.add(each.sender()));
                var difference = new Difference(message.sender(), step - 1, about);
                return Optional.of(new Next.Broken(
                        "members were shown different messages", new TreeSet<>(), false, Optional.of(difference)));
            }
        }
        return Optional.empty();
    }

    private static SortedSet<Integer> one(int member) {
        return new TreeSet<>(List.of(member));
    }

    private static Next.Broken broken(String why, SortedSet<Integer> blamed) {
        return new Next.Broken(why, blamed, false, Optional.empty());
    }

    /// The chain a step later: over what was counted before, too.
    public static Bytes32 chained(Bytes32 chain, List<Seen> seen) {
        CanonicalWriter writer = new CanonicalWriter();
        seen.forEach(each -> writer.u8(each.sender()).fixed(each.message()));
        return Sha256.hash(CHAIN, chain.toArray(), writer.toByteArray());
    }

    private Next.Say say(Bytes payload) {
        step++;
        SignedStep message = SignedStep.signed(session, step, self.index(), chain, seen, payload, self.key());
        said = Optional.of(message);
        return new Next.Say(message);
    }

    private Next joined(SortedMap<Integer, Bytes> payloads) {
        List<ThresholdParty> participants = new ArrayList<>();
        for (Map.Entry<Integer, Bytes> each : payloads.entrySet()) {
            int member = each.getKey();
            try {
                ThresholdParty participant =
                        CanonicalReader.decode(each.getValue().toArray(), reader -> {
                            Bytes32 key = reader.fixed32();
                            if (reader.u63() != epoch(member)) {
                                throw new DecodeException("another epoch than the plan's");
                            }
                            return new ThresholdParty(member, key);
                        });
                participants.add(participant);
            } catch (DecodeException | IllegalArgumentException malformed) {
                return broken("joined with something that is no key, or in another epoch", one(member));
            }
        }
        phase = Phase.WORKING;
        Bytes32 joined = chained(chain, seen);
        int corruptMax = (plan.committee().size() - 1) / 2;
        SortedMap<Integer, PartyMessage> dealt = new TreeMap<>();
        for (int i = 0; i < plan.count(); i++) {
            Bytes32 name = Sha256.hash(
                    joined.toArray(),
                    ByteBuffer.allocate(Integer.BYTES).putInt(i).array());
            byte[] seed = seed();
            var machine =
                    new Presigning(new PresigningSetup(name, corruptMax, participants), self.index(), sealKey, seed);
            Arrays.fill(seed, (byte) 0);
            machines.add(machine);
            sessions.add(name);
            note(i, machine.start(), dealt);
        }
        return say(encode(dealt));
    }

    private byte[] seed() {
        byte[] seed = new byte[SEED_SIZE];
        random.nextBytes(seed);
        return seed;
    }

    /// Keeps what a session ended with; what it says goes into the next message.
    private void note(int place, List<PresigningEffect> effects, SortedMap<Integer, PartyMessage> speaks) {
        for (PresigningEffect effect : effects) {
            switch (effect) {
                case PresigningEffect.Broadcast(PartyMessage message) -> speaks.put(place, message);
                case PresigningEffect.Completed(Presignature presignature) -> completed.put(place, presignature);
                case PresigningEffect.Aborted(PresigningEffect.Reason reason, SortedSet<Integer> blamed) -> {
                    failed = true;
                    switch (reason) {
                        case CHEATED -> cheated.addAll(blamed);
                        case SILENT -> silent.addAll(blamed);
                        case CHANCE -> {}
                    }
                }
            }
        }
    }

    private static Bytes encode(SortedMap<Integer, PartyMessage> messages) {
        CanonicalWriter writer = new CanonicalWriter().u8(messages.size());
        messages.forEach(
                (place, message) -> writer.u8(place).u8(message.round()).bytes(message.payload()));
        return Bytes.of(writer.toByteArray());
    }

    private SortedMap<Integer, PartyMessage> decode(int sender, Bytes payload) {
        return CanonicalReader.decode(payload.toArray(), reader -> {
            SortedMap<Integer, PartyMessage> messages = new TreeMap<>();
            int count = reader.u8();
            for (int i = 0; i < count; i++) {
                int place = reader.u8();
                if (place >= sessions.size() || messages.containsKey(place)) {
                    throw new DecodeException("no such session");
                }
                messages.put(
                        place, new PartyMessage(sessions.get(place), sender, reader.u8(), reader.bytes(PAYLOAD_MAX)));
            }
            return messages;
        });
    }

    private Next worked(SortedMap<Integer, Bytes> payloads) {
        SortedMap<Integer, PartyMessage> speaks = new TreeMap<>();
        for (Map.Entry<Integer, Bytes> each : payloads.entrySet()) {
            if (each.getKey() == self.index()) {
                continue;
            }
            try {
                decode(each.getKey(), each.getValue())
                        .forEach((place, message) ->
                                note(place, machines.get(place).on(message), speaks));
            } catch (DecodeException | IllegalArgumentException malformed) {
                return broken("said something that cannot be read", one(each.getKey()));
            }
        }
        for (int place = 0; place < machines.size(); place++) {
            if (!machines.get(place).isOver() && !speaks.containsKey(place)) {
                note(place, machines.get(place).expire(), speaks);
            }
        }
        if (!speaks.isEmpty()) {
            return say(encode(speaks));
        }
        if (failed) {
            boolean proven = !cheated.isEmpty();
            return new Next.Broken(
                    proven ? "a member broke the protocol" : "a session failed",
                    proven ? cheated : silent,
                    proven,
                    Optional.empty());
        }
        phase = Phase.CONFIRMING;
        return say(CONFIRMED);
    }

    private Next confirmed(SortedMap<Integer, Bytes> payloads) {
        for (Map.Entry<Integer, Bytes> each : payloads.entrySet()) {
            if (!each.getValue().equals(CONFIRMED)) {
                return broken("did not confirm", one(each.getKey()));
            }
        }
        List<Presignature> made = List.copyOf(completed.values());
        completed.clear();
        return new Next.Finished(made);
    }

    /// Erases what was made and not handed over.
    @Override
    public void close() {
        phase = Phase.OVER;
        completed.values().forEach(Presignature::close);
        completed.clear();
        machines.forEach(Presigning::expire);
        sealKey.close();
    }
}
