package io.florin.wallet.hidden;

import io.florin.crypto.group.G1;
import io.florin.crypto.ps.CertificationShare;
import io.florin.ledger.TransactionId;
import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.runtime.api.CertificationApi.CertificationPage;
import io.florin.runtime.api.CertificationApi.Certified;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The certifiers' shares for tokens that wait to be certified, and what to ask them for next. Ranges of blocks are
/// fetched whose ends are the same for everybody ([#RANGE_BLOCKS]), so that nobody learns which outputs matter here,
/// nor in which block they are; of the range that was read last all shares are kept for a while, so that a token that
/// comes to wait in it asks for nothing. A certifier is asked for one output by name only if as
/// many as the threshold say that they are past its block and showed no share of it, or all are past and fewer than
/// the threshold did: then its key is gone. Or if the shares of as many proved wrong: then they were refreshed since.
/// Fewer liars than the threshold cannot bring anybody to either alone, since one who is honest must lack the share.
/// A committer that invents a payment could: so the question waits until another source has confirmed the token
/// ([#toConfirm]), and from then on for a random time, so that it does not tell when that was.
///
/// Of each certifier one share is kept for each waiting token and key in force, whatever it answers; shares under keys
/// that are not in force are none. One that proved wrong is fetched again after ever longer pauses, and its place still
/// counts: who shows bad shares makes nobody ask by name. Whose share it is says the certifier's place in the list,
/// never its answer.
///
/// Pure: whoever owns it asks the certifiers. One thread.
public final class CollectedShares {

    /// Blocks that are read together: 1 to 100, 101 to 200 and so on.
    public static final int RANGE_BLOCKS = 100;

    private static final int PAUSE_MAX = 1_024;

    /// Shares of one certifier that are kept of a range, some 300 bytes each; of a range with more they are read again.
    private static final int RECENT_MAX = 50_000;

    private final int certifiers;
    private final RandomGenerator random;
    private final Duration waitMax;
    private final Map<TransactionOutput, Wanted> wanted = new HashMap<>();

    /// The first block of which a certifier, by its index, has not shown all.
    private final Map<Integer, Long> next = new HashMap<>();

    /// The last answer of each certifier, by its index.
    private final Map<Integer, Recent> recent = new HashMap<>();

    private List<CertifierGroup> inForce = List.of();

    /// Of the keys in force, the newest first.
    private List<Certifications> groups = List.of();

    /// @param certifiers how many there are; their indexes are 1 to that
    /// @param random draws how long a confirmed token waits until it is asked for by name
    /// @param waitMax at most so long, in whole milliseconds
    public CollectedShares(int certifiers, RandomGenerator random, Duration waitMax) {
        this.certifiers = certifiers;
        this.random = random;
        this.waitMax = waitMax;
    }

    private record Source(long epoch, int certifier) {}

    /// All shares that a certifier showed of consecutive blocks, from the start of a range on.
    private static final class Recent {
        private final Map<TransactionOutput, List<Certified>> shares = new HashMap<>();
        private long since;
        private long next;
        private int count;

        Recent(long since) {
            this.since = since;
            this.next = since;
        }

        void add(TransactionOutput id, Certified share) {
            shares.computeIfAbsent(id, _ -> new ArrayList<>()).add(share);
            count++;
        }

        /// Goes on, and forgets the range before.
        void shown(long block) {
            next = block;
            if (rangeStart(next) > since) {
                since = rangeStart(next);
                shares.values().removeIf(each -> each.getFirst().block() < since);
                count = shares.values().stream().mapToInt(List::size).sum();
            }
        }
    }

    /// The first block of the range that a block is in.
    static long rangeStart(long block) {
        return block - (block - 1) % RANGE_BLOCKS;
    }

    /// The shares of one output by the epoch of their key.
    private static final class Wanted {
        private final OwnedToken token;
        private final long block;
        private final Map<Long, SortedMap<Integer, CertificationShare>> byEpoch = new HashMap<>();
        private final Set<Source> wrong = new HashSet<>();

