package io.florin.instant.account;

import io.florin.ledger.rail.signing.AuthoritySignature;
import io.florin.ledger.rail.signing.AuthoritySigner;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Effects that wait for the disk. Each is held until all records before it are there; statements are signed only then,
/// all of one sync together, which is what makes batches of signatures cheap.
final class HeldEffects {

    private final AuthoritySigner signer;
    private final Deque<Held> queue = new ArrayDeque<>();

    private sealed interface Held {
        long records();
    }

    private record Ready(long records, ShardEffect effect) implements Held {}

    private record Unsigned(long records, byte[] statement, Function<AuthoritySignature, ShardEffect> effect)
            implements Held {}

    HeldEffects(AuthoritySigner signer) {
        this.signer = signer;
    }

    /// @param records that have to be on the disk first
    void hold(long records, ShardEffect effect) {
        queue.add(new Ready(records, effect));
    }

    /// @param effect of the statement's signature
    void holdUnsigned(long records, byte[] statement, Function<AuthoritySignature, ShardEffect> effect) {
        queue.add(new Unsigned(records, statement, effect));
    }

    /// @param records that are on the disk
    List<ShardEffect> release(long records) {
        List<Held> free = new ArrayList<>();
        while (Optional.ofNullable(queue.peek())
                .filter(held -> held.records() <= records)
                .isPresent()) {
            free.add(queue.remove());
        }
        Deque<AuthoritySignature> signatures = new ArrayDeque<>(sign(free));
        List<ShardEffect> effects = new ArrayList<>(free.size());
        for (Held held : free) {
            effects.add(
                    switch (held) {
                        case Ready ready -> ready.effect();
                        case Unsigned unsigned -> unsigned.effect().apply(signatures.remove());
                    });
        }
        return effects;
    }

    private List<AuthoritySignature> sign(List<Held> free) {
        List<byte[]> statements = free.stream()
                .filter(Unsigned.class::isInstance)
                .map(held -> ((Unsigned) held).statement())
                .toList();
        List<AuthoritySignature> signatures = new ArrayList<>(statements.size());
        for (int from = 0; from < statements.size(); from += AuthoritySigner.WINDOW_MAX) {
            int to = Math.min(statements.size(), from + AuthoritySigner.WINDOW_MAX);
            signatures.addAll(signer.sign(statements.subList(from, to)));
        }
        return signatures;
    }
}
