package io.florin.centralbank.supply;

import io.florin.centralbank.protocol.IncidentDesk;
import io.florin.centralbank.protocol.Reserves;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.Invariant;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.SupplyRequest.Direction;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.status.Checkpoint;
import io.florin.runtime.Failure;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterApi.BlockChanges;
import io.florin.runtime.api.CommitterApi.HiddenOutputs;
import io.florin.runtime.api.CommitterApi.TokenView;
import io.florin.runtime.api.CommitterApi.TransactionChange;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// Follows the ledger and settles requests whose record it finds: each block's effects and the new position are one
/// database transaction, so every record counts exactly once. A record that belongs to no request, whose amount
/// differs, an issue that was not made here or went to somebody else, or a checkpoint that no committer signed is an
/// incident and stops issuing.
///
/// Owned by one thread. Trusts the committers' signatures (g = 0: one of them); the auditor's own replay is compared by
/// [SupplyCheck].
final class SupplyFollower {
    private static final int BLOCKS_PER_CALL = 100;
    private static final String COMMITTED = "COMMITTED";
    private static final String ISSUE = "ISSUE";
    private static final String CONFIGURATION = "CONFIGURATION";

    /// An issue of a known request settled whose transaction this service never made.
    static final String NOT_ATTEMPTED = "issue-not-attempted";

    private static final String TO_OTHERS = "issued-to-others";

    private final CommitterApi committer;
    private final Network network;
    private final RequestRepository requests;
    private final Reserves reserves;
    private final IncidentDesk incidents;
    private final Store store;
    private final Attempts attempts;
    private boolean moved = true;
    private long recountedVersion;

    /// @param transactions one for each block
    /// @param recount looks at approvals again when another configuration is in force
    record Store(JdbcClient jdbc, TransactionOperations transactions, Runnable recount) {}

    SupplyFollower(
            CommitterApi committer,
            Network network,
            RequestRepository requests,
            Reserves reserves,
            IncidentDesk incidents,
            Store store) {
        this.committer = committer;
        this.network = network;
        this.requests = requests;
        this.reserves = reserves;
        this.incidents = incidents;
        this.store = store;
        this.attempts = new Attempts(store.jdbc);
    }

    /// @return blocks applied
    int follow() {
        if (moved) {
            network.refresh();
            moved = false;
        }
        long version = network.configuration().version();
        long next = position().block() + 1;
        List<BlockChanges> blocks = committer.changes(next, BLOCKS_PER_CALL);
        for (BlockChanges block : blocks) {
            if (block.number() != next) {
                throw new Failure("the committer skipped block " + next);
            }
            checkSignature(block);
            store.transactions.executeWithoutResult(_ -> apply(block));
            moved |= block.transactions().stream().anyMatch(SupplyFollower::changesConfiguration);
            next++;
        }
        if (blocks.isEmpty() && !moved && version != recountedVersion) {
            // whatever could settle under the configuration before has settled here
            store.recount.run();
            recountedVersion = version;
        }
        return blocks.size();
    }

    private static boolean changesConfiguration(TransactionChange change) {
        return change.kind().equals(CONFIGURATION) && change.status().equals(COMMITTED);
    }

    /// @param issued and redeemed: minor units, as the ledger's records say
    record Position(long block, String stateHash, long issued, long redeemed) {
        long outstanding() {
            return issued - redeemed;
        }
    }

    Position position() {
        return store.jdbc
                .sql("select block, state_hash, issued, redeemed from ledger_position where id = 1")
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
        boolean genuine = block.committer() >= 0
                && block.committer() < keys.size()
                && Ed25519.verify(
                        keys.get(block.committer()),
                        checkpoint.signedMessage(),
                        Bytes.fromHex(block.signature()).toArray());
        if (!genuine) {
            incidents.raise("checkpoint-not-signed", "block " + block.number());
            throw new Failure("the checkpoint of block " + block.number() + " is not signed by a committer");
        }
    }

