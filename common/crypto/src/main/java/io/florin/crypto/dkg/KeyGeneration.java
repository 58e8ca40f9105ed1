package io.florin.crypto.dkg;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.dkg.KeyEffect.Broadcast;
import io.florin.crypto.dkg.KeyEffect.Completed;
import io.florin.crypto.dkg.KeyEffect.Failed;
import io.florin.crypto.dkg.KeyEffect.Fault;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.threshold.PartyMessage;
import io.florin.crypto.threshold.SeedStream;
import io.florin.crypto.threshold.Slots;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// One participant's side of a key generation or refresh: Pedersen's protocol with Feldman's commitments and proofs of
/// possession, as a pure state machine over a broadcast channel. Owned by one thread.
///
/// Dealing: everybody broadcasts a [Dealing]; those that are silent, malformed or unproven are out.
/// Complaining: everybody broadcasts the dealers whose share for it is bad (an empty list too); nobody complained of:
/// finished. Answering: each dealer complained of shows what it sealed; who does not, or shows something else, is out,
/// and who complained without reason is named. Finished: the dealings that are left add up, if there are as many as
/// the threshold; all parallel polynomials of a dealer stand or fall together, so all components have one qualified
/// set.
///
/// A round ends when all its messages are there, or with [#close], which the channel must deliver in the same place of
/// the order to everybody (a block height does). Then all honest participants reach the same key, the same qualified
/// set and the same faults. Messages of a closed round are ignored. The key may be biased by a dealer who lets itself
/// be disqualified after seeing the others (GJKR 2007); `docs/crypto/threshold.md` says why that is harmless here.
public final class KeyGeneration {
    private static final int DEAL = 1;
    private static final int COMPLAIN = 2;
    private static final int ANSWER = 3;

    private final KeySetup setup;
    private final Bytes32 digest;
    private final int index;
    private final X25519KeyPair sealKey;
    private final Optional<CurrentKey> current;
    private final OwnDealing own;
    private final Slots slots;
    private final SortedMap<Integer, Fault> faults = new TreeMap<>();
    private final SortedMap<Integer, Dealing> dealings = new TreeMap<>();
    private final Map<Integer, List<FieldElement>> received = new TreeMap<>();
    private final SortedMap<Integer, SortedSet<Integer>> complainersOf = new TreeMap<>();
    private int round;

    /// A key to be refreshed, and this participant's shares of it, which stay the caller's.
    public record CurrentKey(SharedKey key, SecretShares shares) {}

    /// A fresh key.
    ///
    /// @param sealKey the participant's own, which stays the caller's
    /// @param random a `SecureRandom` outside tests
    /// @throws IllegalArgumentException if the setup is for a refresh, or index and key are not a participant's
    public static KeyGeneration fresh(KeySetup setup, int index, X25519KeyPair sealKey, RandomGenerator random) {
        if (setup.kind() != KeySetup.Kind.FRESH) {
            throw new IllegalArgumentException("a setup for a refresh");
        }
        return new KeyGeneration(setup, index, sealKey, Optional.empty(), random);
    }

    /// New shares of a key. Old ones are to be erased by everybody once the new ones are stored.
    ///
    /// @throws IllegalArgumentException if the setup does not refresh this key, the shares are not of it, or index and
    /// key are not a participant's
    public static KeyGeneration refresh(
            KeySetup setup, CurrentKey current, X25519KeyPair sealKey, RandomGenerator random) {
        if (!current.key().fits(setup) || !current.shares().belongTo(current.key())) {
            throw new IllegalArgumentException("not a refresh of this key");
        }
        return new KeyGeneration(setup, current.shares().index(), sealKey, Optional.of(current), random);
    }

    /// A sharing of zero by itself, as mask of a product that is to be opened.
    ///
    /// @throws IllegalArgumentException if the setup is not for a refresh, or index and key are not a participant's
    public static KeyGeneration zeros(KeySetup setup, int index, X25519KeyPair sealKey, RandomGenerator random) {
        if (setup.kind() != KeySetup.Kind.REFRESH) {
            throw new IllegalArgumentException("a setup for a fresh key");
        }
        return new KeyGeneration(setup, index, sealKey, Optional.empty(), random);
    }

    private KeyGeneration(
            KeySetup setup, int index, X25519KeyPair sealKey, Optional<CurrentKey> current, RandomGenerator random) {
        boolean participant = setup.participants().stream()
                .anyMatch(each -> each.index() == index && each.sealKey().equals(sealKey.publicKey()));
        if (!participant) {
            throw new IllegalArgumentException("not a participant");
        }
        this.setup = setup;
        this.digest = setup.digest();
        this.index = index;
        this.sealKey = sealKey;
        this.current = current;
        this.own = new OwnDealing(setup, digest, index, random);
        this.slots = new Slots(setup.session(), setup.indexes(), ANSWER);
    }

    /// Begins.
    ///
    /// @throws IllegalStateException if it has begun
    public List<KeyEffect> start() {
        if (round != 0) {
            throw new IllegalStateException("begun before");
        }
        round = DEAL;
        return say(own.dealing().encode(setup));
    }

    /// Takes a message, its sender authenticated by the channel; those before the start wait.
    public List<KeyEffect> on(PartyMessage message) {
        boolean late = message.round() < round;
        if (isOver() || late || message.sender() == index || !slots.take(message)) {
            return List.of();
        }
        return round != 0 && isRoundComplete() ? advance() : List.of();
    }

