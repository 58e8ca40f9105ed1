package io.florin.ceremony;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.dkg.Bls12381;
import io.florin.crypto.dkg.KeyEffect.Completed;
import io.florin.crypto.dkg.SecretShares;
import io.florin.crypto.dkg.SharedKey;
import io.florin.crypto.elgamal.AuditKeyCeremony;
import io.florin.crypto.elgamal.AuditKeyCeremony.OwnShares;
import io.florin.crypto.elgamal.AuditKeyCeremony.Shown;
import io.florin.crypto.elgamal.AuditPublicKey;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.PrimeField;
import io.florin.crypto.sigma.CompactProof;
import io.florin.crypto.threshold.SeedStream;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.runtime.keys.StoredShare;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The auditors' decryption key ([AuditKeyCeremony]).
///
/// Generating: three key generations side by side until all are over. Opening: everybody's part of the product gives
/// PK. Showing: everybody's γi·PK with its proof; they interpolate to the base, or somebody lied about its part.
/// Revealing, only then: all shares are shown, the liar is named, and the keys are dead.
final class AuditKeyWork implements KeyWork {
    private static final int GENERATION_MAX = 32 * 1024;
    private static final int SHOWN_SIZE = G1.SIZE + 2 * Scalar.SIZE;

    private enum Phase {
        GENERATING,
        OPENING,
        SHOWING,
        REVEALING
    }

    private final Bytes32 session;
    private final byte[] proofSeed;
    private final List<Generation> generations;
    private final List<Turn.Blame> blames = new ArrayList<>();
    private final SortedMap<Integer, FieldElement> parts = new TreeMap<>();
    private Phase phase = Phase.GENERATING;
    private Optional<AuditKeyCeremony> ceremony = Optional.empty();
    private Optional<OwnShares> own = Optional.empty();
    private Optional<G1> publicPoint = Optional.empty();

    /// @param proofSeed secret, of this session
    /// @param generations of γ, m and zero
    AuditKeyWork(Bytes32 session, byte[] proofSeed, List<Generation> generations) {
        this.session = session;
        this.proofSeed = proofSeed.clone();
        this.generations = List.copyOf(generations);
    }

    @Override
    public Bytes begin() {
        return join(generations.stream().map(Generation::begin).toList());
    }

    private static Bytes join(List<Bytes> payloads) {
        CanonicalWriter writer = new CanonicalWriter();
        payloads.forEach(writer::bytes);
        return Bytes.of(writer.toByteArray());
    }

    @Override
    public Turn end(SortedMap<Integer, Bytes> said) {
        return switch (phase) {
            case GENERATING -> generated(said);
            case OPENING -> opened(said);
            case SHOWING -> shown(said);
            case REVEALING -> revealed(said);
        };
    }

    private Turn generated(SortedMap<Integer, Bytes> said) {
        List<Bytes> next = new ArrayList<>();
        for (int i = 0; i < generations.size(); i++) {
            next.add(generations.get(i).close(ofGeneration(i, said)));
        }
        if (!generations.stream().allMatch(Generation::isOver)) {
            return new Turn.Say(join(next));
        }
        generations.forEach(generation -> blames.addAll(generation.blames()));
        List<Completed> made = generations.stream()
                .flatMap(generation -> generation.completed().stream())
                .toList();
        if (made.size() < generations.size()) {
            return new Turn.Broken("fewer auditors than needed dealt honestly", blames);
        }
        List<SharedKey> keys = made.stream().map(Completed::key).toList();
        List<SecretShares> shares = made.stream().map(Completed::shares).toList();
        var started = new AuditKeyCeremony(keys.get(0), keys.get(1), keys.get(2));
        var mine = new OwnShares(shares.get(0), shares.get(1), shares.get(2));
        ceremony = Optional.of(started);
        own = Optional.of(mine);
        phase = Phase.OPENING;
        return new Turn.Say(Bytes.of(started.part(mine).toBytes()));
    }

    private SortedMap<Integer, Bytes> ofGeneration(int number, SortedMap<Integer, Bytes> said) {
        SortedMap<Integer, Bytes> of = new TreeMap<>();
        said.forEach((sender, payload) -> {
            try {
                of.put(
                        sender,
                        CanonicalReader.decode(payload.toArray(), reader -> {
                                    List<Bytes> each = new ArrayList<>();
                                    for (int i = 0; i < generations.size(); i++) {
                                        each.add(reader.bytes(GENERATION_MAX));
                                    }
                                    return each;
                                })
                                .get(number));
            } catch (DecodeException malformed) {
                of.put(sender, Bytes.of(new byte[1])); // malformed to the generation, too: the sender is named there
            }
        });
        return of;
    }

