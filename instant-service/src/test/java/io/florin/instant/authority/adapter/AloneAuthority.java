package io.florin.instant.authority.adapter;

import io.florin.crypto.Bytes32;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.HeldWindow;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.TransferCertificate;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// Authority 1 with its journals, beside three others who hold nothing and ask for nothing: for tests of what the
/// ledger and registration tell it.
public final class AloneAuthority {

    public static final int SHARDS = 2;

    private AloneAuthority() {}

    /// Opens it and starts it.
    public static RailAuthority start(TestRail rail, InstantRail configured, ShardLimits limits, Path directory) {
        AuthorityPlan plan = new AuthorityPlan(
                rail.scope(), configured.committee(), rail.verifier(), rail.signer(1), 1, SHARDS, directory);
        RailAuthority opened = RailAuthority.open(configured.kind(), plan, limits, new Others(), (component, cause) -> {
            throw new AssertionError(component, cause);
        });
        opened.start();
        return opened;
    }

    private record Others() implements OtherAuthorities {
        @Override
        public void publish(ExecutedWindow window) {}

        @Override
        public void fetchOrder(int authority, Bytes32 orderId, Consumer<TransferCertificate> found) {}

        @Override
        public void fetchSequence(
                int authority, RailAccount sender, long sequence, Consumer<TransferCertificate> found) {}

        @Override
        public void fetchTransaction(int authority, Bytes32 id, Consumer<OutputCertificate> found) {}

        @Override
        public void fetchWindow(int authority, int shard, long number, Consumer<ExecutedWindow> found) {}

        @Override
        public void askHeld(BiConsumer<Integer, List<HeldWindow>> answered) {
            List.of(2, 3, 4).forEach(other -> answered.accept(other, List.of()));
        }
    }
}
