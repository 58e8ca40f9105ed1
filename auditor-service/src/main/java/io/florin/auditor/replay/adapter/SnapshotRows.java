package io.florin.auditor.replay.adapter;

import io.florin.auditor.replay.SnapshotSeal;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// Sealed snapshots in storage. Nothing here is trusted.
interface SnapshotRows {

    /// Keeps a snapshot whole or not at all, and the newest ones besides.
    ///
    /// @param content gives the parts one after the other, then their seal
    /// @param kept how many snapshots stay, this one included
    void write(long block, Function<Consumer<byte[]>, SnapshotSeal> content, int kept);

    /// The blocks of which there are snapshots, newest first.
    List<Long> blocks();

    /// Empty where there is none, or none that can be one.
    Optional<SnapshotSeal> seal(long block);

    /// Empty where it is missing or larger than a part can be.
    Optional<byte[]> part(long block, int number);

    void remove(long block);
}
