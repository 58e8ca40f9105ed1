package io.florin.bank.holdings;

import io.florin.bank.holdings.BlockEffects.Created;
import io.florin.bank.protocol.FinalStatus;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.TransactionId;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterApi.TransactionView;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
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
/// A turn is bounded: 20 transactions, one question for their statuses, and 20 pages of the blocks since theirs, which
/// are searched for what spent their tokens; the next turn goes on from there, also after a restart. Of a page, only
/// what is looked for is kept. Where a note gave one more token meanwhile, the search starts again: what was read
/// before was not searched for it. What needs a block that the committer did not sign, or does not show, is asked for
/// again after a pause: the turn fails then, and each turn would.
///
/// A note whose transaction nobody knows is asked for later and later, and forgotten only when the transaction cannot
/// commit any more. The bank's own say in which block they can do so for the last time. Of others that was at most the
/// longest validity after the block that the ledger had when an endorser told of them last. The committer that is asked
/// may be behind the endorsers, so its height counts only when that is longer ago than any committer is behind; telling
/// again begins anew. The thread that applies blocks drives it.
final class LateNotes {

    private static final Logger LOG = LoggerFactory.getLogger(LateNotes.class);
    private static final int PER_TURN = 20;
    private static final int CALLS_PER_TURN = 20;
    private static final int BLOCKS_PER_CALL = 50;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
    private static final int DOUBLINGS_MAX = 9;
    private static final int KEY = 32;

    private final CommitterApi committer;
    private final LedgerAccess ledger;
    private final BlockEffects store;
    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;
    private final InstantSource clock;
    private final Validity validity;
    private final AtomicLong forgotten = new AtomicLong();

    /// @param longest how many blocks ahead a transaction may expire that commits under the configuration in force
    /// @param behindMax by how much no committer is behind
    record Validity(LongSupplier longest, Duration behindMax) {}

    LateNotes(
            CommitterApi committer,
            LedgerAccess ledger,
            BlockEffects store,
            JdbcClient jdbc,
            TransactionTemplate transactions,
            InstantSource clock,
            Validity validity) {
        this.committer = committer;
        this.ledger = ledger;
        this.store = store;
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.clock = clock;
        this.validity = validity;
    }

