package io.florin.bank.holdings;

import io.florin.bank.holdings.BlockEffects.Booking;
import io.florin.bank.holdings.BlockEffects.Created;
import io.florin.bank.holdings.BlockEffects.Spent;
import io.florin.bank.protocol.FinalStatus;
import io.florin.bank.protocol.FinalStatusListener;
import io.florin.crypto.Bytes;
import io.florin.ledger.status.ResultTip;
import io.florin.ledger.status.SettledBlock;
import io.florin.ledger.status.SettledTransaction;
import io.florin.runtime.chain.ResultReader;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.transaction.support.TransactionTemplate;

/// Follows the ledger block by block: each block's effects on the bank's wallets, the final statuses and the new
/// position are in one database transaction, so after any crash the view is exactly that of one block. Blocks that are
/// there together share a transaction: a bank that is slower than the ledger has fewer of them to force to the disk. By
/// a result that proves nothing the follower does not move. One thread drives it.
///
/// Tokens of other currencies are nobody's here. A block costs a handful of statements, however many transactions of
/// other banks it has.
public final class LedgerFollower {

    private static final int BLOCKS_PER_CALL = 50;

    /// Blocks share a database transaction up to about so many transactions: rows of payments are locked meanwhile.
    private static final int TOGETHER = 500;

    /// Time for which the committer may keep a question until there is a block: well below the time for which an answer
    /// says that the ledger is read to its end.
    private static final Duration AWAIT_BLOCK = Duration.ofSeconds(2);

    private final ResultReader results;
    private final FollowedLedger ledger;
    private final TokenReader tokens;
    private final BlockEffects store;
    private final List<FinalStatusListener> listeners;
    private final TransactionTemplate transactions;
    private final InstantSource clock;
    private volatile Instant lastContact = Instant.EPOCH;
    private volatile Instant readAll = Instant.EPOCH;

    LedgerFollower(
            ResultReader results,
            FollowedLedger ledger,
            TokenReader tokens,
            BlockEffects store,
            List<FinalStatusListener> listeners,
            TransactionTemplate transactions,
            InstantSource clock) {
        this.results = results;
        this.ledger = ledger;
        this.tokens = tokens;
        this.store = store;
        this.listeners = List.copyOf(listeners);
        this.transactions = transactions;
        this.clock = clock;
    }

    /// Applies what is new, and waits a little where nothing is.
    ///
    /// @return blocks applied
    public int follow() {
        ResultTip tip = ledger.tip(results);
        List<SettledBlock> blocks = results.after(tip, BLOCKS_PER_CALL, AWAIT_BLOCK);
        List<Read> reads = blocks.stream()
                .map(block -> new Read(block, Committed.of(block.transactions())))
                .toList();
        tokens.prepare(reads.stream().flatMap(read -> read.committed().stream()).toList());
        List<Read> together = new ArrayList<>();
        int count = 0;
        for (Read read : reads) {
            SettledBlock block = read.block();
            together.add(read);
            count += block.transactions().size();
            if (count >= TOGETHER || read == reads.getLast()) {
                transactions.executeWithoutResult(_ -> together.forEach(this::apply));
                ledger.moved(block);
                together.clear();
                count = 0;
            }
        }
        lastContact = clock.instant();
        if (blocks.isEmpty()) {
            readAll = lastContact;
        }
        tokens.catchUp(tip.number() + blocks.size()); // what may fail there hides no block
        return blocks.size();
    }

    /// Whether the committer had no block that is not applied here, within the last while.
    public boolean hasReadAll(Duration within) {
        return readAll.plus(within).isAfter(clock.instant());
    }

    /// Time at which everything the committer had was applied for the last time.
    public Instant lastContact() {
        return lastContact;
    }

    private record Read(SettledBlock block, List<Committed> committed) {}

