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
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.HttpClientErrorException;

/// Notes that came after their blocks: the endorsers that had them did not answer at the time. Their tokens are booked
/// then, unless they were spent meanwhile, which a bank restored from its seed finds, or are known by another copy of
/// the note. They are entries of their own with those of the block that comes next: what a statement has shown never
/// changes. A note whose transaction nobody knows is asked for later and later. The thread that applies blocks drives
/// it.
final class LateNotes {

    private static final int PER_TURN = 20;
    private static final int BLOCKS_PER_CALL = 50;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
    private static final int DOUBLINGS_MAX = 9;

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

    private record Waiting(TransactionId transaction, int asked) {}

    void catchUp(HiddenTokenReader reader, long block) {
        Instant now = clock.instant();
        List<Waiting> waiting = jdbc.sql("""
            select transaction_id, max(asked) as asked from hidden_note where ask_after <= ?
            group by transaction_id order by transaction_id limit ?
            """)
                .params(Timestamp.from(now), PER_TURN)
                .query((row, _) -> new Waiting(TransactionId.of(row.getBytes("transaction_id")), row.getInt("asked")))
                .list();
        for (Waiting next : waiting) {
            Optional<TransactionView> status = status(next.transaction());
            if (status.isPresent() && status.get().block() <= block) {
                settle(reader, next.transaction(), status.get(), block);
            } else {
                Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(next.asked(), DOUBLINGS_MAX));
                jdbc.sql("update hidden_note set asked = asked + 1, ask_after = ? where transaction_id = ?")
                        .params(Timestamp.from(now.plus(pause)), bytes(next.transaction()))
                        .update();
            }
        }
    }

    private Optional<TransactionView> status(TransactionId id) {
        try {
            return Optional.of(committer.transaction(id.toHex()));
        } catch (HttpClientErrorException.NotFound unknown) {
            return Optional.empty();
        }
    }

    private void settle(HiddenTokenReader reader, TransactionId id, TransactionView status, long block) {
        List<TransactionChange> found = new ArrayList<>();
        Set<Bytes> spentSince = new HashSet<>();
        if (TransactionStatus.valueOf(status.status()).isCommitted()) {
            for (BlockChanges change : committer.changes(status.block(), 1)) {
                change.transactions().stream()
                        .filter(each -> each.id().equals(id.toHex())
                                && TransactionStatus.valueOf(each.status()).isCommitted())
                        .forEach(found::add);
            }
            collectSpent(status.block(), block, spentSince);
        }
        transactions.executeWithoutResult(_ -> {
            List<Created> unspent = reader.created(status.block(), found).stream()
                    .filter(token -> !spentSince.contains(token.key()))
                    .toList();
            List<Created> fresh = store.create(unspent, status.block());
            store.book(LedgerFollower.bookings(found, fresh, Map.of()), block + 1, clock.instant());
            reader.ended(List.of(new FinalStatus(id, TransactionStatus.valueOf(status.status()))));
        });
    }

    private void collectSpent(long from, long to, Set<Bytes> spent) {
        long next = from;
        while (next <= to) {
            List<BlockChanges> blocks = committer.changes(next, BLOCKS_PER_CALL);
            if (blocks.isEmpty()) {
                return;
            }
            for (BlockChanges block : blocks) {
                block.transactions().forEach(change -> change.spent().forEach(key -> spent.add(Bytes.fromHex(key))));
            }
            next = blocks.getLast().number() + 1;
        }
    }

    private static byte[] bytes(TransactionId id) {
        return id.value().toArray();
    }
}
