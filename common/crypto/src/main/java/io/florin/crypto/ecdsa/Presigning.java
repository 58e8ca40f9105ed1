package io.florin.crypto.ecdsa;

import io.florin.crypto.Bytes;
import io.florin.crypto.ecdsa.PresigningDeal.PresigningShares;
import io.florin.crypto.ecdsa.PresigningEffect.Aborted;
import io.florin.crypto.ecdsa.PresigningEffect.Broadcast;
import io.florin.crypto.ecdsa.PresigningEffect.Completed;
import io.florin.crypto.ecdsa.PresigningEffect.Reason;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.threshold.PartyMessage;
import io.florin.crypto.threshold.SeedStream;
import io.florin.crypto.threshold.Slots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// One member's side of making a presignature (Damgård, Jakobsen, Nielsen, Pagter, Østergaard, eprint 2020/501,
/// section 3): a pure state machine over a broadcast channel. Owned by one thread.
///
/// Dealing: everybody deals random k, a (degree t) and zeros d, e (degree 2t) in sealed boxes; shares add up.
/// Opening: everybody broadcasts R_i = k_i·G and w_i = a_i·k_i + d_i, or complains of dealers whose box is bad.
/// Checking: if the R_i lie on degree t, everybody broadcasts W_i = a_i·R. Completed: if the W_i lie on degree t and
/// W = w·G, then w = a·k was not tampered with and k⁻¹ is shared as w⁻¹·a_i.
/// Revealing: on any failure everybody broadcasts the seed of its dealing, all messages are recomputed, and whoever
/// sent another one is blamed. Nothing of a failed session is ever used, so its secrets may be known.
/// Aborted from any state by [#expire].
///
/// A verdict is a function of the slots alone, so with a reliable broadcast all honest members reach the same one.
/// Without it they may not, and still no key is at risk: all 2t + 1 must sign, and who aborted does not.
public final class Presigning {
    private static final int DEAL = 1;
    private static final int REVEAL = PresigningEvidence.ROUNDS;

    private final PresigningSetup setup;
    private final int index;
    private final X25519KeyPair sealKey;
    private final byte[] seed;
    private final Slots slots;
    private Phase phase = Phase.NEW;
    private PresigningShares shares = PresigningShares.zero();
    private Optional<P256Point> noncePoint = Optional.empty();

    private enum Phase {
        NEW,
        DEALING,
        OPENING,
        CHECKING,
        REVEALING,
        OVER
    }

    /// @param sealKey the member's own, which stays the caller's
    /// @param seed 32 fresh bytes of a `SecureRandom`, copied; used for nothing else, ever
    /// @throws IllegalArgumentException if the index or the key is not a member's
    public Presigning(PresigningSetup setup, int index, X25519KeyPair sealKey, byte[] seed) {
        boolean member = setup.committee().stream()
                .anyMatch(each -> each.index() == index && each.sealKey().equals(sealKey.publicKey()));
        if (!member || seed.length != SeedStream.SEED_SIZE) {
            throw new IllegalArgumentException("not a member, or not a seed");
        }
        this.setup = setup;
        this.index = index;
        this.sealKey = sealKey;
        this.seed = seed.clone();
        this.slots = new Slots(setup.session(), setup.indexes(), REVEAL);
    }

    /// Begins.
    ///
    /// @throws IllegalStateException if it has begun
    public List<PresigningEffect> start() {
        if (phase != Phase.NEW) {
            throw new IllegalStateException("begun before");
        }
        phase = Phase.DEALING;
        try (PresigningDeal deal = PresigningDeal.of(setup, index, seed)) {
            return say(DEAL, deal.message());
        }
    }

    /// Takes a message, its sender authenticated by the channel; those before the start wait.
    public List<PresigningEffect> on(PartyMessage message) {
        boolean fromItself = message.sender() == index;
        if (phase == Phase.OVER || fromItself || !slots.take(message)) {
            return List.of();
        }
        return phase == Phase.NEW ? List.of() : advance();
    }

    /// Time is up.
    public List<PresigningEffect> expire() {
        SortedSet<Integer> silent = slots.missing(round());
        return phase == Phase.OVER ? List.of() : List.of(abort(Reason.SILENT, silent));
    }

    /// Whether nothing more will come.
    public boolean isOver() {
        return phase == Phase.OVER;
    }

    private int round() {
        return switch (phase) {
            case NEW, DEALING, OVER -> DEAL;
            case OPENING -> PresigningEvidence.OPEN;
            case CHECKING -> PresigningEvidence.CHECK;
            case REVEALING -> REVEAL;
        };
    }

    private List<PresigningEffect> say(int round, Bytes payload) {
        var message = new PartyMessage(setup.session(), index, round, payload);
        slots.take(message);
        List<PresigningEffect> effects = new ArrayList<>();
        effects.add(new Broadcast(message));
        effects.addAll(advance());
        return effects;
    }

    private List<PresigningEffect> advance() {
        if (!slots.isComplete(round())) {
            return List.of();
        }
        return switch (phase) {
            case DEALING -> open();
            case OPENING -> check();
            case CHECKING -> complete();
            case REVEALING -> judge();
            case NEW, OVER -> List.of();
        };
    }

    private List<PresigningEffect> open() {
        phase = Phase.OPENING;
        SortedSet<Integer> bad = new TreeSet<>();
        slots.of(DEAL)
                .forEach((dealer, message) -> PresigningDeal.open(setup, dealer, index, sealKey, message)
                        .ifPresentOrElse(this::addShares, () -> bad.add(dealer)));
        return say(PresigningEvidence.OPEN, PresigningEvidence.opening(shares, bad));
    }

    private void addShares(PresigningShares dealt) {
        PresigningShares sum = shares.add(dealt);
        shares.erase();
        dealt.erase();
        shares = sum;
    }

    private List<PresigningEffect> check() {
        noncePoint = PresigningEvidence.noncePoint(setup, slots.of(PresigningEvidence.OPEN));
        if (noncePoint.isEmpty()) {
            return reveal();
        }
        phase = Phase.CHECKING;
        return say(PresigningEvidence.CHECK, PresigningEvidence.checking(shares, noncePoint.get()));
    }

    private List<PresigningEffect> complete() {
        Optional<FieldElement> product = PresigningEvidence.product(
                setup, slots.of(PresigningEvidence.OPEN), slots.of(PresigningEvidence.CHECK));
        if (product.isEmpty() || noncePoint.isEmpty()) {
            return reveal();
        }
        phase = Phase.OVER;
        FieldElement inverseShare = shares.blind().multiply(product.get().invert());
        FieldElement maskShare = shares.signatureMask().copy();
        erase();
        var publicPart = new Presignature.PublicPart(setup.session(), noncePoint.get(), setup.indexes());
        return List.of(new Completed(new Presignature(publicPart, inverseShare, maskShare)));
    }

    private List<PresigningEffect> reveal() {
        phase = Phase.REVEALING;
        return say(REVEAL, Bytes.of(seed));
    }

    private List<PresigningEffect> judge() {
        SortedSet<Integer> blamed = PresigningEvidence.blamed(setup, slots);
        return List.of(abort(blamed.isEmpty() ? Reason.CHANCE : Reason.CHEATED, blamed));
    }

    private Aborted abort(Reason reason, SortedSet<Integer> blamed) {
        phase = Phase.OVER;
        erase();
        return new Aborted(reason, blamed);
    }

    private void erase() {
        Arrays.fill(seed, (byte) 0);
        shares.erase();
    }
}
