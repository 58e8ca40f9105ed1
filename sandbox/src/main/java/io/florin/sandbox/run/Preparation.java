package io.florin.sandbox.run;

import io.florin.runtime.identity.NetworkMaterial;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.plan.Topology;
import io.florin.sandbox.ports.PortPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/// What both forms do before the first server starts: one sandbox per data directory, free ports, a network.
final class Preparation {
    private Preparation() {}

    /// Holds the data directory for this process until it is closed or the process ends.
    record Lock(FileChannel channel) implements AutoCloseable {
        @Override
        public void close() {
            try {
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot release the data directory", e);
            }
        }
    }

    static Lock lock(SandboxPlan plan) {
        try {
            Files.createDirectories(plan.dataDirectory());
            FileChannel channel = FileChannel.open(
                    plan.dataDirectory().resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            if (lock == null) {
                channel.close();
                throw new SandboxException("Another sandbox uses " + plan.dataDirectory()
                        + ". Stop it, or choose another directory with --data.");
            }
            return new Lock(channel);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot use " + plan.dataDirectory(), e);
        }
    }

    static void requireFreePorts(SandboxPlan plan) {
        List<PortPlan.Taken> taken = plan.ports().taken();
        if (!taken.isEmpty()) {
            throw new SandboxException(
                    taken.stream().map(PortPlan.Taken::message).collect(Collectors.joining("\n")));
        }
    }

    /// Creates the network on first use; later only renews the nodes' certificates, which live for 90 days.
    static void network(SandboxPlan plan) {
        Path directory = plan.networkDirectory();
        if (NetworkMaterial.isIn(directory)) {
            NetworkMaterial.renewCertificates(directory, Instant.now());
        } else {
            NetworkMaterial.create(Topology.NETWORK, directory, new SecureRandom(), Instant.now());
        }
    }
}