        /// Certifiers that showed it, under whatever key.
        private final Set<Integer> shownBy = new HashSet<>();
        private boolean changed;
        private Certifications.@Nullable Combined certified;
        private boolean confirmed;
        private Instant askFrom = Instant.MAX;
        private int pause = 1;
        private int rounds;

        Wanted(OwnedToken token) {
            this.token = token;
            this.block = token.block();
        }

        List<CertificationShare> of(Certifications group) {
            return List.copyOf(
                    byEpoch.getOrDefault(group.epoch(), new TreeMap<>()).values());
        }

        boolean isEnough(Certifications group) {
            return of(group).size() >= group.threshold();
        }

        boolean isShownBy(int certifier) {
            return byEpoch.values().stream().anyMatch(shares -> shares.containsKey(certifier));
        }

        /// Not all of so many can be liars: the key's shares were refreshed since, and these do not fit the others.
        boolean isOutdated(Certifications group) {
            long count = wrong.stream()
                    .filter(source -> source.epoch == group.epoch())
                    .count();
            return count >= group.threshold();
        }

        /// The first of each certifier, until it proves wrong.
        void add(Source source, CertificationShare share) {
            SortedMap<Integer, CertificationShare> shares = byEpoch.computeIfAbsent(source.epoch, _ -> new TreeMap<>());
            CertificationShare known = shares.get(source.certifier);
            if (known == null || (wrong.contains(source) && !known.equals(share))) {
                shares.put(source.certifier, share);
                wrong.remove(source);
                changed = true;
            }
        }

        /// At once, then after ever longer pauses.
        boolean isDue() {
            if (++rounds < pause) {
                return false;
            }
            begun();
            return true;
        }

        void begun() {
            rounds = 0;
            pause = Math.min(2 * pause, PAUSE_MAX);
        }

        void confirm(Instant from) {
            confirmed = true;
            askFrom = from;
            pause = 1;
            rounds = 0;
        }
    }

    /// Content of an answer.
    ///
    /// @param malformed shares of wanted outputs that are no points
    /// @param more whether the certifier says that it has more of what is wanted
    public record Taken(int malformed, boolean more) {}

    /// Says what is waited for now; everything else is forgotten. Blocks are read again for a token that is new here,
    /// and for all of them when other keys are in force than before.
    ///
    /// @throws IllegalArgumentException if a key is malformed
    public void want(Collection<OwnedToken> waiting, List<CertifierGroup> keysInForce) {
        if (!inForce.equals(keysInForce)) {
            groups = keysInForce.stream()
                    .sorted(Comparator.comparingLong(CertifierGroup::epoch).reversed())
                    .map(Certifications::of)
                    .toList();
            inForce = List.copyOf(keysInForce);
            wanted.clear();
            recent.clear();
        }
        Set<TransactionOutput> ids = new HashSet<>();
        waiting.forEach(token -> ids.add(token.id()));
        wanted.keySet().retainAll(ids);
        for (OwnedToken token : waiting) {
            if (wanted.putIfAbsent(token.id(), new Wanted(token)) == null) {
                IntStream.rangeClosed(1, certifiers).forEach(each -> want(each, token));
            }
        }
    }

    private void want(int certifier, OwnedToken token) {
        Recent known = recent.get(certifier);
        if (known == null || token.block() < known.since) {
            readAgain(certifier, token.block());
        } else {
            known.shares.getOrDefault(token.id(), List.of()).forEach(share -> take(certifier, token.id(), share));
        }
    }

    /// From the start of the block's range.
    private void readAgain(int certifier, long block) {
        next.merge(certifier, rangeStart(block), Math::min);
    }

