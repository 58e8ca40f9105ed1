package io.florin.sandbox.run;

import io.florin.centralbank.officers.OfficerKeyFile;
import io.florin.identity.NetworkMaterial;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.ports.PortPlan;
import io.florin.sandbox.postgres.SandboxPostgres;
import io.florin.sandbox.process.ProcessStatus;
import io.florin.sandbox.process.ProcessSupervisor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/// Steps of both forms before the first server starts: one sandbox per data directory, free ports, a network.
final class Preparation {
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final Duration RETRY = Duration.ofMillis(50);

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
        return lock(
                plan,
                "Another sandbox uses " + plan.dataDirectory() + ". Stop it, or choose another directory with --data.");
    }

    /// Tries for a second: `florin status` holds the lock for a moment when it looks.
    ///
    /// @param refusal what is said if somebody keeps it
    static Lock lock(SandboxPlan plan, String refusal) {
        try {
            Files.createDirectories(plan.dataDirectory());
            close(plan.dataDirectory(), SandboxPostgres.runsAsAnotherUser(plan.postgres()));
            FileChannel channel = FileChannel.open(file(plan), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (!takes(channel, false)) {
                if (System.nanoTime() - deadline >= 0) {
                    channel.close();
                    throw new SandboxException(refusal);
                }
                LockSupport.parkNanos(RETRY.toNanos());
            }
            return new Lock(channel);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot use " + plan.dataDirectory(), e);
        }
    }

    /// Nobody else looks into the data directory. Where PostgreSQL runs as another user than this one, that user passes
    /// through it to a directory of its own, and so may others who know a name below; they cannot list it.
    static void close(Path directory, boolean othersPass) throws IOException {
        Set<PosixFilePermission> closed = PosixFilePermissions.fromString(othersPass ? "rwx--x--x" : "rwx------");
        Set<PosixFilePermission> found = Files.getPosixFilePermissions(directory);
        if (othersPass ? !found.equals(closed) : !closed.containsAll(found)) {
            Files.setPosixFilePermissions(directory, closed);
        }
    }

    /// Only looks, by a shared lock, which others who look do not disturb.
    static boolean isLocked(SandboxPlan plan) {
        if (!Files.exists(file(plan))) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file(plan), StandardOpenOption.READ)) {
            return !takes(channel, true);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look at " + plan.dataDirectory(), e);
        }
    }

    private static Path file(SandboxPlan plan) {
        return plan.dataDirectory().resolve("lock");
    }

    private static boolean takes(FileChannel channel, boolean shared) throws IOException {
        try {
            return channel.tryLock(0, Long.MAX_VALUE, shared) != null;
        } catch (OverlappingFileLockException heldByThisJvm) {
            return false;
        }
    }

    /// The one-JVM form takes the place of nothing that `up` started.
    static void requireNoProcesses(SandboxPlan plan) {
        ProcessSupervisor supervisor = new ProcessSupervisor(plan.dataDirectory());
        for (String name : supervisor.known()) {
            if (supervisor.status(name).state() == ProcessStatus.State.RUNNING) {
                throw new SandboxException("The processes of `florin up` run in " + plan.dataDirectory()
                        + ". End them with `florin down`, or choose another directory with --data.");
            }
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
            NetworkMaterial.bankPassphrases(directory);
        } else {
            NetworkMaterial.create(plan.topology().network(), directory, new SecureRandom(), Instant.now());
        }
        sealOfficerKeys(plan);
        walletAddresses(plan);
    }

    /// Writes the file that `./florin wallet` reads to find the network.
    private static void walletAddresses(SandboxPlan plan) {
        StringBuilder text = new StringBuilder();
        plan.walletAddresses()
                .forEach((name, value) ->
                        text.append(name).append('=').append(value).append('\n'));
        try {
            Files.writeString(plan.dataDirectory().resolve("wallet.addresses"), text);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the addresses for wallets", e);
        }
    }

    /// Puts each officer's key under the officer's passphrase and removes the open one.
    private static void sealOfficerKeys(SandboxPlan plan) {
        Path directory = plan.networkDirectory();
        try {
            for (int officer = 1;
                    officer <= plan.topology().network().officers().count();
                    officer++) {
                Path sealed = plan.officerKeyFile(officer);
                Path open = directory.resolve("officers").resolve(officer + ".key");
                if (!Files.exists(sealed)) {
                    try (var key = NetworkMaterial.officerKey(directory, officer)) {
                        OfficerKeyFile.write(
                                sealed, key, plan.officerPassphrase(officer).toCharArray(), new SecureRandom());
                    }
                }
                Files.deleteIfExists(open);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot seal the officers' keys", e);
        }
    }
}
