package io.florin.bank.holdings;

import io.florin.bank.protocol.FinalStatusListener;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.WalletBook;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.Invariant;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterApi.BlockChanges;
import io.florin.runtime.api.CommitterApi.TokenView;
import io.florin.runtime.api.CommitterApi.TransactionChange;
import java.sql.Timestamp;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/// Follows the ledger block by block: each block's effects on the bank's wallets, the final statuses and the new position
/// are one database transaction, so after any crash the view is exactly that of one block. The committer's checkpoint
/// signature is checked; a wrong one stops the follower.
public final class LedgerFollower {

    private static final int BLOCKS_PER_CALL = 50;

    private final CommitterApi committer;
    private final LedgerAccess ledger;
    private final WalletBook wallets;
    private final TokenStore tokens;
    private final FinalStatusListener statuses;
    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;
    private final InstantSource clock;

    LedgerFollower(
            CommitterApi committer,
            LedgerAccess ledger,
            WalletBook wallets,
            TokenStore tokens,
            FinalStatusListener statuses,
            Database database,
            InstantSource clock) {
        this.committer = committer;
        this.ledger = ledger;
        this.wallets = wallets;
        this.tokens = tokens;
        this.statuses = statuses;
        this.jdbc = database.jdbc();
        this.transactions = database.transactions();
        this.clock = clock;
    }

    record Database(JdbcClient jdbc, TransactionTemplate transactions) {}

    /// Applies what is new.
    ///
    /// @return blocks applied
    public int follow() {
        long next = tokens.block() + 1;
        List<BlockChanges> blocks = committer.changes(next, BLOCKS_PER_CALL);
        for (BlockChanges block : blocks) {
            Invariant.check(block.number() == next, "the committer skipped block " + next);
            checkSignature(block);
            transactions.executeWithoutResult(_ -> apply(block));
            next++;
        }
        return blocks.size();
    }

    private void checkSignature(BlockChanges block) {
        Checkpoint checkpoint = new Checkpoint(
                ledger.network(),
                block.number(),
                Bytes32.fromHex(block.headerHash()),
                Bytes32.fromHex(block.statusRoot()),
                Bytes32.fromHex(block.stateHash()));
        List<Bytes32> keys = ledger.configuration().committers().keys();
        boolean genuine = block.committer() < keys.size()
                && Ed25519.verify(
                        keys.get(block.committer()),
                        checkpoint.signedMessage(),
                        Bytes.fromHex(block.signature()).toArray());
        Invariant.check(genuine, "the checkpoint of block " + block.number() + " is not signed by a committer");
    }

    private void apply(BlockChanges block) {
        for (TransactionChange change : block.transactions()) {
            if (change.id().isEmpty()) {
                continue;
            }
            TransactionId id = TransactionId.fromHex(change.id());
            TransactionStatus status = TransactionStatus.valueOf(change.status());
            if (status.isCommitted()) {
                applyCommitted(block, change, id);
            }
            if (status.claimsId()) {
                statuses.onFinal(id, status, block.number());
            }
        }
        statuses.onBlock(block.number());
        int moved = jdbc.sql("""
                update ledger_position set block = ?, header_hash = ?, state_hash = ? where id = 1 and block = ?
                """)
                .params(
                        block.number(),
                        Bytes.fromHex(block.headerHash()).toArray(),
                        Bytes.fromHex(block.stateHash()).toArray(),
                        block.number() - 1)
                .update();
        Invariant.check(moved == 1, "somebody else follows the ledger into this database");
    }

    private void applyCommitted(BlockChanges block, TransactionChange change, TransactionId id) {
        Map<Long, Long> deltas = new LinkedHashMap<>();
        for (TokenView created : change.created()) {
            Optional<Long> wallet = wallets.numberOf(OwnerKey.fromHex(created.owner()));
            if (wallet.isPresent()) {
                tokens.create(
                        StateKey.fromHex(created.key()),
                        wallet.get(),
                        id,
                        created.output(),
                        created.value(),
                        block.number());
                deltas.merge(wallet.get(), created.value(), Math::addExact);
            }
        }
        for (String spent : change.spent()) {
            tokens.spend(StateKey.fromHex(spent), block.number())
                    .forEach(token -> deltas.merge(token.wallet(), -token.value(), Math::addExact));
        }
        deltas.forEach((wallet, amount) -> {
            if (amount != 0) {
                book(block, change, id, wallet, amount);
            }
        });
    }

    private void book(BlockChanges block, TransactionChange change, TransactionId id, long wallet, long amount) {
        jdbc.sql("""
                insert into entry (id, wallet, block, index_in_block, transaction_id, amount, kind, booked_at)
                values (nextval('entry_id'), ?, ?, ?, ?, ?, ?, ?)
                """)
                .params(
                        wallet,
                        block.number(),
                        change.index(),
                        id.value().toArray(),
                        amount,
                        change.kind(),
                        Timestamp.from(clock.instant()))
                .update();
    }
}
