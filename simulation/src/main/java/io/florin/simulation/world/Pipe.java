package io.florin.simulation.world;

import java.util.Random;
import java.util.function.Consumer;

/// A mailbox between two threads of one process: what is put in comes out in the same order, some time later.
public final class Pipe<T> {
    private final Life life;
    private final Random random;
    private final long longestMicros;
    private final Consumer<T> receiver;
    private long lastMicros;
    private final World world;

    public Pipe(Node node, Life life, Random random, long longestMicros, Consumer<T> receiver) {
        this.world = node.world();
        this.life = life;
        this.random = random;
        this.longestMicros = longestMicros;
        this.receiver = receiver;
    }

    public void put(T message) {
        long at = Math.max(lastMicros + 1, world.nowMicros() + 1 + random.nextLong(longestMicros));
        lastMicros = at;
        life.after(at - world.nowMicros(), () -> receiver.accept(message));
    }
}
