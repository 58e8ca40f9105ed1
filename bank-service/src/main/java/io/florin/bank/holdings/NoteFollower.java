package io.florin.bank.holdings;

import io.florin.bank.protocol.CreditNews;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.crypto.Bytes;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.ledger.TransactionId;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.NoteEntry;
import io.florin.runtime.api.EndorserApi.NotePage;
import io.florin.runtime.database.DatabaseAway;
import io.florin.wallet.hidden.TransactionOutput;
import io.florin.wallet.notes.NoteContent;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.RestClientException;

/// Fetches notes from an endorser and keeps what the bank's note key opens. Notes tell what a payment was for; money
/// does not depend on them, but what another bank paid is not available before its payer's name is known. Each endorser
/// has its own order of notes: when one is down the follower starts over with the next. An endorser may lack notes, so
/// the others are asked too while credits wait for theirs. The ledger shows whose an output is, so only notes on
/// outputs of this bank's wallets are opened; the place kept in the database is that of the first note that waits for
/// its block.
public final class NoteFollower {

    private static final Logger LOG = LoggerFactory.getLogger(NoteFollower.class);
    private static final int PAGE = 500;

    /// Credits that have waited for seconds: their notes should have come with the blocks.
    private static final String LACKING = """
        select exists (select 1 from held_credit h
            where h.state <> 'RELEASED' and h.state <> 'REPORTED' and h.state in ('WAITING', 'UNNAMED') and h.custodial
                and h.booked_at < now() - interval '3 seconds' and not exists (
                    select 1 from note n where n.transaction_id = h.transaction_id and n.output = h.output))
        """;

    private final List<NotingEndorser> endorsers;
    private final LedgerAccess ledger;
    private final X25519KeyPair key;
    private final JdbcClient jdbc;
    private final NoteTexts texts;
    private final TransactionTemplate transactions;
    private final SeenOutputs seen;
    private final CreditNews news;
    private final InstantSource clock;
    private final UnseenNotes unseen = new UnseenNotes();
    private final ReadNotes readNotes = new ReadNotes();
    private long tried;

    /// Up to where the endorser was read, beyond what the database says.
    private long reached;

    /// Null where what the database says is to be read again.
    private @Nullable Position kept;

    /// @param seen by whoever follows the ledger
    /// @param news hears of notes that were kept
    NoteFollower(
            List<NotingEndorser> endorsers,
            LedgerAccess ledger,
            X25519KeyPair key,
            JdbcClient jdbc,
            TransactionTemplate transactions,
            SeenOutputs seen,
            CreditNews news,
            InstantSource clock) {
        this.endorsers = endorsers;
        this.ledger = ledger;
        this.key = key;
        this.jdbc = jdbc;
        this.texts = new NoteTexts(jdbc);
        this.transactions = transactions;
        this.seen = seen;
        this.news = news;
        this.clock = clock;
    }

    /// A note as an endorser told it.
    ///
    /// @param note Base64, or what somebody made of it
    record Told(TransactionOutput place, String note) {}

    /// @return notes seen
    public int follow() {
        Position position = position();
        int seen = follow(position);
        if (endorsers.size() > 1 && jdbc.sql(LACKING).query(Boolean.class).single()) {
            for (NotingEndorser endorser : endorsers) {
                if (endorser.id() != position.endorser()) {
                    seen += askToo(endorser.id(), endorser.api());
                }
            }
        }
        return seen;
    }

    /// The first endorser, from its first note, where the settings no longer name the one that was read last.
    private Position position() {
        Position stored = jdbc.sql("select endorser, position from note_position where id = 1")
                .query((row, _) -> new Position(row.getInt("endorser"), row.getLong("position")))
                .single();
        return endorsers.stream().anyMatch(each -> each.id() == stored.endorser())
                ? stored
                : new Position(endorsers.getFirst().id(), 0);
    }

    private int askToo(int endorser, EndorserApi api) {
        long position = jdbc.sql("select position from hidden_note_position where endorser = ?")
                .param(endorser)
                .query(Long.class)
                .optional()
                .orElse(0L);
        try {
            NotePage page = api.notes(position, PAGE);
            List<Told> open = unread(
                    told(page).stream().filter(told -> mayBeOwn(told.place())).toList());
            List<NoteTexts.Read> read = read(open);
            transactions.executeWithoutResult(_ -> {
                texts.keep(read);
                jdbc.sql("""
                    insert into hidden_note_position (endorser, position) values (?, ?)
                    on conflict (endorser) do update set position = excluded.position
                    """).params(endorser, Math.max(position, page.next())).update();
            });
            kept(read);
            return page.notes().size();
        } catch (RuntimeException e) {
            if (DatabaseAway.isBehind(e)) {
                throw e;
            }
            LOG.debug("another endorser tells no notes now: endorser={} cause={}", endorser, e.toString());
            return 0;
        }
    }

