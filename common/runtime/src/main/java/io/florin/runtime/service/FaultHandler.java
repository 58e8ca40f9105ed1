package io.florin.runtime.service;

/// Told of a bug: the component that met it has stopped and will not go on; the handler makes that visible.
@FunctionalInterface
public interface FaultHandler {
    /// Called once by the stopping component, on its own thread. Must not throw.
    void stopped(String component, Throwable bug);
}