    /// Transactions whose notes were forgotten because they cannot commit any more, since the start.
    long forgotten() {
        return forgotten.get();
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

    /// A committed transaction and how far the blocks since were searched for its tokens.
    private static final class Search {
        private final TransactionView status;
        private final Committed change;
        private final Set<Bytes> tokens;
        private final Set<Bytes> spent = new HashSet<>();
        private long next;

        /// The committer does not show the next block.
        private boolean stuck;

        Search(TransactionView status, Committed change, Set<Bytes> tokens, long next) {
            this.status = status;
            this.change = change;
            this.tokens = tokens;
            this.next = next;
        }

        boolean looksFor(List<Created> created) {
            return created.stream().map(Created::key).allMatch(tokens::contains);
        }

        void read(OldBlocks.Block block) {
            block.committed().stream()
                    .flatMap(each -> each.spent().stream())
                    .filter(tokens::contains)
                    .forEach(spent::add);
            next++;
        }

        TransactionId id() {
            return TransactionId.fromHex(status.id());
        }
    }

    void catchUp(HiddenTokenReader reader, long block) {
        List<Waiting> waiting = jdbc.sql("""
            select transaction_id, max(asked) as asked, max(told_at) as told_at,
                case when bool_and(expiry_height is not null or hopeless_after is not null)
                    then max(greatest(expiry_height, hopeless_after)) end as last_block
            from hidden_note
            where ask_after <= ? group by transaction_id order by min(ask_after), transaction_id limit ?
            """)
                .params(Timestamp.from(clock.instant()), PER_TURN)
                .query(Waiting::read)
                .list();
        if (waiting.isEmpty()) {
            return;
        }
        long height = committer.head().number(); // before the statuses, which are then at least those of this block
        Map<TransactionId, TransactionView> statuses = statusesOf(waiting);
        List<TransactionView> committed = new ArrayList<>();
        for (Waiting next : waiting) {
            TransactionView status = statuses.get(next.transaction());
            if (status == null) {
                unknown(reader, next, height);
            } else if (status.block() > block) {
                later(next.transaction(), next.asked());
            } else if (TransactionStatus.valueOf(status.status()).isCommitted()) {
                committed.add(status);
            } else {
                transactions.executeWithoutResult(_ -> reader.ended(List.of(finalStatus(status))));
            }
        }
        search(reader, committed, block);
    }

    private Map<TransactionId, TransactionView> statusesOf(List<Waiting> waiting) {
        List<String> ids =
                waiting.stream().map(next -> next.transaction().toHex()).toList();
        Map<TransactionId, TransactionView> statuses = new HashMap<>();
        committer.transactions(ids).forEach(status -> statuses.put(TransactionId.fromHex(status.id()), status));
        return statuses;
    }

    /// Notes that are told again while this goes on are opened again, and begin anew: they are in no memory before
    /// anything is decided about them.
    ///
    /// @param height of the committer, not later than its answer
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

    /// One reading of the blocks serves all. A block that the committer did not sign holds up only what needs it.
    ///
    /// @throws Failure when there was one
    private void search(HiddenTokenReader reader, List<TransactionView> committed, long block) {
        OldBlocks blocks = new OldBlocks(committer, ledger);
        List<Search> open = committed.stream()
                .flatMap(status -> begun(reader, status, blocks).stream())
                .toList();
        for (int calls = 0; calls < CALLS_PER_TURN; calls++) {
            List<Search> going = open.stream()
                    .filter(search -> search.next <= block && !search.stuck)
                    .toList();
            if (going.isEmpty()) {
                break;
            }
            long from = going.stream().mapToLong(search -> search.next).min().orElseThrow();
            List<OldBlocks.Block> read = blocks.read(from, BLOCKS_PER_CALL);
            going.stream().filter(search -> search.next == from).forEach(search -> search.stuck = read.isEmpty());
            for (OldBlocks.Block next : read) {
                going.stream()
                        .filter(search -> search.next == next.number() && next.number() <= block)
                        .forEach(search -> search.read(next));
            }
        }
        for (Search search : open) {
            settle(reader, search, block);
        }
        blocks.check();
    }

    /// @return empty where the committer does not show what the transaction did: that is asked for later
    private Optional<Search> begun(HiddenTokenReader reader, TransactionView status, OldBlocks blocks) {
        TransactionId id = TransactionId.fromHex(status.id());
        List<OldBlocks.Block> its = blocks.read(status.block(), 1);
        if (its.isEmpty()) {
            later(id, 0);
            return Optional.empty();
        }
        Optional<Committed> change = its.stream()
                .filter(block -> block.number() == status.block())
                .flatMap(block -> block.committed().stream())
                .filter(each -> each.transaction().id().equals(id))
                .findFirst();
        if (change.isEmpty()) {
            later(id, 0);
            return Optional.empty();
        }
        return Optional.of(jdbc.sql("select next_block, tokens, spent from late_note where transaction_id = ?")
                .param(bytes(id))
                .query((row, _) -> {
                    Set<Bytes> tokens = keys(row.getBytes("tokens"));
                    Search search = new Search(status, change.get(), tokens, row.getLong("next_block"));
                    search.spent.addAll(keys(row.getBytes("spent")));
                    return search;
                })
                .optional()
                .orElseGet(() ->
                        new Search(status, change.get(), reader.keys(status.block(), change.get()), status.block())));
    }

    private static Set<Bytes> keys(byte[] joined) {
        Set<Bytes> keys = new HashSet<>();
        for (int from = 0; from < joined.length; from += KEY) {
            keys.add(Bytes.of(Arrays.copyOfRange(joined, from, from + KEY)));
        }
        return keys;
    }

    private static byte[] joined(List<Bytes> keys) {
        byte[] joined = new byte[keys.size() * KEY];
        for (int i = 0; i < keys.size(); i++) {
            keys.get(i).copyInto(joined, i * KEY);
        }
        return joined;
    }

    /// Books what is unspent, or keeps how far the search is.
    private void settle(HiddenTokenReader reader, Search search, long block) {
        List<Committed> found = List.of(search.change);
        transactions.executeWithoutResult(_ -> {
            HiddenTokenReader.Opened opened = reader.open(search.status.block(), found);
            List<Created> tokens = opened.tokens();
            boolean searched = search.next > block;
            if (!search.looksFor(tokens)) {
                end(search);
            } else if (searched || tokens.stream().allMatch(token -> search.spent.contains(token.key()))) {
                List<Created> unspent = tokens.stream()
                        .filter(token -> !search.spent.contains(token.key()))
                        .toList();
                List<Created> fresh = store.create(unspent, search.status.block());
                store.book(LedgerFollower.bookings(found, fresh, Map.of()), block + 1, clock.instant());
                store.hold(LedgerFollower.fromOthers(found, fresh, Map.of()), block + 1, clock.instant());
                reader.forget(opened.read());
                end(search);
            } else {
                keep(search);
                if (search.stuck) {
                    later(search.id(), 0);
                }
            }
        });
    }

    private void end(Search search) {
        jdbc.sql("delete from late_note where transaction_id = ?")
                .param(bytes(search.id()))
                .update();
    }

    private void keep(Search search) {
        List<Bytes> tokens = search.tokens.stream()
                .sorted(Comparator.comparing(Bytes::toHex))
                .toList();
        List<Bytes> spent = tokens.stream().filter(search.spent::contains).toList();
        jdbc.sql("""
            insert into late_note (transaction_id, next_block, tokens, spent) values (:id, :next, :tokens, :spent)
            on conflict (transaction_id)
            do update set next_block = excluded.next_block, tokens = excluded.tokens, spent = excluded.spent
            """)
                .param("id", bytes(search.id()))
                .param("next", search.next)
                .param("tokens", joined(tokens))
                .param("spent", joined(spent))
                .update();
    }

    private static FinalStatus finalStatus(TransactionView status) {
        return new FinalStatus(TransactionId.fromHex(status.id()), TransactionStatus.valueOf(status.status()));
    }

    private static byte[] bytes(TransactionId id) {
        return id.value().toArray();
    }
}
