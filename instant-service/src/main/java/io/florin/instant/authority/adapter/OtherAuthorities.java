package io.florin.instant.authority.adapter;

import io.florin.crypto.Bytes32;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.HeldWindow;
import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.TransferCertificate;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// The ways to the other authorities of the committee. Nothing here waits: what cannot be sent now is dropped, and the
/// shard asks or says it again. Answers come on any thread, or never.
public interface OtherAuthorities {

    void publish(ExecutedWindow window);

    void fetchOrder(int authority, Bytes32 orderId, Consumer<TransferCertificate> found);

    void fetchSequence(int authority, RailAccount sender, long sequence, Consumer<TransferCertificate> found);

    /// On a rail of outputs.
    void fetchTransaction(int authority, Bytes32 id, Consumer<OutputCertificate> found);

    void fetchWindow(int authority, int shard, long number, Consumer<ExecutedWindow> found);

    /// Asks all of them for the windows of this authority that they hold.
    ///
    /// @param answered takes who answers, and what
    void askHeld(BiConsumer<Integer, List<HeldWindow>> answered);
}