    /// The block from which a certifier is to be asked; empty while there is nothing to ask it for.
    public OptionalLong nextBlock(int certifier) {
        LongSummaryStatistics blocks =
                wanted.values().stream().mapToLong(each -> each.block).summaryStatistics();
        if (wanted.isEmpty()) {
            return OptionalLong.empty();
        }
        long first = rangeStart(blocks.getMin());
        long from = Math.max(first, next.getOrDefault(certifier, first));
        return from < rangeStart(blocks.getMax()) + RANGE_BLOCKS ? OptionalLong.of(from) : OptionalLong.empty();
    }

    /// Takes the answer to the question for shares from a block on.
    ///
    /// @param limit of shares that was asked for
    /// @throws IllegalArgumentException if it cannot be an answer to that: nothing of it is taken then
    public Taken take(int certifier, long from, int limit, CertificationPage page) {
        if (page.next() <= from) {
            if (!page.shares().isEmpty()) {
                throw new IllegalArgumentException("shares of no block");
            }
            return new Taken(0, false);
        }
        if (page.shares().size() > limit && page.next() != from + 1) {
            throw new IllegalArgumentException("more shares than asked for, and not of one block");
        }
        Optional<Recent> kept = keeping(certifier, from);
        int malformed = 0;
        for (Certified share : page.shares()) {
            Optional<TransactionOutput> id = idOf(share);
            id.ifPresent(known -> kept.ifPresent(each -> each.add(known, share)));
            if (id.isPresent() && !take(certifier, id.get(), share)) {
                malformed++;
            }
        }
        boolean isAtEnd = page.followed() < page.next();
        long shown = isAtEnd ? page.followed() + 1 : page.next();
        if (shown > from) {
            next.put(certifier, shown);
            kept.ifPresent(each -> each.shown(shown));
        }
        if (kept.isPresent() && kept.get().count > RECENT_MAX) {
            recent.remove(certifier);
        }
        return new Taken(malformed, !isAtEnd && nextBlock(certifier).isPresent());
    }

    /// Range to which the blocks read now belong; none if it neither begins a range nor follows what was read last.
    private Optional<Recent> keeping(int certifier, long from) {
        Recent known = recent.get(certifier);
        if (known == null || known.next != from) {
            recent.remove(certifier);
            known = from == rangeStart(from) ? new Recent(from) : null;
        }
        if (known != null) {
            recent.put(certifier, known);
        }
        return Optional.ofNullable(known);
    }

