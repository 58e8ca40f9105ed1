package io.florin.bank.holdings;

import io.florin.bank.holdings.HiddenNotes.Limits;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.TransactionId;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.NoteEntry;
import io.florin.runtime.api.EndorserApi.NotePage;
import io.florin.wallet.hidden.Receiver;
import io.florin.wallet.hidden.TransactionOutput;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.RestClientException;

/// Reads the notes of one endorser from where it stopped, page by page, and keeps those that open for a custodial
/// wallet. A page and the position behind it are one database transaction. One thread has a turn at a time; the count
/// of answers and whether it is full are for any.
final class NoteReader {

    private static final Logger LOG = LoggerFactory.getLogger(NoteReader.class);
    private static final int PAGE = 500;
    private static final int PAGES_MAX = 100;
    private static final long NOT_ASKED = -1;

    /// Time that a note waits for its block before it is looked at.
    private static final Duration BEFORE_ASKING = Duration.ofSeconds(5);

    /// The database learns again that an endorser has no more once the ledger is so many blocks on.
    private static final int END_EVERY = 100;

    private final int number;
    private final EndorserApi endorser;
    private final Shared shared;
    private final TriedNotes tried;
    private final AtomicInteger answers = new AtomicInteger();
    private volatile boolean full;

    /// Position that its own turns have read up to, before it was put back.
    private long reached;

    /// Number of times that the position was put back, as far as is known here.
    private long era = NOT_ASKED;

    /// So many of its notes wait at most: what was kept since they were counted is added, what was dealt with is not
    /// taken off. They are counted when it might be too many.
    private long waitingAtMost = Long.MAX_VALUE;

    /// Bank's block when the database was last told that the endorser has no more, less than 0 where it has told more.
    private long endKept = -1;

    NoteReader(NotingEndorser endorser, TriedNotes tried, Shared shared) {
        this.number = endorser.id();
        this.endorser = endorser.api();
        this.tried = tried;
        this.shared = shared;
    }

    /// Collaborators that readers of all endorsers share.
    record Shared(
            Receiver receiver, JdbcClient jdbc, TransactionTemplate transactions, InstantSource clock, Limits limits) {}

    int number() {
        return number;
    }

    /// Whether it is not read further now, because so many of its notes wait.
    boolean isFull() {
        return full;
    }

    /// Pages kept since the start.
    int answers() {
        return answers.get();
    }

    NoteSource.Turn turn() {
        Instant start = shared.clock().instant();
        int seen = 0;
        boolean failed = false;
        boolean more = true;
        try {
            long block = NOT_ASKED;
            for (int pages = 0; more && pages < PAGES_MAX; pages++) {
                Place place = place();
                long position = place.position();
                // not later than what is told: what comes later belongs to blocks after it
                block = block == NOT_ASKED ? place.block() : block;
                if (fillsUp()) {
                    more = false;
                } else {
                    NotePage page = endorser.notes(position, PAGE);
                    more = page.next() > position && !page.notes().isEmpty();
                    if (!more) {
                        end(place, block);
                    } else if (keep(place, page, block)) {
                        seen += page.notes().size();
                        answers.incrementAndGet();
                    }
                }
            }
        } catch (RestClientException e) {
            LOG.debug("an endorser tells no notes now: {}", e.toString());
            failed = true;
        } catch (RuntimeException e) { // nothing that one endorser says may stop the ledger
            LOG.warn("notes of an endorser cannot be used, asked again: endorser={}", number, e);
            failed = true;
        }
        return new NoteSource.Turn(
                seen,
                failed,
                shared.clock().instant().isBefore(start.plus(shared.limits().patience())),
                more && !failed);
    }

    private boolean fillsUp() {
        if (waitingAtMost < shared.limits().waitingMax()) {
            return false;
        }
        long waiting = shared.jdbc()
                .sql("select count(*) from hidden_note where endorser = ?")
                .param(number)
                .query(Long.class)
                .single();
        waitingAtMost = waiting;
        boolean full = waiting >= shared.limits().waitingMax();
        if (full != this.full) {
            LOG.warn(
                    "notes of an endorser wait for their blocks: endorser={} count={} read further: {}",
                    number,
                    waiting,
                    !full);
        }
        this.full = full;
        return full;
    }

    /// Keeps a page. Notes that were tried count once it is kept: until then other endorsers' pages stand for
    /// themselves. All threads write in one order, so that none waits for another in a circle.
    ///
    /// @return false where the position was put back meanwhile: nothing of the page counts then
    private boolean keep(Place place, NotePage page, long block) {
        long before = tried.era();
        boolean isEnd = page.notes().size() < PAGE; // whoever ends pages earlier has its own notes found later
        SortedMap<Bytes32, Own> own = new TreeMap<>();
        Set<Bytes32> seen = new HashSet<>();
        for (NoteEntry entry : page.notes()) {
            open(entry, seen).ifPresent(note -> own.put(note.digest(), note));
        }
        boolean kept = Boolean.TRUE.equals(shared.transactions().execute(status -> {
            if (!own.isEmpty()) {
                keep(own.values());
            }
            boolean moved = move(place, page.next(), block, isEnd);
            if (!moved) {
                status.setRollbackOnly();
            }
            return moved;
        }));
        if (kept) {
            reached = page.next();
            waitingAtMost = waitingAtMost == Long.MAX_VALUE ? waitingAtMost : waitingAtMost + own.size();
            endKept = isEnd ? block : -1;
            tried.remember(seen, before);
        }
        return kept;
    }

