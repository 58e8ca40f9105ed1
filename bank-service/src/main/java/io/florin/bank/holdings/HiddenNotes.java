package io.florin.bank.holdings;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.TransactionId;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.NoteEntry;
import io.florin.runtime.api.EndorserApi.NotePage;
import io.florin.wallet.hidden.OutputId;
import io.florin.wallet.hidden.Receiver;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.RestClientException;

/// Fetches notes from all endorsers and keeps those that open for a custodial wallet, until their transactions are
/// final. Money depends on them, and an endorser has only those of payments that it signed; who has not had an answer
/// from one asks it from the same place again.
///
/// Each endorser is followed by a thread of its own. Whoever wants what is new waits for those that were in time the
/// last time, as long as they go on answering and for a limited time: an endorser that hangs holds up the bank's blocks
/// once, by `patience`, and again only when it was in time in between. What it has comes late then ([LateNotes]). Any
/// thread.
///
/// What endorsers tell is bounded: of each so many notes wait at most, then it is not read further until blocks, or
/// [LateNotes], have dealt with some. Nothing is lost by that: who tells so many of nothing holds up itself only. Where
/// positions are put back, because a rebuilt wallet has got its credential later than the others, all is read again.
final class HiddenNotes implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HiddenNotes.class);
    private static final int PAGE = 500;
    private static final int PAGES_MAX = 100;
    private static final int REMEMBERED_MAX = 50_000;
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(5);

    /// Waits for an endorser that goes on answering end after so many times the patience.
    private static final int WAITS_MAX = 20;

    /// Blocks wait for so many turns with an endorser that always has more; it is late then, until it has no more.
    private static final int TURNS_MAX = 20;

    /// How long a note waits for its block before the committer is asked.
    private static final Duration BEFORE_ASKING = Duration.ofSeconds(5);

    private final List<Source> sources = new ArrayList<>();
    private final Receiver receiver;
    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;
    private final InstantSource clock;
    private final Limits limits;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("bank-notes-", 0).factory());

    /// Notes that need not be opened again. Guarded by itself, and so is the writing of the next field.
    private final Set<Bytes32> tried = Collections.synchronizedSet(Collections.newSetFromMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Bytes32, Boolean> eldest) {
            return size() > REMEMBERED_MAX;
        }
    }));

    /// How often what was tried was forgotten: what was opened before is not remembered after.
    private volatile long forgotten;

    /// @param patience how long is waited for an endorser's answer
    /// @param waitingMax notes of one endorser, after which it is not read further
    record Limits(Duration patience, int waitingMax) {}

    HiddenNotes(
            List<EndorserApi> endorsers,
            Receiver receiver,
            JdbcClient jdbc,
            TransactionTemplate transactions,
            InstantSource clock,
            Limits limits) {
        endorsers.forEach(endorser -> sources.add(new Source(sources.size(), endorser)));
        this.receiver = receiver;
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.clock = clock;
        this.limits = limits;
    }

    /// An endorser. Its fields are guarded by the lock of all, but for the counter, `full` and how far its own turns
    /// have read.
    private static final class Source {
        private final int number;
        private final EndorserApi endorser;
        private Instant avoidedUntil = Instant.EPOCH;
        private boolean late;
        private boolean behind;
        private long reached;
        private volatile boolean full;
        private @Nullable Future<Followed> running;
        private final AtomicInteger answers = new AtomicInteger();

        Source(int number, EndorserApi endorser) {
            this.number = number;
            this.endorser = endorser;
        }
    }

    /// What one turn with an endorser gave.
    ///
    /// @param more whether it had more than fits into a turn
    private record Followed(int seen, boolean failed, boolean inTime, boolean more) {}

    /// Takes everything that endorsers have by now who are in time: of a bank that has fallen far behind, or follows
    /// from the beginning, that may be more than one turn. What one without end has is a late note's matter.
    void followAll() {
        for (int turns = 0; turns < TURNS_MAX; turns++) {
            follow();
            if (!isBehind()) {
                return;
            }
        }
        leaveBehind();
    }

    private synchronized void leaveBehind() {
        sources.stream().filter(source -> source.behind && !source.late).forEach(source -> {
            source.late = true;
            LOG.warn("blocks do not wait for an endorser that always has more notes: endorser={}", source.number);
        });
    }

    private synchronized boolean isBehind() {
        return sources.stream().anyMatch(source -> source.behind && !source.late);
    }

    /// Endorsers that are not read further now, because so many of their notes wait.
    long held() {
        return sources.stream().filter(source -> source.full).count();
    }

    /// Takes what endorsers have by now.
    ///
    /// @return notes seen
    synchronized int follow() {
        int seen = 0;
        for (Source source : sources) {
            seen += ended(source);
            if (source.running == null && !clock.instant().isBefore(source.avoidedUntil)) {
                source.running = threads.submit(() -> turn(source));
            }
        }
        for (Source source : sources) {
            if (!source.late) {
                await(source);
                seen += ended(source);
            }
        }
        return seen;
    }

    /// Waits for the end of the turn, or until the endorser does not answer in time.
    private void await(Source source) {
        Future<Followed> running = source.running;
        for (int waits = 0; running != null && waits < WAITS_MAX; waits++) {
            int before = source.answers.get();
            try {
                running.get(limits.patience().toNanos(), TimeUnit.NANOSECONDS);
                return;
            } catch (TimeoutException e) {
                if (source.answers.get() == before || waits + 1 == WAITS_MAX) {
                    source.late = true;
                    LOG.warn("blocks do not wait for the notes of an endorser: endorser={}", source.number);
                    return;
                }
            } catch (ExecutionException e) {
                return; // told by ended
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("stopped while waiting for notes", e);
            }
        }
    }

    /// Takes over the result of a turn that has ended.
    private int ended(Source source) {
        Future<Followed> running = source.running;
        if (running == null || !running.isDone()) {
            return 0;
        }
        source.running = null;
        if (running.state() != Future.State.SUCCESS) {
            throw new IllegalStateException("a turn with an endorser broke", running.exceptionNow());
        }
        Followed followed = running.resultNow();
        source.late = !followed.inTime() || (source.late && followed.more());
        source.behind = followed.more();
        if (followed.failed()) {
            source.avoidedUntil = clock.instant().plus(AFTER_FAILURE);
        }
        return followed.seen();
    }

    private Followed turn(Source source) {
        Instant start = clock.instant();
        int seen = 0;
        boolean failed = false;
        boolean more = true;
        try {
            for (int pages = 0; more && pages < PAGES_MAX; pages++) {
                long position = position(source);
                if (isFull(source)) {
                    more = false;
                } else {
                    NotePage page = source.endorser.notes(position, PAGE);
                    more = page.next() > position && !page.notes().isEmpty();
                    if (more && keep(source, position, page)) {
                        seen += page.notes().size();
                        source.answers.incrementAndGet();
                    }
                }
            }
        } catch (RestClientException e) {
            LOG.debug("an endorser tells no notes now: {}", e.toString());
            failed = true;
        } catch (RuntimeException e) { // nothing that one endorser says may stop the ledger
            LOG.warn("notes of an endorser cannot be used, asked again: endorser={}", source.number, e);
            failed = true;
        }
        return new Followed(seen, failed, clock.instant().isBefore(start.plus(limits.patience())), more && !failed);
    }

    private boolean isFull(Source source) {
        long waiting = jdbc.sql("select count(*) from hidden_note where endorser = ?")
                .param(source.number)
                .query(Long.class)
                .single();
        boolean full = waiting >= limits.waitingMax();
        if (full != source.full) {
            LOG.warn(
                    "notes of an endorser wait for their blocks: endorser={} count={} read further: {}",
                    source.number,
                    waiting,
                    !full);
        }
        source.full = full;
        return full;
    }

    /// What was tried counts once the page is kept: until then other endorsers' pages stand for themselves. All threads
    /// write in one order, so that none waits for another in a circle.
    ///
    /// @return false where the position was put back meanwhile: nothing of the page counts then
    private boolean keep(Source source, long position, NotePage page) {
        long before = forgotten;
        SortedMap<Bytes32, Own> own = new TreeMap<>();
        Set<Bytes32> seen = new HashSet<>();
        for (NoteEntry entry : page.notes()) {
            open(entry, seen).ifPresent(note -> own.put(note.digest(), note));
        }
        boolean kept = Boolean.TRUE.equals(transactions.execute(status -> {
            own.values().forEach(note -> keep(source.number, note));
            boolean moved = move(source.number, position, page.next());
            if (!moved) {
                status.setRollbackOnly();
            }
            return moved;
        }));
        if (kept) {
            source.reached = page.next();
            synchronized (tried) {
                if (before == forgotten) {
                    tried.addAll(seen);
                }
            }
        }
        return kept;
    }

    /// So that notes are opened again when an endorser tells them again.
    void forget(Collection<Bytes32> digests) {
        tried.removeAll(Set.copyOf(digests));
    }

    private void forgetAll() {
        synchronized (tried) {
            forgotten++;
            tried.clear();
        }
    }

    /// A note that opens for a custodial wallet.
    private record Own(OutputId place, Bytes32 digest, Bytes note) {}

    private long position(Source source) {
        long position = jdbc.sql("select position from hidden_note_position where endorser = ?")
                .param(source.number)
                .query(Long.class)
                .optional()
                .orElse(0L);
        if (position < source.reached) {
            source.reached = position;
            forgetAll();
        }
        return position;
    }

    private boolean move(int endorser, long from, long to) {
        return jdbc.sql("""
            insert into hidden_note_position as p (endorser, position) values (?, ?)
            on conflict (endorser) do update set position = excluded.position where p.position = ?
            """).params(endorser, to, from).update() == 1;
    }

    private Optional<Own> open(NoteEntry entry, Set<Bytes32> seen) {
        Optional<OutputId> id = placeOf(entry);
        Optional<Bytes> note = decoded(entry.note());
        if (id.isEmpty() || note.isEmpty()) {
            return Optional.empty();
        }
        Bytes32 digest = NoteDigest.of(id.get(), note.get());
        boolean known = tried.contains(digest) || !seen.add(digest);
        return known || receiver.open(note.get()).isEmpty()
                ? Optional.empty()
                : Optional.of(new Own(id.get(), digest, note.get()));
    }

    /// Of a token that the bank has, nothing more can be learned. What is told again waits from then on.
    private void keep(int endorser, Own own) {
        Instant now = clock.instant();
        jdbc.sql("""
            insert into hidden_note as n (transaction_id, output, digest, note, ask_after, endorser, told_at)
            select u.transaction_id, u.output, ?::bytea, ?::bytea, ?::timestamptz, ?::int, ?::timestamptz
            from (values (?::bytea, ?::int)) as u (transaction_id, output)
            where not exists (
                select 1 from token t where t.transaction_id = u.transaction_id and t.output = u.output)
            on conflict (transaction_id, output, digest)
                do update set told_at = excluded.told_at, hopeless_after = null where n.endorser is not null
            """)
                .params(
                        own.digest().toArray(),
                        own.note().toArray(),
                        Timestamp.from(now.plus(BEFORE_ASKING)),
                        endorser,
                        Timestamp.from(now),
                        own.place().transaction().value().toArray(),
                        own.place().index())
                .update();
    }

    private static Optional<OutputId> placeOf(NoteEntry entry) {
        try {
            return Optional.of(new OutputId(TransactionId.fromHex(entry.transactionId()), entry.output()));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // no output has this place
        }
    }

    private static Optional<Bytes> decoded(String base64) {
        try {
            return Optional.of(Bytes.of(Base64.getDecoder().decode(base64)));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // not even base64: nobody's note
        }
    }

    /// Ends what is under way.
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
