package io.florin.wallet.cli;

import io.florin.runtime.Failure;
import io.florin.runtime.keys.PassphraseWrapping;
import io.florin.runtime.keys.SecretFiles;
import io.florin.wallet.keys.WalletSeed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HexFormat;

/// The seed in a file that only its owner may read, written whole or not at all.
///
/// Without a passphrase these are 64 hex digits: whoever copies the file has the wallet. Under one it is a
/// [PassphraseWrapping] in PEM: scrypt with N = 2^16, r = 8, p = 1, which is 64 MiB for each guess, then AES-256-GCM;
/// version and cost are in its header, so a file of another cost opens too. One thread.
final class WalletFile {
    static final int LOG_COST = 16;
    private static final String LABEL = "florin/wallet/seed";
    private static final String WRAPPED = "-----BEGIN FLORIN WRAPPED KEY-----";

    private final Path path;
    private final WalletPassphrase passphrase;
    private final int logCost;

    WalletFile(Path path, WalletPassphrase passphrase) {
        this(path, passphrase, LOG_COST);
    }

    /// @param logCost log2 of scrypt's N for what is written
    WalletFile(Path path, WalletPassphrase passphrase, int logCost) {
        this.path = path;
        this.passphrase = passphrase;
        this.logCost = logCost;
    }

    /// Makes the file, under the passphrase if there is one. It never takes the place of another.
    void create(WalletSeed seed) throws IOException {
        boolean secret = passphrase.isGiven();
        try (PassphraseWrapping wrapping = secret ? passphrase.forWriting(logCost) : null) {
            createEmpty();
            byte[] bytes = seed.toArray();
            try {
                if (wrapping == null) {
                    SecretFiles.write(path, hex(bytes));
                } else {
                    SecretFiles.writeWrapped(path, wrapping, LABEL, bytes);
                }
            } catch (RuntimeException broken) {
                Files.delete(path); // still the empty one
                throw broken;
            } finally {
                Arrays.fill(bytes, (byte) 0);
            }
        }
    }

    private void createEmpty() throws IOException {
        try {
            Files.createFile(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (FileAlreadyExistsException _) {
            throw new FileAlreadyExistsException(
                    path.toString(), null, "a file is there already and stays; name another one with --file");
        }
    }

    /// Whether the file is under a passphrase.
    boolean isProtected() {
        return new String(SecretFiles.read(path), StandardCharsets.ISO_8859_1).startsWith(WRAPPED);
    }

    /// The seed; a passphrase that the file does not need is not looked at.
    ///
    /// @throws IOException if the file needs a passphrase that was not given or is another one, or is no wallet's
    WalletSeed read() throws IOException {
        byte[] seed = isProtected() ? unwrapped() : plain();
        try {
            return WalletSeed.of(seed);
        } catch (IllegalArgumentException e) {
            throw new IOException(path + " is not a wallet file: 64 hex digits or a wrapped key are expected", e);
        } finally {
            Arrays.fill(seed, (byte) 0);
        }
    }

    private byte[] unwrapped() throws IOException {
        if (!passphrase.isGiven()) {
            throw new IOException(
                    path + " is under a passphrase: give --passphrase-file or set " + WalletPassphrase.VARIABLE);
        }
        try (PassphraseWrapping wrapping = passphrase.wrapping(logCost)) {
            return SecretFiles.readWrapped(path, wrapping, LABEL);
        } catch (Failure other) {
            throw new IOException(
                    path + " does not open: the passphrase is another one, or the file is damaged", other);
        }
    }

    private byte[] plain() throws IOException {
        byte[] content = SecretFiles.read(path);
        try {
            return HexFormat.of().parseHex(new String(content, StandardCharsets.ISO_8859_1).strip());
        } catch (IllegalArgumentException e) {
            throw new IOException(path + " is not a wallet file: 64 hex digits or a wrapped key are expected", e);
        } finally {
            Arrays.fill(content, (byte) 0);
        }
    }

    /// Puts the file, open or under this passphrase, under the next one. The bytes of before are overwritten when the
    /// new ones are on disk.
    void protect(WalletPassphrase next) throws IOException {
        try (WalletSeed seed = read();
                PassphraseWrapping wrapping = next.forWriting(logCost)) {
            byte[] bytes = seed.toArray();
            try {
                SecretFiles.wrapInPlace(path, wrapping, LABEL, bytes);
            } finally {
                Arrays.fill(bytes, (byte) 0);
            }
        }
    }

    private static byte[] hex(byte[] seed) {
        return (HexFormat.of().formatHex(seed) + System.lineSeparator()).getBytes(StandardCharsets.US_ASCII);
    }
}