    private int follow(Position position) {
        if (!position.equals(kept)) {
            unseen.forget();
            readNotes.forget();
            reached = position.position();
        }
        kept = null;
        try {
            NotePage page = endorsers.get(place(position)).api().notes(reached, PAGE);
            return follow(position, page);
        } catch (RestClientException e) {
            LOG.debug("an endorser tells no notes now: {}", e.toString());
            move(next(position));
            return 0;
        } catch (RuntimeException e) {
            if (DatabaseAway.isBehind(e)) {
                throw e; // that is not the endorser
            }
            return another(position, e);
        }
    }

    /// Nothing that one endorser says keeps the bank from others' notes.
    private int another(Position position, RuntimeException cause) {
        LOG.warn("notes of an endorser cannot be used, another one is asked: endorser={}", position.endorser(), cause);
        move(next(position));
        return 0;
    }

    /// A source that is far behind does not wait for blocks.
    private int follow(Position position, NotePage page) {
        boolean behind = page.notes().size() >= PAGE;
        List<Told> open = unseen.toOpen(
                told(page),
                reached,
                clock.instant(),
                place -> behind ? Optional.of(mayBeOwn(place)) : seen.isOwn(place));
        long next = Math.max(reached, page.next());
        Position after = new Position(
                position.endorser(), Math.max(position.position(), unseen.from().orElse(next)));
        List<NoteTexts.Read> read = read(unread(open));
        keep(read, position, after);
        kept(read);
        reached = next;
        kept = after;
        return page.notes().isEmpty() ? open.size() : page.notes().size();
    }

    private void keep(List<NoteTexts.Read> read, Position before, Position after) {
        if (read.isEmpty() && after.equals(before)) {
            return;
        }
        transactions.executeWithoutResult(_ -> {
            texts.keep(read);
            if (!after.equals(before)) {
                move(after);
            }
        });
    }

    private List<Told> unread(List<Told> told) {
        return told.stream().filter(each -> !readNotes.has(each.place())).toList();
    }

    private void kept(List<NoteTexts.Read> read) {
        if (!read.isEmpty()) {
            news.tell();
        }
        readNotes.kept(read.stream()
                .map(each -> new TransactionOutput(TransactionId.of(each.transaction()), each.output()))
                .toList());
    }

    /// Notes that this bank's key was tried on, since the start.
    long tried() {
        return tried;
    }

    private boolean mayBeOwn(TransactionOutput place) {
        return seen.isOwn(place).orElse(true);
    }

    private static List<Told> told(NotePage page) {
        return page.notes().stream()
                .flatMap(entry -> placeOf(entry).map(place -> new Told(place, entry.note())).stream())
                .toList();
    }

    /// Those that this bank's key opens. No database connection is held meanwhile.
    private List<NoteTexts.Read> read(List<Told> told) {
        return told.stream()
                .flatMap(each -> open(each).map(note -> read(each.place(), note)).stream())
                .toList();
    }

    private static NoteTexts.Read read(TransactionOutput place, NoteContent note) {
        return new NoteTexts.Read(
                place.transaction().value().toArray(),
                place.index(),
                new NoteTexts.Texts(note.endToEndId(), note.uetr(), note.remittance(), note.payer(), note.payerName()));
    }

    private static Optional<TransactionOutput> placeOf(NoteEntry entry) {
        try {
            return Optional.of(new TransactionOutput(TransactionId.fromHex(entry.transactionId()), entry.output()));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // no output has this place
        }
    }

    private Optional<NoteContent> open(Told told) {
        tried++;
        try {
            return NoteContent.open(
                    ledger.network(), key, Bytes.of(Base64.getDecoder().decode(told.note())));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // not even base64: nobody's note
        }
    }

    private void move(Position position) {
        jdbc.sql("update note_position set endorser = ?, position = ? where id = 1")
                .params(position.endorser(), position.position())
                .update();
    }

    /// The endorser after this one, from its first note.
    private Position next(Position position) {
        return new Position(
                endorsers.get((place(position) + 1) % endorsers.size()).id(), 0);
    }

    private int place(Position position) {
        return endorsers.stream().map(NotingEndorser::id).toList().indexOf(position.endorser());
    }

    private record Position(int endorser, long position) {}
}