    /// Position up to which this endorser was read, and the block that the bank has.
    private record Place(long position, long era, long block) {}

    /// There is a row before the first question: whoever puts positions back has to meet it, or what is being read then
    /// would count.
    private Place place() {
        Place place = stored().or(() -> {
                    shared.jdbc().sql("""
                        insert into hidden_note_position (endorser, position) values (?, 0)
                        on conflict do nothing
                        """).param(number).update();
                    return stored();
                })
                .orElseThrow();
        if (place.era() != era || place.position() < reached) {
            era = place.era();
            reached = place.position();
            waitingAtMost = Long.MAX_VALUE;
            endKept = -1;
            tried.forgetAll();
        }
        return place;
    }

    private Optional<Place> stored() {
        return shared.jdbc()
                .sql("""
                    select p.position, p.era, l.block from hidden_note_position p, ledger_position l
                    where p.endorser = ? and l.id = 1
                    """)
                .param(number)
                .query((row, _) -> new Place(row.getLong("position"), row.getLong("era"), row.getLong("block")))
                .optional();
    }

    /// A note that opens for a custodial wallet.
    private record Own(TransactionOutput place, Bytes32 digest, Bytes note) {}

    private boolean move(Place from, long to, long block, boolean isEnd) {
        return shared.jdbc()
                        .sql("""
                            update hidden_note_position set position = ?, ended = ?,
                                told_block = case when ? then ? else told_block end
                            where endorser = ? and position = ? and era = ?
                            """)
                        .params(to, isEnd, isEnd, block, number, from.position(), from.era())
                        .update()
                == 1;
    }

    /// The endorser has no more than what the bank has read.
    private void end(Place place, long block) {
        if (endKept < 0 || block >= endKept + END_EVERY) {
            int kept = shared.jdbc()
                    .sql("""
                        update hidden_note_position set ended = true, told_block = ?
                        where endorser = ? and position = ? and era = ?
                        """)
                    .params(block, number, place.position(), place.era())
                    .update();
            endKept = kept == 1 ? block : -1;
        }
    }

    private Optional<Own> open(NoteEntry entry, Set<Bytes32> seen) {
        Optional<TransactionOutput> id = placeOf(entry);
        Optional<Bytes> note = decoded(entry.note());
        if (id.isEmpty() || note.isEmpty()) {
            return Optional.empty();
        }
        Bytes32 digest = NoteDigest.of(id.get(), note.get());
        boolean known = tried.contains(digest) || !seen.add(digest);
        return known || shared.receiver().open(note.get()).isEmpty()
                ? Optional.empty()
                : Optional.of(new Own(id.get(), digest, note.get()));
    }

    /// One statement for all. Of a token that the bank has, nothing more can be learned. What is told again waits from
    /// then on.
    private void keep(Collection<Own> own) {
        Instant now = shared.clock().instant();
        shared.jdbc()
                .sql("""
                    insert into hidden_note as n (transaction_id, output, digest, note, ask_after, endorser, told_at)
                    select u.transaction_id, u.output, u.digest, u.note, ?::timestamptz, ?::int, ?::timestamptz
                    from unnest(?::bytea[], ?::int[], ?::bytea[], ?::bytea[])
                        as u (transaction_id, output, digest, note)
                    where not exists (
                        select 1 from token t where t.transaction_id = u.transaction_id and t.output = u.output)
                    order by u.digest
                    on conflict (transaction_id, output, digest)
                        do update set told_at = excluded.told_at, hopeless_after = null,
                            endorser = case when exists (
                                select 1 from hidden_note_position p where p.endorser = n.endorser) then n.endorser
                                else excluded.endorser end
                        where n.endorser is not null
                    """)
                .params(
                        Timestamp.from(now.plus(BEFORE_ASKING)),
                        number,
                        Timestamp.from(now),
                        own.stream()
                                .map(note -> note.place().transaction().value().toArray())
                                .toArray(byte[][]::new),
                        own.stream().map(note -> note.place().index()).toArray(Integer[]::new),
                        own.stream().map(note -> note.digest().toArray()).toArray(byte[][]::new),
                        own.stream().map(note -> note.note().toArray()).toArray(byte[][]::new))
                .update();
    }

    private static Optional<TransactionOutput> placeOf(NoteEntry entry) {
        try {
            return Optional.of(new TransactionOutput(TransactionId.fromHex(entry.transactionId()), entry.output()));
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
}
