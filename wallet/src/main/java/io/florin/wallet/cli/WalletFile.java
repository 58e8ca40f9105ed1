package io.florin.wallet.cli;

import io.florin.wallet.keys.WalletSeed;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;

/// The seed in a file of 64 hex digits that only its owner may read. Whoever copies the file has the wallet.
final class WalletFile {

    private WalletFile() {}

    static void create(Path path, WalletSeed seed) throws IOException {
        if (Files.exists(path)) {
            throw new FileAlreadyExistsException(path.toString());
        }
        Files.createFile(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(path, HexFormat.of().formatHex(seed.toArray()) + System.lineSeparator());
    }

    static WalletSeed read(Path path) throws IOException {
        try {
            return WalletSeed.of(HexFormat.of().parseHex(Files.readString(path).strip()));
        } catch (IllegalArgumentException e) {
            throw new IOException(path + " is not a wallet file: 64 hex digits are expected", e);
        }
    }
}
