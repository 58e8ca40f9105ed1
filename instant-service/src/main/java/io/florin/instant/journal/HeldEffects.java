package io.florin.instant.journal;

import io.florin.ledger.rail.signing.AuthoritySignature;
import io.florin.ledger.rail.signing.AuthoritySigner;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Effects that wait for the disk. Each is held until all records before it are there; statements are signed only then,
/// all of one sync together, which is what makes batches of signatures cheap.
///
/// @param <E> effects of this kind of shard
public final class HeldEffects<E> {

    private final AuthoritySigner signer;
    private final Deque<Held<E>> queue = new ArrayDeque<>();

    private sealed interface Held<E> {
        long records();
    }

    private record Ready<E>(long records, E effect) implements Held<E> {}

    private record Unsigned<E>(long records, byte[] statement, Function<AuthoritySignature, E> effect)
            implements Held<E> {}

    public HeldEffects(AuthoritySigner signer) {
        this.signer = signer;
    }

    /// @param records that have to be on the disk first
    public void hold(long records, E effect) {
        queue.add(new Ready<>(records, effect));
    }

    /// @param effect of the statement's signature
    public void holdUnsigned(long records, byte[] statement, Function<AuthoritySignature, E> effect) {
        queue.add(new Unsigned<>(records, statement, effect));
    }

    /// @param records that are on the disk
    public List<E> release(long records) {
        List<Held<E>> free = new ArrayList<>();
        while (Optional.ofNullable(queue.peek())
                .filter(held -> held.records() <= records)
                .isPresent()) {
            free.add(queue.remove());
        }
        Deque<AuthoritySignature> signatures = new ArrayDeque<>(sign(free));
        List<E> effects = new ArrayList<>(free.size());
        for (Held<E> held : free) {
            effects.add(
                    switch (held) {
                        case Ready<E> ready -> ready.effect();
                        case Unsigned<E> unsigned -> unsigned.effect().apply(signatures.remove());
                    });
        }
        return effects;
    }

    private List<AuthoritySignature> sign(List<Held<E>> free) {
        List<byte[]> statements = free.stream()
                .flatMap(
                        held -> held instanceof Unsigned<E> unsigned ? Stream.of(unsigned.statement()) : Stream.empty())
                .toList();
        List<AuthoritySignature> signatures = new ArrayList<>(statements.size());
        for (int from = 0; from < statements.size(); from += AuthoritySigner.WINDOW_MAX) {
            int to = Math.min(statements.size(), from + AuthoritySigner.WINDOW_MAX);
            signatures.addAll(signer.sign(statements.subList(from, to)));
        }
        return signatures;
    }
}
