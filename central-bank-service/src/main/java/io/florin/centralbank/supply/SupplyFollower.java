package io.florin.centralbank.supply;

import io.florin.centralbank.incidents.Incidents;
import io.florin.centralbank.reserves.ReserveLedger;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.Invariant;
import io.florin.ledger.StateKey;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.SupplyRequest.Direction;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.ResultTip;
import io.florin.ledger.status.SettledBlock;
import io.florin.ledger.status.SettledTransaction;
import io.florin.runtime.Failure;
import io.florin.runtime.chain.ResultReader;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// Follows the ledger and settles requests whose record it finds: such a block's effects and the new position are one
/// database transaction, so every record counts exactly once. Blocks without a record are followed in memory; they are
/// read again after a crash, at most [#UNWRITTEN_MAX] of them. A record that belongs to no request, whose amount
/// differs, an issue that was not made here or went to somebody else, or a result that proves nothing is an incident
/// and stops issuing.
///
/// Owned by one thread. Believes what [ResultTip] proves; the auditor's own replay is compared by [SupplyCheck].
public final class SupplyFollower {

    /// An issue of a known request settled whose transaction this service never made.
    static final String NOT_ATTEMPTED = "issue-not-attempted";

    private static final String TO_OTHERS = "issued-to-others";

    /// Time for which the committer may keep a question until there is a block.
    private static final Duration AWAIT_BLOCK = Duration.ofSeconds(2);

    /// Time for which the position in the database is taken to be the one that was read or written last: others can
    /// write there.
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    /// Blocks without a record after which the position is written all the same; sooner when there are no more blocks.
    private static final int UNWRITTEN_MAX = 64;

    private final ResultReader results;
    private final Network network;
    private final RequestRepository requests;
    private final ReserveLedger reserves;
    private final Incidents incidents;
    private final Store store;
    private final IssueAttempts attempts;
    private final KeptConfiguration configuration = new KeptConfiguration();
    private long recountedVersion;
    private @Nullable Place place;
    private volatile long followedThrough;

    /// @param transactions one for each block
    /// @param recount looks at approvals again when another configuration is in force
    record Store(JdbcClient jdbc, TransactionOperations transactions, Runnable recount, InstantSource clock) {}

    SupplyFollower(
            ResultReader results,
            Network network,
            RequestRepository requests,
            ReserveLedger reserves,
            Incidents incidents,
            Store store) {
        this.results = results;
        this.network = network;
        this.requests = requests;
        this.reserves = reserves;
        this.incidents = incidents;
        this.store = store;
        this.attempts = new IssueAttempts(store.jdbc);
        tip(kept()).ifPresent(tip -> network.putInForce(tip.configuration()));
    }

    /// Blocks of a step.
    ///
    /// @param changed whether there was anything in them that is work for others here
    public record Followed(int blocks, boolean changed) {}

    /// Follows the blocks that are there, or awaits one.
    public Followed follow() {
        Place here = place();
        network.putInForce(here.tip.configuration());
        long version = here.tip.configuration().version();
        List<SettledBlock> blocks = results.after(here.tip, BlockResult.LIST_MAX, AWAIT_BLOCK);
        boolean changed = false;
        for (SettledBlock block : blocks) {
            if (isOwn(block)) {
                if (!kept().equals(here.kept)) {
                    place = null; // somebody wrote there: it goes on from what stands there now
                    return new Followed(Math.toIntExact(block.number() - 1 - here.tip.number()), changed);
                }
                here = settled(here, block);
                changed = true;
            } else {
                here = new Place(here.kept, block.after(), here.lookedMillis);
            }
            reached(here);
        }
        if (here.unwritten() >= UNWRITTEN_MAX || (blocks.isEmpty() && here.unwritten() > 0)) {
            written(here);
        }
        if (blocks.isEmpty() && version != recountedVersion) {
            // all that could settle under the configuration before has settled here
            store.recount.run();
            recountedVersion = version;
            changed = true;
        }
        return new Followed(blocks.size(), changed);
    }

