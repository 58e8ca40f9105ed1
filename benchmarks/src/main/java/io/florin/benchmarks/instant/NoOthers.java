package io.florin.benchmarks.instant;

import io.florin.crypto.Bytes32;
import io.florin.instant.authority.adapter.OtherAuthorities;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.HeldWindow;
import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.TransferCertificate;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// An authority that is measured alone: nobody reads its windows, and everybody says at its start that he holds none.
///
/// @param authorities of the committee; 0 if nobody says so, and nothing is signed
record NoOthers(int self, int authorities) implements OtherAuthorities {
    @Override
    public void publish(ExecutedWindow window) {}

    @Override
    public void fetchOrder(int authority, Bytes32 orderId, Consumer<TransferCertificate> found) {}

    @Override
    public void fetchSequence(int authority, RailAccount sender, long sequence, Consumer<TransferCertificate> found) {}

    @Override
    public void fetchTransaction(int authority, Bytes32 id, Consumer<OutputCertificate> found) {}

    @Override
    public void fetchWindow(int authority, int shard, long number, Consumer<ExecutedWindow> found) {}

    @Override
    public void askHeld(BiConsumer<Integer, List<HeldWindow>> answered) {
        for (int authority = 1; authority <= authorities; authority++) {
            if (authority != self) {
                answered.accept(authority, List.of());
            }
        }
    }
}