    /// The channel closed a round: who was not heard in it will not be.
    public List<KeyEffect> close(int closedRound) {
        return closedRound == round ? advance() : List.of();
    }

    /// Whether nothing more will come.
    public boolean isOver() {
        return round > ANSWER;
    }

    private List<KeyEffect> say(Bytes payload) {
        var message = new PartyMessage(setup.session(), index, round, payload);
        slots.take(message);
        List<KeyEffect> effects = new ArrayList<>();
        effects.add(new Broadcast(message));
        if (isRoundComplete()) {
            effects.addAll(advance());
        }
        return effects;
    }

    private boolean isRoundComplete() {
        return round == ANSWER
                ? slots.of(ANSWER).keySet().containsAll(complainersOf.keySet())
                : slots.isComplete(round);
    }

    private List<KeyEffect> advance() {
        return switch (round) {
            case DEAL -> complain();
            case COMPLAIN -> answer();
            case ANSWER -> judge();
            default -> List.of();
        };
    }

    private List<KeyEffect> complain() {
        SortedSet<Integer> bad = new TreeSet<>();
        for (int dealer : setup.indexes()) {
            Bytes payload = slots.of(DEAL).get(dealer);
            if (payload == null) {
                faults.put(dealer, Fault.SILENT);
                continue;
            }
            Optional<Dealing> dealing = Dealing.decode(setup, payload);
            if (dealing.isEmpty()) {
                faults.put(dealer, Fault.MALFORMED);
            } else if (!dealing.get().isProven(setup, digest, dealer)) {
                faults.put(dealer, Fault.UNPROVEN);
            } else {
                dealings.put(dealer, dealing.get());
                dealing.get()
                        .sharesFor(setup, digest, dealer, index, sealKey)
                        .ifPresentOrElse(shares -> received.put(dealer, shares), () -> bad.add(dealer));
            }
        }
        round = COMPLAIN;
        byte[] list = new byte[bad.size()];
        int position = 0;
        for (int dealer : bad) {
            list[position++] = (byte) dealer;
        }
        return say(Bytes.of(list));
    }

    private List<KeyEffect> answer() {
        slots.of(COMPLAIN).forEach((complainer, list) -> {
            for (byte accused : list.toArray()) {
                int dealer = Byte.toUnsignedInt(accused);
                if (dealings.containsKey(dealer) && dealer != complainer) {
                    complainersOf.computeIfAbsent(dealer, _ -> new TreeSet<>()).add(complainer);
                }
            }
        });
        round = ANSWER;
        SortedSet<Integer> complainers = complainersOf.get(index);
        if (complainers != null) {
            return say(own.answer(complainers));
        }
        return isRoundComplete() ? advance() : List.of();
    }

    private List<KeyEffect> judge() {
        complainersOf.forEach((dealer, complainers) -> {
            Optional<Fault> fault = defend(dealer, complainers, slots.of(ANSWER).get(dealer));
            if (fault.isPresent()) {
                faults.put(dealer, fault.get());
                dealings.remove(dealer);
            } else {
                complainers.forEach(each -> faults.putIfAbsent(each, Fault.FALSE_COMPLAINT));
            }
        });
        return List.of(finish());
    }

    private Optional<Fault> defend(int dealer, SortedSet<Integer> complainers, @Nullable Bytes answer) {
        if (answer == null) {
            return Optional.of(Fault.NO_DEFENCE);
        }
        int each = OwnDealing.answerSize(setup, 1);
        Dealing dealing = dealings.get(dealer);
        if (dealing == null || answer.size() != complainers.size() * each) {
            return Optional.of(Fault.BAD_SHARE);
        }
        ByteBuffer buffer = ByteBuffer.wrap(answer.toArray());
        for (int complainer : complainers) {
            byte[] boxSeed = new byte[SeedStream.SEED_SIZE];
            byte[] plaintext = new byte[Dealing.sharesSize(setup)];
            buffer.get(boxSeed).get(plaintext);
            if (dealing.shown(setup, digest, dealer, complainer, boxSeed, plaintext)
                    .isEmpty()) {
                return Optional.of(Fault.BAD_SHARE);
            }
        }
        return Optional.empty();
    }

    private KeyEffect finish() {
        round = ANSWER + 1;
        own.close();
        boolean incomplete = !received.keySet().containsAll(dealings.keySet());
        if (dealings.size() < setup.threshold() || incomplete) {
            eraseReceived();
            return new Failed(faults);
        }
        List<Integer> qualified = List.copyOf(dealings.keySet());
        Commitments sum = dealings.values().stream()
                .map(Dealing::commitments)
                .reduce(Commitments::plus)
                .orElseThrow();
        SharedKey key = SharedKey.of(setup, sum);
        SecretShares shares = new SecretShares(index, sumOfReceived(qualified));
        eraseReceived();
        if (current.isEmpty()) {
            return new Completed(key, shares, qualified, faults);
        }
        SecretShares refreshed = current.get().shares().plus(shares);
        shares.close();
        return new Completed(current.get().key().refreshed(key), refreshed, qualified, faults);
    }

    private List<FieldElement> sumOfReceived(List<Integer> qualified) {
        List<FieldElement> sums = new ArrayList<>();
        for (int i = 0; i < setup.components().size(); i++) {
            FieldElement sum = setup.scalars().zero();
            for (int dealer : qualified) {
                sum = sum.add(received.getOrDefault(dealer, List.of()).get(i));
            }
            sums.add(sum);
        }
        return sums;
    }

    private void eraseReceived() {
        received.values().forEach(shares -> shares.forEach(FieldElement::erase));
    }
}
