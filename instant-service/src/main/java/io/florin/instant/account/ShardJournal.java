package io.florin.instant.account;

import io.florin.instant.journal.HeldEffects;
import io.florin.ledger.Invariant;
import io.florin.ledger.rail.signing.AuthoritySignature;
import io.florin.ledger.rail.signing.AuthoritySigner;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The one way to change a shard's state, and the one way out of it. What is recorded is in the state at once; what is
/// held leaves when every record before it is on the disk, also one that it does not come of: it may tell of it.
final class ShardJournal {

    private final ShardState state;
    private final HeldEffects<ShardEffect> held;
    private List<ShardRecord> fresh = new ArrayList<>();

    /// From the beginning of the journal, with those that were replayed.
    private long records;

    ShardJournal(ShardState state, AuthoritySigner signer) {
        this.state = state;
        this.held = new HeldEffects<>(signer);
    }

    /// The state is that of a snapshot.
    ///
    /// @param upTo records that it sums up
    void restored(long upTo) {
        records = upTo;
    }

    void replay(ShardRecord record) {
        state.apply(record);
        records++;
        state.takeGiven(); // kept in the outbox, and sent again in the next round
        state.takeMoved(); // what waits is looked at in the next round
    }

    void record(ShardRecord record) {
        fresh.add(record);
        state.apply(record);
        records++;
        state.takeGiven().forEach(given -> hold(new ShardEffect.SendNotice(given.toShard(), given.notice())));
    }

    void hold(ShardEffect effect) {
        held.hold(records, effect);
    }

    /// @param effect of the statement's signature
    void holdUnsigned(byte[] statement, Function<AuthoritySignature, ShardEffect> effect) {
        held.holdUnsigned(records, statement, effect);
    }

    /// Records since the last call.
    List<ShardRecord> takeFresh() {
        List<ShardRecord> all = fresh;
        fresh = new ArrayList<>();
        return all;
    }

    List<ShardEffect> synced(long onDisk) {
        Invariant.check(onDisk <= records, "more records on the disk than there are");
        return held.release(onDisk);
    }
}
