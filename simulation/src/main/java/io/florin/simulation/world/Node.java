package io.florin.simulation.world;

import io.florin.runtime.Failure;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// A process on a machine of its own: cores, their edges to network and disk, and what happens when it dies. It dies at
/// a time, or right before one of its effects; what its disk has not synced may be gone then.
///
/// A [Failure] (a full disk) ends the process, which is started again after a while; any other exception is a bug.
public abstract class Node {
    private static final long RESTART_MICROS = 500_000;

    private final World world;
    private final String name;
    private final SimulatedClock clock;
    private final SimulatedDisk disk;
    private final NavigableMap<Long, Cut> cuts = new TreeMap<>();

    private record Cut(long downMicros, Runnable also) {}

    private Optional<Life> life = Optional.empty();
    private long effects;
    private int restarts;

    protected Node(World world, String name) {
        this.world = world;
        this.name = name;
        this.clock = new SimulatedClock(world, world.random("clock of " + name).nextInt(1_000_000));
        this.disk = new SimulatedDisk(world.random("disk of " + name));
    }

    public final String name() {
        return name;
    }

    public final World world() {
        return world;
    }

    public final SimulatedClock clock() {
        return clock;
    }

    public final SimulatedDisk disk() {
        return disk;
    }

    public final boolean isUp() {
        return life.isPresent();
    }

    public final int restarts() {
        return restarts;
    }

    /// Effects carried out so far, in all lives.
    public final long effects() {
        return effects;
    }

    /// Reads what the disk has and begins to work.
    protected abstract void boot(Life begun);

    /// Everything in memory is gone.
    protected abstract void forget();

    public final void start() {
        if (isUp()) {
            return;
        }
        Life begun = new Life(this);
        life = Optional.of(begun);
        live(begun, () -> boot(begun));
    }

    /// Goes down and comes back.
    public final void crash(long downMillis) {
        if (isUp()) {
            goDown(downMillis * 1000);
        }
    }

    /// Goes down right before this effect, counted over all lives.
    ///
    /// @param also happens at the same instant, elsewhere
    public final void crashAtEffect(long effect, long downMillis, Runnable also) {
        cuts.put(effect, new Cut(downMillis * 1000, also));
    }

    /// From now on no effect is its last.
    public final void heal() {
        cuts.clear();
        disk.setFull(false);
    }

    private void goDown(long micros) {
        life.orElseThrow().end();
        life = Optional.empty();
        disk.crash();
        forget();
        restarts++;
        world.after(micros, this::start);
    }

    /// The way in for everything that comes from outside.
    public final void receive(Runnable action) {
        life.ifPresent(now -> live(now, action));
    }

    final void live(Life of, Runnable action) {
        if (of.isOver()) {
            return;
        }
        try {
            action.run();
        } catch (PowerCut cut) {
            goDown(cut.downMicros());
        } catch (Failure broken) {
            goDown(RESTART_MICROS);
        } catch (InvariantViolation violation) {
            throw violation;
        } catch (RuntimeException | StackOverflowError bug) {
            throw new InvariantViolation(name + " stopped by a bug: " + bug.getMessage(), bug);
        }
    }

    /// To be called right before each effect.
    protected final void effect() {
        effects++;
        world.mark(name.hashCode());
        Cut cut = cuts.remove(effects);
        if (cut != null) {
            world.after(0, cut.also());
            throw new PowerCut(cut.downMicros());
        }
    }

    @Override
    public String toString() {
        return name + (isUp() ? "" : " (down)");
    }
}
