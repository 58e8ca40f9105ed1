package io.florin.sandbox.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.sandbox.plan.SandboxOptions;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.run.ProcessForm;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// Every service as a process, killed under load. Fifteen JVMs that start on two processors take minutes, so this runs
/// on request: `-Dflorin.faults=short` kills one of each kind that keeps state, `-Dflorin.faults=all` is what
/// `./florin chaos` does.
@EnabledIfSystemProperty(named = "florin.faults", matches = "short|all")
class DrillIT {
    private static final int PORT_OFFSET = 9_000;
    private static final List<String> SHORT_FORM = List.of(
            "kill-committer-1",
            "kill-endorser-2",
            "kill-bank-1",
            "two-parties-away",
            "ordering-group",
            "kafka-stopped");

    @TempDir
    private Path data;

    @AfterEach
    void leaveNothingBehind() {
        new ProcessForm(plan()).down(name -> {});
    }

    @Test
    void nothingIsLostWhateverIsKilled() {
        assertThat(new Drill(plan(), 42, 0, System.out::println).run(faults())).isEmpty();
    }

    private List<Fault> faults() {
        Map<String, Fault> all = Drill.faults(plan().topology());
        return "all".equals(System.getProperty("florin.faults"))
                ? List.copyOf(all.values())
                : SHORT_FORM.stream().map(all::get).toList();
    }

    private SandboxPlan plan() {
        return SandboxPlan.of(new SandboxOptions(data, PORT_OFFSET));
    }
}