    private void apply(BlockChanges block) {
        long issued = 0;
        long redeemed = 0;
        for (TransactionChange change : block.transactions()) {
            if (change.supplyRecordKey().isEmpty() || !change.status().equals(COMMITTED)) {
                continue;
            }
            Optional<StoredRequest> request = requests.lockByRecordKey(change.supplyRecordKey());
            long created = created(change, request);
            if (change.kind().equals(ISSUE)) {
                issued = Math.addExact(issued, created);
            }
            if (request.isEmpty()) {
                incidents.raise("unknown-supply-record", change.kind() + " " + change.id());
            } else {
                redeemed = Math.addExact(redeemed, settle(request.get(), block.number(), change, created));
            }
        }
        move(block, issued, redeemed);
    }

    /// What an issue made: the sum of its tokens, or the amount of its request where values are hidden. Of those the
    /// proof says that the tokens are worth the request, and the auditor checks every one.
    private static long created(TransactionChange change, Optional<StoredRequest> request) {
        HiddenOutputs hidden = change.hidden();
        if (hidden == null) {
            return change.created().stream().mapToLong(TokenView::value).reduce(0L, Math::addExact);
        }
        PrivacyModel model = PrivacyModel.ofCode(hidden.model());
        if (model.hidesValue()) {
            return request.map(known -> known.request().amount().minorUnits()).orElse(0L);
        }
        return hidden.tokens().stream()
                .map(token -> HiddenToken.decode(model, Bytes.fromHex(token).toArray()))
                .mapToLong(token -> ((HiddenToken.Anonymous) token).amount().minorUnits())
                .reduce(0L, Math::addExact);
    }

    /// @return what was redeemed
    private long settle(StoredRequest stored, long block, TransactionChange change, long created) {
        SupplyRequest request = stored.request();
        boolean redemption = request.direction() == Direction.REDEMPTION;
        if (!redemption) {
            checkIssue(stored, block, change);
        }
        if (!stored.state().maySettle()) {
            // also what has settled before, whatever a committer shows: nothing is booked, and the difference stays
            // visible until people have understood it
            incidents.raise("settled-without-approval", stored.state() + " " + change.id());
            return redemption ? request.amount().minorUnits() : 0;
        }
        stored.settled(block);
        if (redemption) {
            reserves.redeemed(request.participant(), request.amount(), request.id());
            return request.amount().minorUnits();
        }
        if (created != request.amount().minorUnits()) {
            incidents.raise("issued-amount-differs", change.id());
        }
        reserves.withdrawn(request.participant(), request.amount(), request.id());
        return 0;
    }

    /// Endorsers checked the officers' signatures, which stand in this database and on the ledger: somebody else may
    /// have made another issue with them. It is booked as the ledger has it, and people look into it.
    private void checkIssue(StoredRequest stored, long block, TransactionChange change) {
        String where = "block " + block + " transaction " + change.id() + " request "
                + stored.request().id().toHex();
        if (!attempts.isWritten(Bytes32.fromHex(change.id()), stored.request().id())) {
            incidents.raise(NOT_ATTEMPTED, where);
        }
        if (!network.isToOwner(stored, change)) {
            incidents.raise(TO_OTHERS, where);
        }
    }

    private void move(BlockChanges block, long issued, long redeemed) {
        int moved = store.jdbc
                .sql("""
                    update ledger_position set block = ?, state_hash = ?, issued = issued + ?, redeemed = redeemed + ?
                    where id = 1 and block = ?
                    """)
                .params(block.number(), block.stateHash(), issued, redeemed, block.number() - 1)
                .update();
        Invariant.check(moved == 1, "somebody else follows the ledger into this database");
        if (issued > 0 || redeemed > 0) {
            long inReserves = reserves.accounts().stream()
                    .mapToLong(account -> Math.addExact(account.balance(), account.held()))
                    .reduce(0, Math::addExact);
            store.jdbc.sql("""
                insert into supply_at (block, issued, redeemed, reserves)
                select block, issued, redeemed, ? from ledger_position where id = 1
                """).param(inReserves).update();
        }
    }
}
