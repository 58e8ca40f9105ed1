package io.florin.bank.accounts;

import io.florin.identity.NodeSecrets;
import io.florin.runtime.Failure;
import io.florin.runtime.keys.SecretFiles;
import io.florin.wallet.keys.WalletSeed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The seed of all custodial keys in a file, wrapped as the other secrets of a node are and bound to network and bank.
///
/// It is made at the first start and never again: on disk, with its name, before any key of it is used. An empty file
/// holds no seed and counts as none; killed while it is made, the next start makes it anew. Banks of before kept 32
/// open bytes there: such a file is wrapped in its place, once. Used by the thread that starts the bank.
final class CustodySeedFile {
    private static final Logger LOG = LoggerFactory.getLogger(CustodySeedFile.class);
    private static final String PURPOSE = "custody.seed";

    private final Path directory;
    private final Path file;
    private final NodeSecrets secrets;

    /// @param directory the bank's own
    CustodySeedFile(Path directory, NodeSecrets secrets) {
        this.directory = directory;
        this.file = directory.resolve(PURPOSE);
        this.secrets = secrets;
    }

    /// The seed, made if there is none.
    ///
    /// @param used whether there are wallets of a seed already, so that another one would lose them
    /// @param random a `SecureRandom` outside tests
    /// @throws IllegalStateException if it is used and not there
    /// @throws Failure if it does not open: another wrapping key, another node's file, altered; nothing has changed
    /// then
    WalletSeed open(boolean used, RandomGenerator random) {
        long size = size();
        if (size == 0) {
            if (used) {
                throw new IllegalStateException("the custody seed is missing, and this database has wallets: " + file);
            }
            make(random);
        } else if (size == WalletSeed.SIZE) {
            wrap();
        }
        return read();
    }

    private long size() {
        try {
            return Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException broken) {
            throw new UncheckedIOException("the custody seed cannot be read: " + file, broken);
        }
    }

    private void make(RandomGenerator random) {
        SecretFiles.createDirectory(directory);
        try (WalletSeed seed = WalletSeed.generate(random)) {
            byte[] bytes = seed.toArray();
            secrets.write(file, PURPOSE, bytes);
            Arrays.fill(bytes, (byte) 0);
        }
        LOG.info("a custody seed is made, keep a copy of it: file={}", file);
    }

    private void wrap() {
        byte[] open = SecretFiles.read(file, WalletSeed.SIZE);
        try {
            secrets.wrapInPlace(file, PURPOSE, open);
        } finally {
            Arrays.fill(open, (byte) 0);
        }
        LOG.warn("the custody seed lay open and is wrapped now; erase open copies of it in backups: file={}", file);
    }

    /// Reads the seed from the disk, also after it was written just now.
    private WalletSeed read() {
        byte[] seed = secrets.read(file, PURPOSE);
        try {
            return WalletSeed.of(seed);
        } catch (IllegalArgumentException other) {
            throw new Failure("not a custody seed: " + file, other);
        } finally {
            Arrays.fill(seed, (byte) 0);
        }
    }
}
