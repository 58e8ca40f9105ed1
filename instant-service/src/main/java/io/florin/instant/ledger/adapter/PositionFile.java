package io.florin.instant.ledger.adapter;

import io.florin.instant.ledger.LedgerPosition;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.status.ResultTip;
import io.florin.runtime.keys.SecretFiles;
import java.nio.file.Files;
import java.nio.file.Path;

/// A position of the ledger beside the journals, written now and then. What is in the journals decides from where the
/// ledger is told again; the file only saves reading.
public final class PositionFile {

    private static final String NAME = "ledger-position";
    private static final int BYTES_MAX = 2 << 20;

    private final Path file;

    /// @param directory must be there
    public PositionFile(Path directory) {
        this.file = directory.resolve(NAME);
    }

    /// The position that was written last; that of genesis if there is none, or it cannot be used.
    public ResultTip read(Genesis genesis) {
        NetworkId network = genesis.networkId();
        return Files.exists(file)
                ? LedgerPosition.decode(SecretFiles.read(file, BYTES_MAX), network)
                        .orElseGet(() -> ResultTip.of(genesis))
                : ResultTip.of(genesis);
    }

    void write(ResultTip tip) {
        SecretFiles.write(file, LedgerPosition.encode(tip));
    }
}
