package io.florin.bank.holdings;

import io.florin.bank.holdings.BlockStore.Booking;
import io.florin.bank.holdings.BlockStore.Created;
import io.florin.bank.holdings.BlockStore.Spent;
import io.florin.bank.protocol.FinalStatus;
import io.florin.bank.protocol.FinalStatusListener;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.Failure;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterApi.BlockChanges;
import io.florin.runtime.api.CommitterApi.TransactionChange;
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
/// position are one database transaction, so after any crash the view is exactly that of one block. The committer's
/// checkpoint signature is checked; with a wrong one the follower does not move. One thread drives it.
///
/// Tokens of other currencies are nobody's here. A block costs a handful of statements, however many transactions of
/// other banks it has.
public final class LedgerFollower {

    private static final int BLOCKS_PER_CALL = 50;

    private final CommitterApi committer;
    private final LedgerAccess ledger;
    private final TokenReader tokens;
    private final BlockStore store;
    private final List<FinalStatusListener> listeners;
    private final TransactionTemplate transactions;
    private final InstantSource clock;
    private volatile Instant lastContact = Instant.EPOCH;
    private volatile Instant readAll = Instant.EPOCH;

    LedgerFollower(
            CommitterApi committer,
            LedgerAccess ledger,
            TokenReader tokens,
            BlockStore store,
            List<FinalStatusListener> listeners,
            TransactionTemplate transactions,
            InstantSource clock) {
        this.committer = committer;
        this.ledger = ledger;
        this.tokens = tokens;
        this.store = store;
        this.listeners = List.copyOf(listeners);
        this.transactions = transactions;
        this.clock = clock;
    }

    /// Applies what is new.
    ///
    /// @return blocks applied
    public int follow() {
        long next = store.block() + 1;
        List<BlockChanges> blocks = committer.changes(next, BLOCKS_PER_CALL);
        for (BlockChanges block : blocks) {
            if (block.number() != next) {
                throw new Failure("the committer skipped block " + next);
            }
            checkSignature(block);
            tokens.prepare(block);
            transactions.executeWithoutResult(_ -> apply(block));
            next++;
        }
        tokens.catchUp(next - 1);
        lastContact = clock.instant();
        if (blocks.isEmpty()) {
            readAll = lastContact;
        }
        return blocks.size();
    }

    /// Whether the committer had no block that is not applied here, within the last while.
    public boolean hasReadAll(Duration within) {
        return readAll.plus(within).isAfter(clock.instant());
    }

    /// When everything the committer had was applied for the last time.
    public Instant lastContact() {
        return lastContact;
    }

    private void checkSignature(BlockChanges block) {
        Checkpoint checkpoint = new Checkpoint(
                ledger.network(),
                block.number(),
                Bytes32.fromHex(block.headerHash()),
                Bytes32.fromHex(block.statusRoot()),
                Bytes32.fromHex(block.stateHash()));
        List<Bytes32> keys = ledger.configuration().committers().keys();
        boolean genuine = block.committer() >= 0
                && block.committer() < keys.size()
                && Ed25519.verify(
                        keys.get(block.committer()),
                        checkpoint.signedMessage(),
                        Bytes.fromHex(block.signature()).toArray());
        if (!genuine) {
            throw new Failure("the checkpoint of block " + block.number() + " is not signed by a committer");
        }
    }

    private void apply(BlockChanges block) {
        List<FinalStatus> statuses = new ArrayList<>();
        List<TransactionChange> committed = new ArrayList<>();
        for (TransactionChange change : block.transactions()) {
            TransactionStatus status = TransactionStatus.valueOf(change.status());
            if (!change.id().isEmpty() && status.claimsId()) {
                statuses.add(new FinalStatus(TransactionId.fromHex(change.id()), status));
            }
            if (status.isCommitted()) {
                committed.add(change);
            }
        }
        applyCommitted(block, committed);
        tokens.ended(statuses);
        listeners.forEach(listener -> listener.onBlock(block.number(), statuses));
        store.move(block);
    }

    /// All tokens are created before any is spent: a token may be created and spent in one block.
    private void applyCommitted(BlockChanges block, List<TransactionChange> committed) {
        List<Bytes> spentKeys = new ArrayList<>();
        committed.forEach(change -> change.spent().forEach(key -> spentKeys.add(Bytes.fromHex(key))));
        List<Created> created = store.create(tokens.created(block.number(), committed), block.number());
        Map<Bytes, Spent> spent = new HashMap<>();
        store.spend(spentKeys, block.number()).forEach(token -> spent.put(token.key(), token));
        store.book(bookings(committed, created, spent), block.number(), clock.instant());
        store.hold(fromOthers(committed, created, spent), block.number(), clock.instant());
    }

    /// Tokens of transfers that no wallet of this bank paid.
    static List<Created> fromOthers(List<TransactionChange> committed, List<Created> created, Map<Bytes, Spent> spent) {
        if (created.isEmpty()) {
            return List.of();
        }
        Set<Bytes> others = new HashSet<>();
        for (TransactionChange change : committed) {
            boolean paidHere = change.spent().stream().map(Bytes::fromHex).anyMatch(spent::containsKey);
            if (change.kind().equals(TransactionKind.TRANSFER.name()) && !paidHere) {
                others.add(Bytes.fromHex(change.id()));
            }
        }
        return created.stream()
                .filter(token -> others.contains(token.transaction()))
                .toList();
    }

    /// What each committed transaction changed in each wallet. Who spent nothing in a transfer got each of its tokens
    /// on its own: the transaction may carry several payments.
    static List<Booking> bookings(List<TransactionChange> committed, List<Created> created, Map<Bytes, Spent> spent) {
        Map<String, List<Created>> createdIn = new HashMap<>();
        created.forEach(token -> createdIn
                .computeIfAbsent(token.transaction().toHex(), _ -> new ArrayList<>())
                .add(token));
        List<Booking> bookings = new ArrayList<>();
        for (TransactionChange change : committed) {
            Map<Long, Long> debits = new LinkedHashMap<>();
            for (String key : change.spent()) {
                Spent token = spent.get(Bytes.fromHex(key));
                if (token != null) {
                    debits.merge(token.wallet(), -token.value(), Math::addExact);
                }
            }
            List<Created> tokens = createdIn.getOrDefault(change.id(), List.of());
            bookings.addAll(bookings(change, debits, tokens));
        }
        return bookings;
    }

    private static List<Booking> bookings(TransactionChange change, Map<Long, Long> debits, List<Created> tokens) {
        Map<Long, Long> sums = new LinkedHashMap<>(debits);
        List<Booking> bookings = new ArrayList<>();
        Bytes id = Bytes.fromHex(change.id());
        for (Created token : tokens) {
            if (change.kind().equals(TransactionKind.TRANSFER.name()) && !debits.containsKey(token.wallet())) {
                bookings.add(new Booking(
                        token.wallet(), change.index(), id, token.value(), change.kind(), token.output(), null));
            } else {
                sums.merge(token.wallet(), token.value(), Math::addExact);
            }
        }
        sums.forEach((wallet, amount) -> {
            if (amount != 0) {
                bookings.add(new Booking(wallet, change.index(), id, amount, change.kind()));
            }
        });
        return bookings;
    }
}
