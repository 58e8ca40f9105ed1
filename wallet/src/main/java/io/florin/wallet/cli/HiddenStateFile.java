package io.florin.wallet.cli;

import io.florin.crypto.seal.StorageBox;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.DecodeException;
import io.florin.runtime.keys.SecretFiles;
import io.florin.wallet.keys.WalletSeed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;

/// The state of a wallet in a file beside its seed: a [StorageBox] under a key of the seed, bound to the
/// network. Written whole or not at all, readable by its owner only.
final class HiddenStateFile {

    private static final String SUFFIX = ".hidden";
    private static final int SIZE_MAX = 256 * 1024 * 1024;

    private final Path path;
    private final WalletSeed seed;
    private final NetworkId network;
    private final int sizeMax;
    private final SecureRandom random = new SecureRandom();

    HiddenStateFile(Path seedFile, WalletSeed seed, NetworkId network) {
        this(seedFile, seed, network, SIZE_MAX);
    }

    HiddenStateFile(Path seedFile, WalletSeed seed, NetworkId network, int sizeMax) {
        this.path = seedFile.resolveSibling(seedFile.getFileName() + SUFFIX);
        this.seed = seed;
        this.network = network;
        this.sizeMax = sizeMax;
    }

    Path path() {
        return path;
    }

    /// A new state where there is no file.
    ///
    /// @throws IOException if the file is another wallet's, another network's, or altered
    HiddenState read() throws IOException {
        if (!Files.exists(path)) {
            return new HiddenState();
        }
        byte[] content = SecretFiles.read(path, sizeMax);
        try {
            return HiddenState.decode(
                    box().open(content, network.value().toArray()).orElseThrow(this::foreign));
        } catch (DecodeException | IllegalArgumentException e) {
            throw (IOException) foreign().initCause(e);
        }
    }

    private IOException foreign() {
        return new IOException(
                path + " does not belong to this wallet and network, or is damaged; once payments under way have"
                        + " expired, remove it and run florin wallet credential: the rest is in the seed's file");
    }

    /// @throws IllegalStateException if it were too large to be read again; the file stays as it is
    void write(HiddenState state) {
        byte[] sealed = box().seal(state.encode(), network.value().toArray());
        if (sealed.length > sizeMax) {
            throw new IllegalStateException(path + " would have more than " + sizeMax + " bytes: nothing is written");
        }
        SecretFiles.write(path, sealed);
    }

    private StorageBox box() {
        byte[] key = seed.storageKey(network);
        try {
            return new StorageBox(key, random);
        } finally {
            Arrays.fill(key, (byte) 0);
        }
    }
}
