package io.florin.sandbox.plan;

import io.florin.ledger.privacy.PrivacyModel;
import java.nio.file.Path;
import java.util.Optional;

/// What the person at the command line may choose.
///
/// @param privacy what the currency is to hide; empty for what the network in the data directory hides, which is
/// nothing where there is none yet
public record SandboxOptions(Path dataDirectory, int portOffset, Optional<PrivacyModel> privacy) {
    public SandboxOptions {
        dataDirectory = dataDirectory.toAbsolutePath().normalize();
    }

    public SandboxOptions(Path dataDirectory, int portOffset) {
        this(dataDirectory, portOffset, Optional.empty());
    }
}
