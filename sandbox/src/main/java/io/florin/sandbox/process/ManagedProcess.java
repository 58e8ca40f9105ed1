package io.florin.sandbox.process;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One process of the multi-process form: its name, command, additions to the environment, and the address that answers
/// 200 when it is ready to serve.
public record ManagedProcess(
        String name, List<String> command, Map<String, String> environment, Optional<URI> readiness) {
    public ManagedProcess {
        if (!name.matches("[a-z][a-z0-9-]{0,40}")) {
            throw new IllegalArgumentException("not a process name: " + name);
        }
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }
}
