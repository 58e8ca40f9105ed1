package io.florin.sandbox.plan;

import io.florin.identity.NetworkPlan.Endorsement;
import io.florin.ledger.privacy.PrivacyModel;
import java.nio.file.Path;
import java.util.Optional;

/// Choices of the person at the command line.
///
/// @param privacy what the currency is to hide; empty for what the network in the data directory hides, which is
/// nothing where there is none yet
/// @param passiveAudit whether a new network that hides something has an audit authority that opens payments by case
/// @param endorsement how endorsers sign; empty for what the network in the data directory does, BLS for a new one
/// @param smallest whether the network has one of each kind and no node that it can do without, unlinkable and under
/// passive audit whatever else is said here
/// @param rail whether a new network has an instant rail, and no audit of payments before they are final
public record SandboxOptions(
        Path dataDirectory,
        int portOffset,
        Optional<PrivacyModel> privacy,
        boolean passiveAudit,
        Optional<Endorsement> endorsement,
        boolean smallest,
        boolean rail) {
    public SandboxOptions {
        dataDirectory = dataDirectory.toAbsolutePath().normalize();
    }

    /// The same in another directory.
    public SandboxOptions in(Path directory) {
        return new SandboxOptions(directory, portOffset, privacy, passiveAudit, endorsement, smallest, rail);
    }

    /// The same with an instant rail.
    public SandboxOptions withRail() {
        return new SandboxOptions(dataDirectory, portOffset, privacy, passiveAudit, endorsement, smallest, true);
    }

    /// A network with one of each kind but the authorities of a rail.
    public static SandboxOptions smallest(Path dataDirectory, int portOffset) {
        return new SandboxOptions(dataDirectory, portOffset, Optional.empty(), false, Optional.empty(), true, false);
    }

    /// The network of the demonstration.
    public SandboxOptions(
            Path dataDirectory,
            int portOffset,
            Optional<PrivacyModel> privacy,
            boolean passiveAudit,
            Optional<Endorsement> endorsement) {
        this(dataDirectory, portOffset, privacy, passiveAudit, endorsement, false, false);
    }

    public SandboxOptions(Path dataDirectory, int portOffset) {
        this(dataDirectory, portOffset, Optional.empty());
    }

    public SandboxOptions(Path dataDirectory, int portOffset, Optional<PrivacyModel> privacy) {
        this(dataDirectory, portOffset, privacy, false);
    }

    public SandboxOptions(Path dataDirectory, int portOffset, Optional<PrivacyModel> privacy, boolean passiveAudit) {
        this(dataDirectory, portOffset, privacy, passiveAudit, Optional.empty());
    }
}
