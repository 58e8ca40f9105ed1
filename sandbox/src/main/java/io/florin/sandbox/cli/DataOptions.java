package io.florin.sandbox.cli;

import io.florin.identity.NetworkPlan.Endorsement;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.sandbox.plan.SandboxOptions;
import io.florin.sandbox.plan.SandboxPlan;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options that say which sandbox is meant.
final class DataOptions {
    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = ".florin",
            description = "Directory that holds everything this sandbox keeps (default: ${DEFAULT-VALUE}).")
    private Path data = Path.of(".florin");

    @Option(
            names = "--port-offset",
            paramLabel = "N",
            defaultValue = "0",
            description = "Added to every port, so that two sandboxes fit on one machine (default: ${DEFAULT-VALUE}).")
    private int portOffset;

    @Option(
            names = "--rail",
            description =
                    "A new network has an instant rail with four authorities; its currency is in the clear, and the"
                            + " auditor signs off no payments, since nobody does on a rail.")
    private boolean rail;

    SandboxPlan plan() {
        return plan(Optional.empty());
    }

    SandboxPlan plan(Optional<PrivacyModel> privacy) {
        return plan(privacy, false);
    }

    SandboxPlan plan(Optional<PrivacyModel> privacy, boolean passiveAudit) {
        return plan(privacy, passiveAudit, Optional.empty());
    }

    SandboxPlan plan(Optional<PrivacyModel> privacy, boolean passiveAudit, Optional<Endorsement> endorsement) {
        var options = new SandboxOptions(data, portOffset, privacy, passiveAudit, endorsement);
        return SandboxPlan.of(rail ? options.withRail() : options);
    }
}
