package io.florin.bank.holdings;

import io.florin.bank.holdings.BlockStore.Created;
import io.florin.bank.protocol.FinalStatus;
import io.florin.crypto.Bytes;
import io.florin.ledger.TransactionId;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterApi.BlockChanges;
import io.florin.runtime.api.CommitterApi.TransactionChange;
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
import java.util.Set;
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
/// A turn is bounded: 20 transactions, one question for their statuses, and 20 pages of the blocks since theirs, which
/// are searched for what spent their tokens; the next turn goes on from there, also after a restart. Where a note gave
/// one more token meanwhile, the search starts again: what was read before was not searched for it.
///
/// A note whose transaction nobody knows is asked for later and later, and forgotten only when the transaction cannot
/// commit any more. That is known of the bank's own, whose last block the bank has set; the committer that is asked may
/// lag behind the endorsers that took others. The thread that applies blocks drives it.
final class LateNotes {

    private static final Logger LOG = LoggerFactory.getLogger(LateNotes.class);
    private static final int PER_TURN = 20;
    private static final int CALLS_PER_TURN = 20;
    private static final int BLOCKS_PER_CALL = 50;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
    private static final int DOUBLINGS_MAX = 9;
    private static final int KEY = 32;

    private final CommitterApi committer;
    private final BlockStore store;
    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;
    private final InstantSource clock;

    LateNotes(
            CommitterApi committer,
            BlockStore store,
            JdbcClient jdbc,
            TransactionTemplate transactions,
            InstantSource clock) {
        this.committer = committer;
        this.store = store;
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.clock = clock;
    }

    /// @param expiryHeight the last block in which the transaction can commit, null where it is not known
    private record Waiting(
            TransactionId transaction, int asked, @Nullable Long expiryHeight) {}

    /// A committed transaction and how far the blocks since were searched.
    private static final class Search {
        private final TransactionView status;
        private long next;
        private final Set<Bytes> spent = new HashSet<>();

        /// The tokens that blocks before this turn were searched for, null where all were searched in this turn.
        private final @Nullable Set<Bytes> known;

        Search(TransactionView status, long next, @Nullable Set<Bytes> known) {
            this.status = status;
            this.next = next;
            this.known = known;
        }

        boolean looksFor(List<Created> tokens) {
            Set<Bytes> before = known;
            return before == null || tokens.stream().map(Created::key).allMatch(before::contains);
        }

        TransactionId id() {
            return TransactionId.fromHex(status.id());
        }
    }

    void catchUp(HiddenTokenReader reader, long block) {
        List<Waiting> waiting = jdbc.sql("""
            select transaction_id, max(asked) as asked, max(expiry_height) as expiry_height from hidden_note
            where ask_after <= ? group by transaction_id order by min(ask_after), transaction_id limit ?
            """)
                .params(Timestamp.from(clock.instant()), PER_TURN)
                .query(LateNotes::waiting)
                .list();
        if (waiting.isEmpty()) {
            return;
        }
        long height = committer.head().number(); // before the statuses, which are then at least those of this block
        Map<TransactionId, TransactionView> statuses = statusesOf(waiting);
        List<TransactionView> committed = new ArrayList<>();
        for (Waiting next : waiting) {
            TransactionView status = statuses.get(next.transaction());
            Long expiry = next.expiryHeight();
            if (status == null && expiry != null && height >= expiry) {
                forget(next);
            } else if (status == null || status.block() > block) {
                later(next);
            } else if (TransactionStatus.valueOf(status.status()).isCommitted()) {
                committed.add(status);
            } else {
                transactions.executeWithoutResult(_ -> reader.ended(List.of(finalStatus(status))));
            }
        }
        search(reader, committed, block);
    }

    private static Waiting waiting(ResultSet row, int number) throws SQLException {
        return new Waiting(
                TransactionId.of(row.getBytes("transaction_id")),
                row.getInt("asked"),
                row.getObject("expiry_height", Long.class));
    }

