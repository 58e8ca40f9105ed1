package io.florin.committer.wiring;

import io.florin.committer.simulation.Workload;
import java.nio.file.Path;

/// A committer engine in a process of its own, to be killed: works on the blocks of a workload until it is done.
public final class EngineChild {

    private EngineChild() {}

    /// Directory, seed, blocks and transactions per block.
    public static void main(String[] arguments) throws InterruptedException {
        Workload workload = new Workload(
                Long.parseLong(arguments[1]), Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
        CommitterEngine engine = new CommitterEngine(
                EngineSettings.of(Path.of(arguments[0])),
                workload.network().genesis(),
                0,
                workload.network().committer(),
                (component, bug) -> {
                    bug.printStackTrace();
                    Runtime.getRuntime().halt(3);
                },
                CommitterObserver.NONE);
        System.out.println("started");
        for (long number = engine.takenBlock() + 1; number <= workload.blocks().size(); number++) {
            engine.submit(workload.blocks().get((int) number - 1));
            System.out.println("submitted " + number);
        }
        Thread.currentThread().join();
    }
}
