package io.florin.bank.holdings;

import io.florin.bank.holdings.BlockEffects.Created;
import io.florin.bank.holdings.LateSearch.Found;
import io.florin.bank.holdings.NotePositions.Begun;
import io.florin.bank.holdings.NotePositions.State;
import io.florin.bank.holdings.OldBlocks.Block;
import io.florin.bank.protocol.FinalStatus;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.TransactionId;
import io.florin.runtime.api.ResultsApi;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/// Notes that came after their blocks: the endorsers that had them did not answer at the time. Their tokens are booked
/// then, unless they were spent meanwhile, which a bank restored from its seed finds, or are known by another copy of
/// the note. They are entries of their own with those of the block that comes next: what a statement has shown never
/// changes.
///
/// Nobody is asked for a transaction: anybody can write a note, so whoever asked would tell a committer, by a note that
/// names an invented transaction or somebody else's, whose bank it is. What an endorser told is looked for in the
/// blocks since it was last read to its end ([NotePositions]), whatever it told. Mostly those are remembered
/// ([RecentBlocks]); where an endorser was away for longer, and after a restart, the committer is asked for them again,
/// page by page up to the newest.
///
/// A turn reads 20 pages of old blocks; the next turn goes on from there, also after a restart. Of a page, only what is
/// looked for is kept, and booked when all blocks are read. A note that comes meanwhile has the search that is under
/// way read nothing again: what it opens is left for the next search, which follows from the endorser that told it.
/// A search that needs a block which the committer did not sign, or does not show, begins again after a pause: the turn
/// fails then, and each turn would.
///
/// A note whose transaction is in no block is looked at later and later, and forgotten only when the transaction cannot
/// commit any more. The bank's own say in which block they can do so for the last time. Of others that was at most the
/// longest validity after the block that the ledger had when an endorser told of them last. The committer that is
/// followed may be behind the endorsers, so its height counts only when that is longer ago than any committer is
/// behind; telling again begins anew. The thread that applies blocks drives it.
final class LateNotes {

    private static final Logger LOG = LoggerFactory.getLogger(LateNotes.class);
    private static final int PER_TURN = 20;
    private static final int CALLS_PER_TURN = 20;
    private static final int BLOCKS_PER_CALL = 50;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
    private static final int DOUBLINGS_MAX = 9;

    private final ResultsApi committer;
    private final LedgerAccess ledger;
    private final BlockEffects store;
    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;
    private final InstantSource clock;
    private final Validity validity;
    private final RecentBlocks recent = new RecentBlocks();
    private final NotePositions positions;
    private final SearchRecords records;
    private final AtomicLong forgotten = new AtomicLong();
    private @Nullable LateSearch search;

    /// Whether `search` is what the database has.
    private boolean loaded;

    private Instant pausedUntil = Instant.MIN;

    /// @param longest how many blocks ahead a transaction may expire that commits under the configuration in force
    /// @param behindMax by how much no committer is behind
    record Validity(LongSupplier longest, Duration behindMax) {}

    LateNotes(
            ResultsApi committer,
            LedgerAccess ledger,
            BlockEffects store,
            JdbcClient jdbc,
            TransactionTemplate transactions,
            NotePositions positions,
            InstantSource clock,
            Validity validity) {
        this.committer = committer;
        this.ledger = ledger;
        this.store = store;
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.clock = clock;
        this.validity = validity;
        this.positions = positions;
        this.records = new SearchRecords(jdbc, positions);
    }

    /// Transactions whose notes were forgotten because they cannot commit any more, since the start.
    long forgotten() {
        return forgotten.get();
    }

    /// Remembers a block that is followed.
    void followed(long block, List<Committed> committed) {
        recent.followed(new Block(block, committed, List.of()));
    }

    /// @param statuses of the block that was followed last
    void ended(List<FinalStatus> statuses) {
        recent.ended(statuses);
    }

    /// @param toldAt when a note of it was told last
    /// @param lastBlock the last one in which the transaction can commit, null where it is not known
    private record Waiting(
            TransactionId transaction,
            int asked,
            Instant toldAt,
            @Nullable Long lastBlock) {
        static Waiting read(ResultSet row, int number) throws SQLException {
            return new Waiting(
                    TransactionId.of(row.getBytes("transaction_id")),
                    row.getInt("asked"),
                    row.getTimestamp("told_at").toInstant(),
                    row.getObject("last_block", Long.class));
        }
    }

    /// @param block the last that is applied
    void catchUp(HiddenTokenReader reader, long block) {
        State state = positions.state(block, recent::has, clock.instant());
        unknown(reader, state.searched(), block);
        state.near().ifPresent(next -> searchRemembered(reader, next, block));
        if (clock.instant().isBefore(pausedUntil)) {
            return;
        }
        OldBlocks blocks = new OldBlocks(committer, ledger);
        boolean done = false;
        try {
            search(reader, state.far(), blocks, block);
            done = true;
        } finally {
            loaded &= done;
        }
        blocks.check();
    }