    /// Place of the follower on the ledger.
    ///
    /// @param kept how the position stands in the database, perhaps some blocks behind the tip
    private record Place(Kept kept, ResultTip tip, long lookedMillis) {
        long unwritten() {
            return tip.number() - kept.block;
        }
    }

    private Place place() {
        long now = store.clock.millis();
        Place before = place;
        if (before != null && Math.abs(now - before.lookedMillis) < LOOK_AGAIN.toMillis()) {
            return before;
        }
        Kept kept = kept();
        if (before != null && kept.equals(before.kept)) {
            return reached(new Place(kept, before.tip, now));
        }
        Optional<ResultTip> tip = tip(kept);
        if (tip.isPresent()) {
            return reached(new Place(kept, tip.get(), now));
        }
        ResultTip found = tipFromGenesis(kept.block, kept.stateHash);
        return reached(new Place(kept(), found, now));
    }

    private Place reached(Place here) {
        place = here;
        followedThrough = here.tip.number();
        return here;
    }

    private boolean isOwn(SettledBlock block) {
        return block.number() == 1
                || block.after().configuration().version()
                        != network.configuration().version()
                || block.committed().stream()
                        .anyMatch(settled ->
                                settled.committed().orElseThrow().supplyRecord().isPresent());
    }

    /// Books a block. The place is forgotten meanwhile: if that fails, or its end is not known, the database says where
    /// to go on.
    private Place settled(Place before, SettledBlock block) {
        place = null;
        store.transactions.executeWithoutResult(_ -> apply(block, before.kept.block));
        network.putInForce(block.after().configuration());
        return new Place(kept(), block.after(), store.clock.millis());
    }

    private void written(Place here) {
        place = null;
        int moved = store.jdbc
                .sql("update ledger_position set block = ?, state_hash = ? where id = 1 and block = ?")
                .params(here.tip.number(), here.tip.stateHash().toHex(), here.kept.block)
                .update();
        if (moved == 1) {
            reached(new Place(here.kept.at(here.tip), here.tip, here.lookedMillis));
        }
    }

    private Kept kept() {
        return store.jdbc
                .sql("select block, state_hash, configuration from ledger_position where id = 1")
                .query((row, _) -> new Kept(
                        row.getLong("block"),
                        row.getString("state_hash"),
                        Optional.ofNullable(row.getBytes("configuration")).map(Bytes::of)))
                .single();
    }

    private record Kept(long block, String stateHash, Optional<Bytes> configuration) {
        Kept at(ResultTip tip) {
            return new Kept(tip.number(), tip.stateHash().toHex(), configuration);
        }
    }

    /// Empty in a database from before the configuration was kept.
    private Optional<ResultTip> tip(Kept kept) {
        if (kept.block == 0) {
            return Optional.of(ResultTip.of(network.genesis()));
        }
        return kept.configuration.map(encoded -> new ResultTip(
                network.id(), kept.block, Bytes32.fromHex(kept.stateHash), configuration.of(encoded.toArray())));
    }

    private ResultTip tipFromGenesis(long block, String stateHash) {
        ResultTip tip = results.tipAt(network.genesis(), block);
        if (!tip.stateHash().toHex().equals(stateHash)) {
            incidents.raise("ledger-not-as-followed", "block " + block);
            throw new Failure("the state hash of block " + block + " is not the one that was followed");
        }
        keep(tip.configuration());
        return tip;
    }

    private void keep(NetworkConfiguration inForce) {
        store.jdbc
                .sql("update ledger_position set configuration = ? where id = 1")
                .param(inForce.encode())
                .update();
    }

    /// @param issued and redeemed: minor units, as the ledger's records say
    record Position(long block, long issued, long redeemed) {
        long outstanding() {
            return issued - redeemed;
        }
    }

    Position position() {
        long followed = followedThrough; // first: what blocks up to it did stands in the row then
        return store.jdbc
                .sql("select block, issued, redeemed from ledger_position where id = 1")
                .query((row, _) -> new Position(
                        Math.max(followed, row.getLong("block")), row.getLong("issued"), row.getLong("redeemed")))
                .single();
    }

