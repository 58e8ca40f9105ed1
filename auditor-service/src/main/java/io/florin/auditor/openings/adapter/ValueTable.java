package io.florin.auditor.openings.adapter;

import io.florin.crypto.commitment.Generators;
import io.florin.crypto.elgamal.DiscreteLogTable;
import io.florin.crypto.elgamal.ValueLimbs;
import io.florin.crypto.group.G1;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// The table that reads values: made once, by a thread of its own, when it is first asked for.
final class ValueTable {
    private final int bits;
    private @Nullable CompletableFuture<DiscreteLogTable> table;

    /// @param bits of the table
    ValueTable(int bits) {
        this.bits = bits;
    }

    /// Begins to make it.
    synchronized CompletableFuture<DiscreteLogTable> prepare() {
        CompletableFuture<DiscreteLogTable> made = table;
        if (made == null) {
            made = new CompletableFuture<>();
            table = made;
            CompletableFuture<DiscreteLogTable> result = made;
            Thread.ofPlatform().daemon().name("audit-value-table").start(() -> make(result));
        }
        return made;
    }

    private void make(CompletableFuture<DiscreteLogTable> result) {
        try {
            result.complete(new DiscreteLogTable(Generators.VALUE, bits));
        } catch (RuntimeException | Error failed) {
            result.completeExceptionally(failed);
        }
    }

    /// @throws ProblemException 503 while it is being made
    void requireReady() {
        if (!prepare().isDone()) {
            throw new ProblemException(ProblemCode.UNAVAILABLE, "The table of values is being made; ask again soon.");
        }
    }

    /// The 32 bits of a limb.
    OptionalLong find(G1 point) {
        return prepare().join().find(point, ValueLimbs.BITS);
    }
}
