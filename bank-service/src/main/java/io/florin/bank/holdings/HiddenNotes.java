package io.florin.bank.holdings;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.TransactionId;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.NoteEntry;
import io.florin.runtime.api.EndorserApi.NotePage;
import io.florin.wallet.hidden.OutputId;
import io.florin.wallet.hidden.Receiver;
import java.nio.ByteBuffer;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
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
final class HiddenNotes implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HiddenNotes.class);
    private static final int PAGE = 500;
    private static final int PAGES_MAX = 100;
    private static final int REMEMBERED_MAX = 50_000;
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(5);

    /// Waits for an endorser that goes on answering end after so many times the patience.
    private static final int WAITS_MAX = 20;

    /// How long a note waits for its block before the committer is asked.
    private static final Duration BEFORE_ASKING = Duration.ofSeconds(5);

    private final List<Source> sources = new ArrayList<>();
    private final Receiver receiver;
    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;
    private final InstantSource clock;
    private final Duration patience;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("bank-notes-", 0).factory());
    private final Set<Bytes32> tried = Collections.synchronizedSet(Collections.newSetFromMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Bytes32, Boolean> eldest) {
            return size() > REMEMBERED_MAX;
        }
    }));

    /// @param patience how long is waited for an endorser's answer
    HiddenNotes(
            List<EndorserApi> endorsers,
            Receiver receiver,
            JdbcClient jdbc,
            TransactionTemplate transactions,
            InstantSource clock,
            Duration patience) {
        endorsers.forEach(endorser -> sources.add(new Source(sources.size(), endorser)));
        this.receiver = receiver;
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.clock = clock;
        this.patience = patience;
    }

    /// An endorser. Its fields but the last one are guarded by the lock of all.
    private static final class Source {
        private final int number;
        private final EndorserApi endorser;
        private Instant avoidedUntil = Instant.EPOCH;
        private boolean late;
        private @Nullable Future<Followed> running;
        private final AtomicInteger answers = new AtomicInteger();

        Source(int number, EndorserApi endorser) {
            this.number = number;
            this.endorser = endorser;
        }
    }

    /// What one turn with an endorser gave.
    private record Followed(int seen, boolean failed, boolean inTime) {}

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
                running.get(patience.toNanos(), TimeUnit.NANOSECONDS);
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
        source.late = !followed.inTime();
        if (followed.failed()) {
            source.avoidedUntil = clock.instant().plus(AFTER_FAILURE);
        }
        return followed.seen();
    }

    private Followed turn(Source source) {
        Instant start = clock.instant();
        int seen = 0;
        boolean failed = false;
        try {
            for (int pages = 0; pages < PAGES_MAX; pages++) {
                long position = position(source.number);
                NotePage page = source.endorser.notes(position, PAGE);
                if (page.next() <= position) {
                    break;
                }
                keep(source.number, page);
                seen += page.notes().size();
                source.answers.incrementAndGet();
            }
        } catch (RestClientException e) {
            LOG.debug("an endorser tells no notes now: {}", e.toString());
            failed = true;
        } catch (RuntimeException e) { // nothing that one endorser says may stop the ledger
            LOG.warn("notes of an endorser cannot be used, asked again: endorser={}", source.number, e);
            failed = true;
        }
        return new Followed(seen, failed, clock.instant().isBefore(start.plus(patience)));
    }

    /// What was tried counts once the page is kept: until then other endorsers' pages stand for themselves. All threads
    /// write in one order, so that none waits for another in a circle.
    private void keep(int endorser, NotePage page) {
        SortedMap<Bytes32, Own> own = new TreeMap<>();
        Set<Bytes32> seen = new HashSet<>();
        for (NoteEntry entry : page.notes()) {
            open(entry, seen).ifPresent(note -> own.put(note.digest(), note));
        }
        transactions.executeWithoutResult(_ -> {
            own.values().forEach(this::keep);
            move(endorser, page.next());
        });
        tried.addAll(seen);
    }

    /// A note that opens for a custodial wallet.
    private record Own(OutputId place, Bytes32 digest, Bytes note) {}

    private long position(int endorser) {
        return jdbc.sql("select position from hidden_note_position where endorser = ?")
                .param(endorser)
                .query(Long.class)
                .optional()
                .orElse(0L);
    }

    private void move(int endorser, long position) {
        jdbc.sql("""
            insert into hidden_note_position (endorser, position) values (?, ?)
            on conflict (endorser) do update set position = excluded.position
            """).params(endorser, position).update();
    }

    private Optional<Own> open(NoteEntry entry, Set<Bytes32> seen) {
        Optional<OutputId> id = placeOf(entry);
        Optional<Bytes> note = decoded(entry.note());
        if (id.isEmpty() || note.isEmpty()) {
            return Optional.empty();
        }
        byte[] transaction = id.get().transaction().value().toArray();
        byte[] output =
                ByteBuffer.allocate(Integer.BYTES).putInt(entry.output()).array();
        Bytes32 digest =
                Bytes32.of(Sha256.digest(transaction, output, note.get().toArray()));
        boolean known = tried.contains(digest) || !seen.add(digest);
        return known || receiver.open(note.get()).isEmpty()
                ? Optional.empty()
                : Optional.of(new Own(id.get(), digest, note.get()));
    }

    private void keep(Own own) {
        jdbc.sql("""
            insert into hidden_note (transaction_id, output, digest, note, ask_after) values (?, ?, ?, ?, ?)
            on conflict do nothing
            """)
                .params(
                        own.place().transaction().value().toArray(),
                        own.place().index(),
                        own.digest().toArray(),
                        own.note().toArray(),
                        Timestamp.from(clock.instant().plus(BEFORE_ASKING)))
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
