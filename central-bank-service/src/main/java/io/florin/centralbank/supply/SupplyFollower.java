package io.florin.centralbank.supply;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.Invariant;
import io.florin.ledger.StateKeys;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.SupplyRequest.Direction;
import io.florin.ledger.status.Checkpoint;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterApi.BlockChanges;
import io.florin.runtime.api.CommitterApi.TokenView;
import io.florin.runtime.api.CommitterApi.TransactionChange;
import java.sql.Timestamp;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/// Follows the ledger and settles requests whose record it finds: each block's effects and the new position are one
/// database transaction. A record that belongs to no request, or whose amount differs, is an incident and stops issuing.
final class SupplyFollower {

    private static final int BLOCKS_PER_CALL = 100;

    private final CommitterApi committer;
    private final Network network;
    private final RequestRepository requests;
    private final Reserves reserves;
    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;
    private final InstantSource clock;

    SupplyFollower(
            CommitterApi committer,
            Network network,
            RequestRepository requests,
            Reserves reserves,
            JdbcClient jdbc,
            TransactionTemplate transactions,
            InstantSource clock) {
        this.committer = committer;
        this.network = network;
        this.requests = requests;
        this.reserves = reserves;
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.clock = clock;
    }

    /// @return blocks applied
    int follow() {
        long next = position().block() + 1;
        List<BlockChanges> blocks = committer.changes(next, BLOCKS_PER_CALL);
        for (BlockChanges block : blocks) {
            Invariant.check(block.number() == next, "the committer skipped block " + next);
            checkSignature(block);
            transactions.executeWithoutResult(_ -> apply(block));
            next++;
        }
        return blocks.size();
    }

    /// @param issued and redeemed: minor units, as the ledger's records say
    record Position(long block, String stateHash, long issued, long redeemed) {}

    Position position() {
        return jdbc.sql("select block, state_hash, issued, redeemed from ledger_position where id = 1")
                .query((row, _) -> new Position(
                        row.getLong("block"),
                        row.getString("state_hash"),
                        row.getLong("issued"),
                        row.getLong("redeemed")))
                .single();
    }

    private void checkSignature(BlockChanges block) {
        Checkpoint checkpoint = new Checkpoint(
                network.id(),
                block.number(),
                Bytes32.fromHex(block.headerHash()),
                Bytes32.fromHex(block.statusRoot()),
                Bytes32.fromHex(block.stateHash()));
        List<Bytes32> keys = network.configuration().committers().keys();
        boolean genuine = block.committer() < keys.size()
                && Ed25519.verify(
                        keys.get(block.committer()),
                        checkpoint.signedMessage(),
                        Bytes.fromHex(block.signature()).toArray());
        Invariant.check(genuine, "the checkpoint of block " + block.number() + " is not signed by a committer");
    }

    private void apply(BlockChanges block) {
        long issued = 0;
        long redeemed = 0;
        for (TransactionChange change : block.transactions()) {
            if (change.supplyRecordKey().isEmpty() || !change.status().equals("COMMITTED")) {
                continue;
            }
            Optional<StoredRequest> request = requestOf(change.supplyRecordKey());
            if (request.isEmpty()) {
                incident("unknown-supply-record", change.kind() + " " + change.id());
                continue;
            }
            SupplyRequest settled = request.get().request();
            long amount = settled.amount().minorUnits();
            if (settled.direction() == Direction.WITHDRAWAL) {
                long created = change.created().stream().mapToLong(TokenView::value).sum();
                if (created != amount) {
                    incident("issued-amount-differs", change.id());
                }
                issued = Math.addExact(issued, created);
                reserves.withdrawn(settled.participant(), amount, settled.id());
            } else {
                redeemed = Math.addExact(redeemed, amount);
                reserves.redeemed(settled.participant(), amount, settled.id());
            }
            request.get().settled(block.number());
            requests.save(request.get());
        }
        int moved = jdbc.sql("""
                update ledger_position set block = ?, state_hash = ?, issued = issued + ?, redeemed = redeemed + ?
                where id = 1 and block = ?
                """)
                .params(block.number(), block.stateHash(), issued, redeemed, block.number() - 1)
                .update();
        Invariant.check(moved == 1, "somebody else follows the ledger into this database");
    }

    /// The request whose record stands under this key: keys are hashes, so the open requests are tried.
    private Optional<StoredRequest> requestOf(String key) {
        return requests.findAll().stream()
                .filter(stored -> stored.state() != RequestState.SETTLED)
                .filter(stored -> recordKey(stored.request()).equals(key))
                .findFirst();
    }

    private String recordKey(SupplyRequest request) {
        var namespace = network.currency().id();
        return switch (request.direction()) {
            case WITHDRAWAL -> StateKeys.withdrawal(namespace, request.id()).toHex();
            case REDEMPTION -> StateKeys.redemption(namespace, request.id()).toHex();
        };
    }

    private void incident(String code, String detail) {
        jdbc.sql("insert into incident (code, detail, raised_at) values (?, ?, ?) on conflict do nothing")
                .params(code, detail, Timestamp.from(clock.instant()))
                .update();
    }
}