    /// Judges notes whose transaction was looked for in vain; others are here until they were looked for.
    ///
    /// @param searched endorsers of which all that they told was looked for; so it was of those that have no row any
    /// more
    private void unknown(HiddenTokenReader reader, List<Integer> searched, long block) {
        jdbc.sql("""
            select transaction_id, max(asked) as asked, max(told_at) as told_at,
                case when bool_and(expiry_height is not null or hopeless_after is not null)
                    then max(greatest(expiry_height, hopeless_after)) end as last_block
            from hidden_note n
            where ask_after <= ? group by transaction_id
                having bool_and(endorser is null or endorser = any(?::int[]) or not exists (
                    select 1 from hidden_note_position p where p.endorser = n.endorser))
            order by min(ask_after), transaction_id limit ?
            """)
                .params(Timestamp.from(clock.instant()), searched.toArray(Integer[]::new), PER_TURN)
                .query(Waiting::read)
                .list()
                .forEach(next -> unknown(reader, next, block));
    }

    /// Notes that are told again while this goes on are opened again, and begin anew: they are in no memory before
    /// anything is decided about them.
    ///
    /// @param height the last block that is applied
    private void unknown(HiddenTokenReader reader, Waiting next, long height) {
        reader.unknown(jdbc.sql("select digest from hidden_note where transaction_id = ?")
                .param(bytes(next.transaction()))
                .query((row, _) -> Bytes32.of(row.getBytes("digest")))
                .list());
        Long lastBlock = next.lastBlock();
        if (lastBlock != null && height >= lastBlock) {
            forget(next);
            return;
        }
        if (lastBlock == null && clock.instant().isAfter(next.toldAt().plus(validity.behindMax()))) {
            jdbc.sql("""
                update hidden_note set hopeless_after = ?
                where transaction_id = ? and expiry_height is null and hopeless_after is null and told_at <= ?
                """)
                    .params(
                            Math.addExact(height, validity.longest().getAsLong()),
                            bytes(next.transaction()),
                            Timestamp.from(next.toldAt()))
                    .update();
        }
        later(next.transaction(), next.asked());
    }

    private void forget(Waiting past) {
        int count = jdbc.sql("""
            delete from hidden_note where transaction_id = ? and ask_after <> 'infinity'
                and (expiry_height is not null or hopeless_after is not null)
            """).param(bytes(past.transaction())).update();
        forgotten.addAndGet(count);
        LOG.debug("notes whose transaction cannot commit any more are forgotten: count={}", count);
    }

    private void later(TransactionId transaction, int asked) {
        Instant askAfter = clock.instant().plus(FIRST_PAUSE.multipliedBy(1L << Math.min(asked, DOUBLINGS_MAX)));
        jdbc.sql("""
            update hidden_note set asked = asked + 1, ask_after = ? where transaction_id = ? and ask_after <> 'infinity'
            """).params(Timestamp.from(askAfter), bytes(transaction)).update();
    }

    /// Nobody is asked, and an old search that takes long holds up none of it.
    private void searchRemembered(HiddenTokenReader reader, Begun next, long block) {
        LateSearch going = new LateSearch(next.covers(), next.first(), false, next.first(), 0);
        while (going.next() <= block) {
            long first = going.next();
            look(reader, going, recent.from(first, BLOCKS_PER_CALL), block);
            if (going.next() == first) { // forgotten meanwhile: an old search has it
                return;
            }
        }
        settle(reader, going, block);
    }

    /// One reading of the blocks serves all. A block that the committer did not sign holds up only what needs it.
    private void search(HiddenTokenReader reader, Optional<Begun> next, OldBlocks blocks, long block) {
        if (!loaded) {
            search = records.load().orElse(null);
            loaded = true;
        }
        LateSearch going = search;
        if (going == null) {
            if (next.isEmpty()) {
                return;
            }
            going = begun(next.get());
            search = going;
        }
        read(reader, going, blocks, block);
        LateSearch read = going;
        transactions.executeWithoutResult(
                _ -> records.keep(read)); // before booking, which may fail: blocks are read once
        if (going.next() > block) {
            settle(reader, going, block);
        }
    }

    private LateSearch begun(Begun next) {
        LateSearch begun = new LateSearch(next.covers(), next.first(), true, next.first(), 0);
        LOG.info("blocks since an endorser was read last are read again: from={}", next.first());
        transactions.executeWithoutResult(_ -> {
            positions.began(begun.covers());
            records.keep(begun);
        });
        return begun;
    }

