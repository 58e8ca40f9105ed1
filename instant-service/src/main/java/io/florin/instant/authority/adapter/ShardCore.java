package io.florin.instant.authority.adapter;

import io.florin.crypto.Bytes;
import io.florin.instant.authority.WindowTally;
import java.util.List;
import java.util.Optional;

/// The core of a shard of one kind, as its loop drives it: events in, records as bytes for the journal, effects out.
/// Owned by the shard's thread; the tally alone may be asked by any.
///
/// @param <C> the core itself, for operators and judges
/// @param <V> events
/// @param <A> answers
/// @param <E> effects
interface ShardCore<C, V, A, E> {

    /// An answer and the request that it is for.
    record Answered<A>(long request, A answer) {}

    C core();

    WindowTally windows();

    /// Of the ledger, up to which its blocks are in the state.
    long height();

    /// The next part of a snapshot.
    void restore(byte[] part);

    /// All parts were given; they sum up so many records.
    void restored(long records);

    void replay(byte[] record);

    /// @return the records that the event adds to the journal
    List<Bytes> on(V event);

    /// The event of a round.
    V windowDue();

    /// Effects that may leave now that so many records are on the disk.
    List<E> synced(long records);

    /// Empty if the effect is no answer.
    Optional<Answered<A>> answered(E effect);

    List<Bytes> snapshot();
}
