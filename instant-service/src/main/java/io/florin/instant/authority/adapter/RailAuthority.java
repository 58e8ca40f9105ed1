package io.florin.instant.authority.adapter;

import io.florin.crypto.Bytes32;
import io.florin.instant.authority.Standing;
import io.florin.ledger.Amount;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailKind;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.RescueEvidence;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.runtime.service.FaultHandler;
import java.util.function.Consumer;

/// An authority of either kind of rail, as far as the ledger, registration and operators have to do with it.
///
/// Any thread. Nothing waits but [#close].
public sealed interface RailAuthority extends AutoCloseable permits Authority, OutputAuthority {

    /// Takes in the journals; nothing runs before [#start].
    ///
    /// @throws io.florin.runtime.Failure if a journal cannot be read
    static RailAuthority open(
            RailKind kind, AuthorityPlan plan, ShardLimits limits, OtherAuthorities others, FaultHandler faults) {
        return switch (kind) {
            case ACCOUNTS -> new Authority(plan, limits, others, faults);
            case OUTPUTS -> new OutputAuthority(plan, limits, others, faults);
        };
    }

    void start();

    RailScope scope();

    Standing standing();

    int shards();

    /// Requests that may still be taken.
    int room();

    /// Of the ledger, up to which the journals of all shards had its blocks at the start: it is told from the next one
    /// on. Blocks that are told again change nothing.
    long followedAtStart();

    /// A deposit on the ledger.
    ///
    /// @return false if it has to be told again
    boolean deposit(Bytes32 key, RailAccount owner, Amount amount);

    /// A rescue on the ledger. Rescues and outcomes come in the order of the ledger, before the height of their block.
    ///
    /// @return false if it has to be told again, before anything that follows it
    boolean rescue(long height, RescueEvidence evidence);

    /// The same for an outcome.
    boolean outcome(long height, RescueOutcome outcome);

    /// The ledger's height, for every shard, after everything that its blocks up to there brought.
    ///
    /// @return false if it has to be told again; a shard that knows it ignores it
    boolean height(long height);

    /// Registration suspends an owner, or lets it pay again.
    ///
    /// @return false if it has to be told again; a shard that knows it ignores it
    boolean suspended(RailAccount owner, boolean now);

    /// Tells how a shard stands, on its thread; costs a hash over all that it knows.
    ///
    /// @return false if there is no room, or the shard has stopped: then nothing is told
    boolean report(int shard, Consumer<ShardReport> reader);

    /// Tells whether a shard has credited a deposit, on its thread.
    ///
    /// @param key of the deposit's record on the ledger
    /// @return false if there is no room, or the shard has stopped: then nothing is told
    boolean isCredited(int shard, Bytes32 key, Consumer<Boolean> reader);

    @Override
    void close();
}