    /// As many blocks as a turn may read, up to the last that is applied.
    private void read(HiddenTokenReader reader, LateSearch going, OldBlocks blocks, long block) {
        int calls = 0;
        while (going.next() <= block) {
            List<Block> read = recent.from(going.next(), BLOCKS_PER_CALL);
            if (read.isEmpty()) {
                if (calls == CALLS_PER_TURN) {
                    return;
                }
                calls++;
                read = blocks.read(going.next(), BLOCKS_PER_CALL);
            }
            long first = going.next();
            if (read.isEmpty() && blocks.isUnsigned(first)) {
                going.hole();
                pausedUntil = clock.instant().plus(FIRST_PAUSE);
            } else {
                look(reader, going, read, block);
                if (going.next() == first) { // not shown
                    pausedUntil = clock.instant().plus(FIRST_PAUSE);
                    return;
                }
            }
        }
    }

    /// @param read blocks, of which those count that come next
    private void look(HiddenTokenReader reader, LateSearch going, List<Block> read, long block) {
        Set<TransactionId> waiting = withNotes(read);
        for (Block each : read) {
            if (each.number() != going.next() || each.number() > block) {
                return;
            }
            for (Committed change : each.committed()) {
                if (waiting.contains(change.transaction().id())) {
                    going.found(new Found(each.number(), change, reader.keys(each.number(), change)));
                }
            }
            List<FinalStatus> ended = each.ended().stream()
                    .filter(status -> waiting.contains(status.transaction()))
                    .toList();
            if (!ended.isEmpty()) {
                transactions.executeWithoutResult(_ -> reader.forgetEnded(ended));
            }
            going.read(each);
        }
    }

    private Set<TransactionId> withNotes(List<Block> read) {
        List<byte[]> ids = new ArrayList<>();
        for (Block block : read) {
            block.committed().stream()
                    .filter(each -> !each.transaction().hiddenOutputs().isEmpty())
                    .forEach(each -> ids.add(each.id().toArray()));
            block.ended().forEach(each -> ids.add(bytes(each.transaction())));
        }
        return ids.isEmpty()
                ? Set.of()
                : new HashSet<>(jdbc.sql("""
                    select distinct transaction_id from hidden_note where transaction_id = any(?::bytea[])
                    """)
                        .param((Object) ids.toArray(byte[][]::new))
                        .query((row, _) -> TransactionId.of(row.getBytes(1)))
                        .list());
    }

    /// Books what was found, of which all blocks since were read, and ends the search, all or nothing: how many
    /// transactions were found decides nothing but how long that takes.
    private void settle(HiddenTokenReader reader, LateSearch going, long block) {
        boolean whole = going.lastHole() == 0;
        transactions.executeWithoutResult(_ -> {
            lockNotes(going.whole());
            going.whole().forEach(each -> book(reader, each, block));
            if (going.isOld()) {
                records.end();
            }
            positions.finished(going.covers(), going.isOld(), whole);
        });
        if (whole) {
            positions.remember(going.covers());
        }
        if (going.isOld()) {
            search = null;
        }
    }

    /// The notes that are about to go, in the order in which all threads write them ([NoteReader]).
    private void lockNotes(List<List<Found>> found) {
        byte[][] ids = found.stream()
                .flatMap(List::stream)
                .map(each -> each.id().value().toArray())
                .toArray(byte[][]::new);
        if (ids.length > 0) {
            jdbc.sql("select 1 from hidden_note where transaction_id = any(?::bytea[]) order by digest for update")
                    .param((Object) ids)
                    .query(Integer.class)
                    .list();
        }
    }

    /// Of tokens that were not looked for, because their notes came after their block was read, nobody knows whether
    /// they are spent. Their notes stay: the endorser that told them has them looked for by the search that comes next.
    ///
    /// @param found in one block
    private void book(HiddenTokenReader reader, List<Found> found, long block) {
        long number = found.getFirst().block();
        List<Committed> changes = found.stream().map(Found::change).toList();
        Set<Bytes> lookedFor = union(found, Found::tokens);
        Set<Bytes> spent = union(found, Found::spent);
        HiddenTokenReader.Opened opened = reader.open(number, changes);
        List<Created> unspent = opened.tokens().stream()
                .filter(token -> lookedFor.contains(token.key()) && !spent.contains(token.key()))
                .toList();
        List<Created> fresh = store.create(unspent, number);
        store.book(LedgerFollower.bookings(changes, fresh, Map.of()), block + 1, clock.instant());
        store.hold(LedgerFollower.fromOthers(changes, fresh, Map.of()), block + 1, clock.instant());
        reader.forget(opened.readOf(lookedFor));
    }

    private static Set<Bytes> union(List<Found> found, Function<Found, Set<Bytes>> keys) {
        return found.stream().flatMap(each -> keys.apply(each).stream()).collect(Collectors.toSet());
    }

    private static byte[] bytes(TransactionId id) {
        return id.value().toArray();
    }
}