    private static Optional<TransactionOutput> idOf(Certified share) {
        try {
            return Optional.of(new TransactionOutput(TransactionId.fromHex(share.transactionId()), share.output()));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /// Takes a share of one output; of an output that is not wanted, or under a key that is not in force, it is none.
    ///
    /// @return false if it is no point
    public boolean take(int certifier, TransactionOutput id, Certified share) {
        Wanted of = wanted.get(id);
        if (of != null) {
            of.shownBy.add(certifier);
        }
        if (of == null || groups.stream().noneMatch(group -> group.epoch() == share.epoch())) {
            return true;
        }
        try {
            G1 point = G1.decode(HexFormat.of().parseHex(share.share()));
            of.add(new Source(share.epoch(), certifier), new CertificationShare(certifier, point));
            return true;
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    /// Combines what there is for a token, under the newest key that it is enough for; nothing where nothing has come
    /// since the last time. What was combined is given again as long as the token waits: its owner may have failed to
    /// keep it.
    ///
    /// @throws IllegalArgumentException if the token's opening is not its own
    public Certifications.Combined combine(OwnedToken token) {
        SortedSet<Integer> blamed = new TreeSet<>();
        int good = 0;
        Wanted of = wanted.get(token.id());
        if (of != null && of.certified != null) {
            return of.certified;
        }
        if (of != null && of.changed) {
            for (Certifications group : groups) {
                if (of.isEnough(group)) {
                    Certifications.Combined combined = group.combine(token, of.of(group));
                    combined.blamed().forEach(each -> of.wrong.add(new Source(group.epoch(), each)));
                    blamed.addAll(combined.blamed());
                    good = Math.max(good, combined.good());
                    if (combined.token().isPresent()) {
                        of.certified = new Certifications.Combined(combined.token(), good, new TreeSet<>());
                        return new Certifications.Combined(combined.token(), good, blamed);
                    }
                }
            }
            of.changed = false;
        }
        return new Certifications.Combined(Optional.empty(), good, blamed);
    }

    /// Tokens to be confirmed before certifiers are asked for them by name, as all that shares can say calls for:
    /// tokens of one range together, of which another source is asked at once, then after ever longer pauses. To be
    /// called once in each round.
    ///
    /// @param rangesMax at most so many ranges; the others' turn comes in later rounds
    public List<List<OwnedToken>> toConfirm(int rangesMax) {
        SortedMap<Long, List<Wanted>> ranges = new TreeMap<>();
        SortedSet<Long> due = new TreeSet<>();
        for (Wanted of : wanted.values()) {
            if (!of.confirmed && isToBeNamed(of)) {
                ranges.computeIfAbsent(rangeStart(of.block), _ -> new ArrayList<>())
                        .add(of);
                if (++of.rounds >= of.pause) {
                    due.add(rangeStart(of.block));
                }
            }
        }
        return due.stream()
                .limit(rangesMax)
                .flatMap(range -> Optional.ofNullable(ranges.get(range)).stream())
                .map(range -> {
                    range.forEach(Wanted::begun);
                    return range.stream().map(of -> of.token).toList();
                })
                .toList();
    }

    /// Another source has shown this very output in the same block; from now on its random wait runs.
    ///
    /// @param now of a clock that nobody sets back, the same as in [#mayAskByName]
    public void confirmed(TransactionOutput id, Instant now) {
        Wanted of = wanted.get(id);
        if (of != null && !of.confirmed) {
            of.confirm(now.plusMillis(random.nextLong(waitMax.toMillis() + 1)));
        }
    }

    /// Whether as many certifiers as the newest key's threshold showed the output's place in a block, under whatever
    /// key: one who is honest has seen that transaction committed. Whether the token is the same that does not say.
    public boolean isShown(OwnedToken token) {
        Wanted of = wanted.get(token.id());
        return of != null
                && !groups.isEmpty()
                && of.shownBy.size() >= groups.getFirst().threshold();
    }

    /// Whether certifiers may be asked now for the output of a token that could not be combined: it is confirmed, and
    /// has waited. Where shares proved wrong, but fewer than the threshold, those who gave them are asked for the whole
    /// block again instead. To be called once in each round.
    public boolean mayAskByName(OwnedToken token, Instant now) {
        Wanted of = wanted.get(token.id());
        if (of == null) {
            return false;
        }
        if (isToBeNamed(of)) {
            return of.confirmed && !now.isBefore(of.askFrom) && of.isDue();
        }
        boolean again = !of.wrong.isEmpty() && groups.stream().anyMatch(of::isEnough);
        if (again && of.isDue()) {
            of.wrong.forEach(source -> {
                recent.remove(source.certifier);
                readAgain(source.certifier, of.block);
            });
        }
        return false;
    }

    private boolean isToBeNamed(Wanted of) {
        return groups.stream().anyMatch(of::isEnough) ? groups.stream().anyMatch(of::isOutdated) : isLacking(of);
    }

    /// Whether as many certifiers as the newest key's threshold have shown all of a block without a share of the
    /// output, so that one who is honest has none; or all certifiers have shown all.
    private boolean isLacking(Wanted of) {
        List<Integer> past = IntStream.rangeClosed(1, certifiers)
                .filter(each -> next.getOrDefault(each, of.block) > of.block)
                .boxed()
                .toList();
        long without = past.stream().filter(each -> !of.isShownBy(each)).count();
        return !groups.isEmpty() && (without >= groups.getFirst().threshold() || past.size() == certifiers);
    }
}