    private void apply(Read read) {
        SettledBlock block = read.block();
        List<FinalStatus> statuses = new ArrayList<>();
        for (SettledTransaction each : block.transactions()) {
            each.claimed()
                    .ifPresent(id ->
                            statuses.add(new FinalStatus(id, each.outcome().status())));
        }
        applyCommitted(block.number(), read.committed());
        tokens.ended(statuses);
        listeners.forEach(listener -> listener.onBlock(block.number(), statuses));
        ledger.write(block);
    }

    /// All tokens are created before any is spent: a token may be created and spent in one block.
    private void applyCommitted(long block, List<Committed> committed) {
        List<Bytes> spentKeys =
                committed.stream().flatMap(each -> each.spent().stream()).toList();
        List<Created> created = store.create(tokens.created(block, committed), block);
        Map<Bytes, Spent> spent = new HashMap<>();
        store.spend(spentKeys, block).forEach(token -> spent.put(token.key(), token));
        tokens.change(change(committed, created, spent));
        store.book(bookings(committed, created, spent), block, clock.instant());
        store.hold(fromOthers(committed, created, spent), block, clock.instant());
    }

    /// Tokens of wallets that paid in the same transaction.
    static List<Created> change(List<Committed> committed, List<Created> created, Map<Bytes, Spent> spent) {
        Map<Bytes, Set<Long>> payers = new HashMap<>();
        for (Committed each : committed) {
            for (Bytes key : each.spent()) {
                Spent token = spent.get(key);
                if (token != null) {
                    payers.computeIfAbsent(each.id(), _ -> new HashSet<>()).add(token.wallet());
                }
            }
        }
        return created.stream()
                .filter(token ->
                        payers.getOrDefault(token.transaction(), Set.of()).contains(token.wallet()))
                .toList();
    }

    /// Tokens of transfers that no wallet of this bank paid.
    static List<Created> fromOthers(List<Committed> committed, List<Created> created, Map<Bytes, Spent> spent) {
        if (created.isEmpty()) {
            return List.of();
        }
        Set<Bytes> others = new HashSet<>();
        for (Committed each : committed) {
            if (each.isTransfer() && each.spent().stream().noneMatch(spent::containsKey)) {
                others.add(each.id());
            }
        }
        return created.stream()
                .filter(token -> others.contains(token.transaction()))
                .toList();
    }

    /// Changes of each wallet by each committed transaction. A wallet that spent nothing in a transfer got each of its
    /// tokens on its own: the transaction may carry several payments.
    static List<Booking> bookings(List<Committed> committed, List<Created> created, Map<Bytes, Spent> spent) {
        Map<Bytes, List<Created>> createdIn = new HashMap<>();
        created.forEach(token -> createdIn
                .computeIfAbsent(token.transaction(), _ -> new ArrayList<>())
                .add(token));
        List<Booking> bookings = new ArrayList<>();
        for (Committed each : committed) {
            Map<Long, Long> debits = new LinkedHashMap<>();
            for (Bytes key : each.spent()) {
                Spent token = spent.get(key);
                if (token != null) {
                    debits.merge(token.wallet(), -token.value(), Math::addExact);
                }
            }
            bookings.addAll(bookings(each, debits, createdIn.getOrDefault(each.id(), List.of())));
        }
        return bookings;
    }

    private static List<Booking> bookings(Committed committed, Map<Long, Long> debits, List<Created> tokens) {
        Map<Long, Long> sums = new LinkedHashMap<>(debits);
        List<Booking> bookings = new ArrayList<>();
        Bytes id = committed.id();
        String kind = committed.transaction().kind().name();
        for (Created token : tokens) {
            if (committed.isTransfer() && !debits.containsKey(token.wallet())) {
                bookings.add(
                        new Booking(token.wallet(), committed.index(), id, token.value(), kind, token.output(), null));
            } else {
                sums.merge(token.wallet(), token.value(), Math::addExact);
            }
        }
        sums.forEach((wallet, amount) -> {
            if (amount != 0) {
                bookings.add(new Booking(wallet, committed.index(), id, amount, kind));
            }
        });
        return bookings;
    }
}