    private Map<TransactionId, TransactionView> statusesOf(List<Waiting> waiting) {
        List<String> ids =
                waiting.stream().map(next -> next.transaction().toHex()).toList();
        Map<TransactionId, TransactionView> statuses = new HashMap<>();
        committer.transactions(ids).forEach(status -> statuses.put(TransactionId.fromHex(status.id()), status));
        return statuses;
    }

    private void forget(Waiting past) {
        LOG.debug("a note whose transaction cannot commit any more is forgotten");
        jdbc.sql("delete from hidden_note where transaction_id = ? and ask_after <> 'infinity'")
                .param(bytes(past.transaction()))
                .update();
    }

    private void later(Waiting next) {
        Instant askAfter = clock.instant().plus(FIRST_PAUSE.multipliedBy(1L << Math.min(next.asked(), DOUBLINGS_MAX)));
        jdbc.sql("""
            update hidden_note set asked = asked + 1, ask_after = ? where transaction_id = ? and ask_after <> 'infinity'
            """)
                .params(Timestamp.from(askAfter), bytes(next.transaction()))
                .update();
    }

    /// One reading of the blocks serves all.
    private void search(HiddenTokenReader reader, List<TransactionView> committed, long block) {
        List<Search> open = new ArrayList<>(committed.stream().map(this::begun).toList());
        int calls = 0;
        while (open.stream().anyMatch(search -> search.next <= block) && calls++ < CALLS_PER_TURN) {
            long from = open.stream().mapToLong(search -> search.next).min().orElseThrow();
            List<BlockChanges> blocks = committer.changes(from, BLOCKS_PER_CALL);
            if (blocks.isEmpty()) {
                break;
            }
            for (BlockChanges next : blocks) {
                Set<Bytes> spent = next.transactions().stream()
                        .flatMap(change -> change.spent().stream())
                        .map(Bytes::fromHex)
                        .collect(Collectors.toSet());
                open.stream()
                        .filter(search -> search.next == next.number() && next.number() <= block)
                        .forEach(search -> {
                            search.spent.addAll(spent);
                            search.next++;
                        });
            }
        }
        for (Search search : open) {
            settle(reader, search, block);
        }
    }

    private Search begun(TransactionView status) {
        return jdbc.sql("select next_block, tokens, spent from late_note where transaction_id = ?")
                .param(bytes(TransactionId.fromHex(status.id())))
                .query((row, _) -> {
                    Search search = new Search(status, row.getLong("next_block"), keys(row.getBytes("tokens")));
                    search.spent.addAll(keys(row.getBytes("spent")));
                    return search;
                })
                .optional()
                .orElseGet(() -> new Search(status, status.block(), null));
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
        List<TransactionChange> found = new ArrayList<>();
        for (BlockChanges change : committer.changes(search.status.block(), 1)) {
            change.transactions().stream()
                    .filter(each -> each.id().equals(search.status.id())
                            && TransactionStatus.valueOf(each.status()).isCommitted())
                    .forEach(found::add);
        }
        if (found.isEmpty()) {
            later(new Waiting(search.id(), 0, null));
            return;
        }
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
                reader.forget(opened.read());
                end(search);
            } else {
                keep(search, tokens);
            }
        });
    }

    private void end(Search search) {
        jdbc.sql("delete from late_note where transaction_id = ?")
                .param(bytes(search.id()))
                .update();
    }

    private void keep(Search search, List<Created> tokens) {
        List<Bytes> known = tokens.stream()
                .map(Created::key)
                .sorted(Comparator.comparing(Bytes::toHex))
                .toList();
        List<Bytes> spent = known.stream().filter(search.spent::contains).toList();
        jdbc.sql("""
            insert into late_note (transaction_id, next_block, tokens, spent) values (:id, :next, :tokens, :spent)
            on conflict (transaction_id)
            do update set next_block = excluded.next_block, tokens = excluded.tokens, spent = excluded.spent
            """)
                .param("id", bytes(search.id()))
                .param("next", search.next)
                .param("tokens", joined(known))
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
