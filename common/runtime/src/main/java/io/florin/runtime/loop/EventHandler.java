package io.florin.runtime.loop;

/// Handler of a loop's events: call the core and carry out its effects.
@FunctionalInterface
public interface EventHandler<E> {
    /// Handles one event. Whatever it throws is taken for a bug and stops the loop: failures of the world (a disk, a
    /// broker) must be handled inside, with a bound.
    void on(E event) throws Exception;

    /// The mailbox was empty or the batch is full: the moment to write what the events before have gathered.
    default void batchEnded() throws Exception {}

    /// Whether time alone can make something due soon. Where nothing waits, ticks come ten times a second at most, and
    /// as often as they should again with the next event that leaves something waiting.
    default boolean awaitsTicks() {
        return true;
    }
}
