package io.florin.instant.output;

import io.florin.instant.journal.HeldEffects;
import io.florin.ledger.Invariant;
import io.florin.ledger.rail.signing.AuthoritySignature;
import io.florin.ledger.rail.signing.AuthoritySigner;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The one way to change the state of a shard of outputs, and the one way out of it. What is recorded is in the state
/// at once; what is held leaves when every record before it is on the disk, also one that it does not come of: it may
/// tell of it.
final class OutputJournal {

    private final OutputState state;
    private final HeldEffects<OutputEffect> held;
    private List<OutputRecord> fresh = new ArrayList<>();

    /// From the beginning of the journal, with those that were replayed.
    private long records;

    OutputJournal(OutputState state, AuthoritySigner signer) {
        this.state = state;
        this.held = new HeldEffects<>(signer);
    }

    /// The state is that of a snapshot.
    ///
    /// @param upTo records that it sums up
    void restored(long upTo) {
        records = upTo;
    }

    void replay(OutputRecord record) {
        state.apply(record);
        records++;
        state.takeGiven(); // kept in the outbox, and sent again in the next round
        state.takeDecided(); // nobody waits any more; whoever asks again gets the answer
    }

    void record(OutputRecord record) {
        fresh.add(record);
        state.apply(record);
        records++;
        state.takeGiven().forEach(given -> hold(new OutputEffect.SendNotice(given.toShard(), given.notice())));
    }

    void hold(OutputEffect effect) {
        held.hold(records, effect);
    }

    /// @param effect of the statement's signature
    void holdUnsigned(byte[] statement, Function<AuthoritySignature, OutputEffect> effect) {
        held.holdUnsigned(records, statement, effect);
    }

    /// Records since the last call.
    List<OutputRecord> takeFresh() {
        List<OutputRecord> all = fresh;
        fresh = new ArrayList<>();
        return all;
    }

    List<OutputEffect> synced(long onDisk) {
        Invariant.check(onDisk <= records, "more records on the disk than there are");
        return held.release(onDisk);
    }
}
