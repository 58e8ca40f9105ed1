package io.florin.simulation.cli;

import io.florin.simulation.run.BrokenSchedule;
import io.florin.simulation.run.Cast;
import io.florin.simulation.run.FaultPlan;
import io.florin.simulation.run.RunSummary;
import io.florin.simulation.run.Schedule;
import io.florin.simulation.run.Seeds;
import io.florin.simulation.run.Shrinker;
import io.florin.simulation.run.Simulation;
import io.florin.simulation.world.InvariantViolation;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Runs the cores of the services in one thread from one seed, with faults. Ends with 1 when a seed breaks something.
@Command(
        name = "florin simulate",
        mixinStandardHelpOptions = true,
        description = "Runs the cores of the services under faults, one seed after the other.")
public final class SimulateCommand implements Callable<Integer> {
    private static final int BROKEN = 1;
    /// Short enough to be typed.
    private static final long FIRST_MAX = 1_000_000_000_000L;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--seeds", paramLabel = "N", description = "How many seeds (default: ${DEFAULT-VALUE}).")
    private long seeds = 1000;

    @Option(names = "--from", paramLabel = "S", description = "The first of them (default: a new one each time).")
    private long from = new SecureRandom().nextLong(FIRST_MAX);

    @Option(names = "--seed", paramLabel = "S", description = "This seed only; its schedule is printed.")
    private Optional<Long> seed = Optional.empty();

    @Option(names = "--threads", paramLabel = "N", description = "Seeds at a time (default: one for each processor).")
    private int threads = Runtime.getRuntime().availableProcessors();

    private final LongFunction<Cast> casts;

    public SimulateCommand() {
        this(_ -> Cast.HONEST);
    }

    /// @param casts who plays under a seed
    SimulateCommand(LongFunction<Cast> casts) {
        this.casts = casts;
    }

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new SimulateCommand()).execute(arguments));
    }

    @Override
    public Integer call() {
        return seed.map(this::one).orElseGet(this::many);
    }

    private int one(long only) {
        Schedule schedule = FaultPlan.draw(only, Simulation.nodes());
        out().println(schedule);
        Cast cast = casts.apply(only);
        try {
            RunSummary outcome = Seeds.outcome(schedule, cast);
            out().println("nothing broke: " + outcome);
            return 0;
        } catch (InvariantViolation violation) {
            return tell(new BrokenSchedule(schedule, violation), cast);
        }
    }

    private int many() {
        out().println(seeds + " seeds from " + from + " on");
        long begin = System.nanoTime();
        Seeds run = new Seeds(from, casts);
        Optional<BrokenSchedule> found = run.tryAll(seeds, 0, threads);
        long millis = (System.nanoTime() - begin) / 1_000_000;
        out().println(run.sum() + " in " + millis + " ms");
        return found.map(it -> tell(it, casts.apply(it.schedule().seed()))).orElse(0);
    }

    private int tell(BrokenSchedule found, Cast cast) {
        out().println("broken: " + found.violation().getMessage());
        if (found.violation().getCause() != null) {
            found.violation().getCause().printStackTrace(out());
        }
        out().println("shrinking ...");
        out().println(Shrinker.shrink(found.schedule(), cast, found.violation()));
        out().println("again: ./florin simulate --seed " + found.schedule().seed());
        return BROKEN;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