    private void apply(SettledBlock block, long before) {
        long issued = 0;
        long redeemed = 0;
        for (SettledTransaction settled : block.committed()) {
            SettlementTransaction transaction = settled.committed().orElseThrow();
            Optional<StateKey> record = transaction.supplyRecord();
            if (record.isEmpty()) {
                continue;
            }
            Optional<StoredRequest> request =
                    requests.lockByRecordKey(record.get().toHex());
            long created = created(transaction, request);
            if (transaction.kind() == TransactionKind.ISSUE) {
                issued = Math.addExact(issued, created);
            }
            if (request.isEmpty()) {
                incidents.raise(
                        "unknown-supply-record",
                        transaction.kind() + " " + transaction.id().toHex());
            } else {
                redeemed = Math.addExact(redeemed, settle(request.get(), block.number(), transaction, created));
            }
        }
        move(block, before, issued, redeemed);
    }

    /// Amount that an issue made: the sum of its tokens, or the amount of its request where values are hidden. Of those
    /// the proof says that the tokens are worth the request, and the auditor checks every one.
    private static long created(SettlementTransaction transaction, Optional<StoredRequest> request) {
        long clear = transaction.outputs().stream()
                .mapToLong(output -> output.token().value().minorUnits())
                .reduce(0L, Math::addExact);
        var hidden = transaction.hiddenOutputs();
        if (!hidden.isEmpty() && hidden.getFirst().token().model().hidesValue()) {
            return request.map(known -> known.request().amount().minorUnits()).orElse(0L);
        }
        return hidden.stream()
                .flatMap(output -> output.token().amount().stream())
                .mapToLong(Amount::minorUnits)
                .reduce(clear, Math::addExact);
    }

    /// @return what was redeemed
    private long settle(StoredRequest stored, long block, SettlementTransaction transaction, long created) {
        SupplyRequest request = stored.request();
        boolean redemption = request.direction() == Direction.REDEMPTION;
        if (!redemption) {
            checkIssue(stored, block, transaction);
        }
        if (!stored.state().maySettle()) {
            // also what has settled before, whatever a committer shows: nothing is booked, and the difference stays
            // visible until people have understood it
            incidents.raise(
                    "settled-without-approval",
                    stored.state() + " " + transaction.id().toHex());
            return redemption ? request.amount().minorUnits() : 0;
        }
        stored.settled(block);
        if (redemption) {
            reserves.redeemed(request.participant(), request.amount(), request.id());
            return request.amount().minorUnits();
        }
        if (created != request.amount().minorUnits()) {
            incidents.raise("issued-amount-differs", transaction.id().toHex());
        }
        reserves.withdrawn(request.participant(), request.amount(), request.id());
        return 0;
    }

    /// Endorsers checked the officers' signatures, which stand in this database and on the ledger: somebody else may
    /// have made another issue with them. It is booked as the ledger has it, and people look into it.
    private void checkIssue(StoredRequest stored, long block, SettlementTransaction transaction) {
        String where = "block " + block + " transaction " + transaction.id().toHex() + " request "
                + stored.request().id().toHex();
        if (!attempts.isWritten(transaction.id().value(), stored.request().id())) {
            incidents.raise(NOT_ATTEMPTED, where);
        }
        if (!network.isToOwner(stored, transaction)) {
            incidents.raise(TO_OTHERS, where);
        }
    }

    private void move(SettledBlock block, long before, long issued, long redeemed) {
        int moved = store.jdbc
                .sql("""
                    update ledger_position set block = ?, state_hash = ?, issued = issued + ?, redeemed = redeemed + ?
                    where id = 1 and block = ?
                    """)
                .params(block.number(), block.after().stateHash().toHex(), issued, redeemed, before)
                .update();
        Invariant.check(moved == 1, "somebody else follows the ledger into this database");
        NetworkConfiguration inForce = block.after().configuration();
        if (block.number() == 1 || inForce.version() != network.configuration().version()) {
            keep(inForce);
        }
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