    private Turn opened(SortedMap<Integer, Bytes> said) {
        AuditKeyCeremony started = ceremony.orElseThrow();
        said.forEach((sender, payload) -> {
            try {
                parts.put(sender, Bls12381.G1_GROUP.scalars().ofBytes(payload.toArray()));
            } catch (IllegalArgumentException malformed) {
                blames.add(new Turn.Blame(sender, "opened something that is no number"));
            }
        });
        try {
            G1 point = started.publicPoint(parts);
            publicPoint = Optional.of(point);
            phase = Phase.SHOWING;
            // a nonce for this session and point only, whatever else is ever said under the same seed
            byte[] seed = Sha256.digest(proofSeed, session.toArray(), point.encode());
            try (SeedStream random = new SeedStream(seed)) {
                Shown shown = started.show(own.orElseThrow(), point, session, random);
                return new Turn.Say(encode(shown), List.of());
            }
        } catch (IllegalArgumentException tooFew) {
            return new Turn.Broken("too few auditors opened their part", blames);
        }
    }

    private static Bytes encode(Shown shown) {
        return Bytes.of(new CanonicalWriter()
                .fixed(shown.point().encode())
                .fixed(shown.proof().encode())
                .toByteArray());
    }

    private Turn shown(SortedMap<Integer, Bytes> said) {
        AuditKeyCeremony started = ceremony.orElseThrow();
        G1 point = publicPoint.orElseThrow();
        List<Shown> all = new ArrayList<>();
        said.forEach((sender, payload) -> decode(sender, payload).ifPresent(all::add));
        SortedSet<Integer> refuted = started.refuted(point, session, all);
        if (!refuted.isEmpty()) {
            refuted.forEach(each -> blames.add(new Turn.Blame(each, "did not show the share that it was dealt")));
            return new Turn.Broken("not everybody showed its share", blames);
        }
        try {
            AuditPublicKey key = started.key(point, session, all);
            return new Turn.Made(
                    new MadeKey(
                            Bytes.of(AuditKeys.encode(key)),
                            StoredShare.of(
                                    own.orElseThrow().inverse().index(),
                                    Bls12381.scalar(own.orElseThrow().inverse().share(0)))),
                    blames);
        } catch (IllegalArgumentException productWasWrong) {
            phase = Phase.REVEALING;
            OwnShares mine = own.orElseThrow();
            return new Turn.Say(Bytes.of(new CanonicalWriter()
                    .fixed(mine.inverse().share(0).toBytes())
                    .fixed(mine.factor().share(0).toBytes())
                    .fixed(mine.zero().share(0).toBytes())
                    .toByteArray()));
        }
    }

    private static Optional<Shown> decode(int sender, Bytes payload) {
        byte[] bytes = payload.toArray();
        if (bytes.length != SHOWN_SIZE) {
            return Optional.empty();
        }
        try {
            G1 point = G1.decode(java.util.Arrays.copyOf(bytes, G1.SIZE));
            var proof =
                    new CompactProof(Scalar.read(bytes, G1.SIZE), List.of(Scalar.read(bytes, G1.SIZE + Scalar.SIZE)));
            return Optional.of(new Shown(sender, point, proof));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    private Turn revealed(SortedMap<Integer, Bytes> said) {
        AuditKeyCeremony started = ceremony.orElseThrow();
        List<OwnShares> revealed = new ArrayList<>();
        said.forEach(
                (sender, payload) -> reveal(started, sender, payload.toArray()).ifPresent(revealed::add));
        SortedSet<Integer> liars = new TreeSet<>(started.blamed(parts, revealed));
        liars.forEach(each -> blames.add(new Turn.Blame(each, "opened another part than its shares give")));
        return new Turn.Broken("the product was wrong; all shares were shown and the keys are dead", blames);
    }

    private static Optional<OwnShares> reveal(AuditKeyCeremony started, int sender, byte[] bytes) {
        if (bytes.length != 3 * PrimeField.SIZE) {
            return Optional.empty();
        }
        try {
            return Optional.of(new OwnShares(
                    reveal(started.inverse(), sender, bytes, 0),
                    reveal(started.factor(), sender, bytes, 1),
                    reveal(started.zero(), sender, bytes, 2)));
        } catch (IllegalArgumentException notItsShares) {
            return Optional.empty();
        }
    }

    private static SecretShares reveal(SharedKey key, int sender, byte[] bytes, int number) {
        byte[] scalar = java.util.Arrays.copyOfRange(bytes, number * PrimeField.SIZE, (number + 1) * PrimeField.SIZE);
        return SecretShares.of(sender, List.of(Bls12381.G1_GROUP.scalars().ofBytes(scalar)), key);
    }
}
