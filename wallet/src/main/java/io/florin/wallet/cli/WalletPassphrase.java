package io.florin.wallet.cli;

import io.florin.runtime.keys.PassphraseWrapping;
import io.florin.runtime.keys.SecretFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Passphrase of the wallet's file, if there is one: the first line of a file, which may be a pipe, or else an
/// environment variable. It is never an argument, which other users of the machine could read.
final class WalletPassphrase {
    static final String VARIABLE = "FLORIN_WALLET_PASSPHRASE";
    static final int LENGTH_MIN = 8;

    @Option(
            names = "--passphrase-file",
            description = "file or pipe whose first line is the passphrase of the wallet's file (or " + VARIABLE + ")")
    private @Nullable Path file;

    private Optional<String> variable =
            Optional.ofNullable(System.getenv(VARIABLE)).filter(value -> !value.isEmpty());
    private Optional<String> known = Optional.empty();

    static WalletPassphrase ofFile(Path file) {
        var passphrase = new WalletPassphrase();
        passphrase.file = file;
        return passphrase;
    }

    /// @param variable what the environment says
    static WalletPassphrase ofVariable(Optional<String> variable) {
        var passphrase = new WalletPassphrase();
        passphrase.variable = variable;
        return passphrase;
    }

    boolean isGiven() {
        return file != null || variable.isPresent();
    }

    /// For what was written under it.
    ///
    /// @throws IOException if none is given
    PassphraseWrapping wrapping(int logCost) throws IOException {
        char[] text = text().toCharArray();
        try {
            return new PassphraseWrapping(text, logCost);
        } finally {
            Arrays.fill(text, '\0');
        }
    }

    /// For what is to be written under it.
    ///
    /// @throws IOException if none is given, or one that is too short
    PassphraseWrapping forWriting(int logCost) throws IOException {
        if (text().length() < LENGTH_MIN) {
            throw new IOException("a passphrase has at least " + LENGTH_MIN + " characters");
        }
        return wrapping(logCost);
    }

    /// Read once, as a pipe can be.
    private String text() throws IOException {
        if (known.isEmpty()) {
            known = Optional.of(read());
        }
        return known.get();
    }

    private String read() throws IOException {
        if (file == null) {
            return variable.orElseThrow(
                    () -> new IOException("no passphrase: give --passphrase-file or set " + VARIABLE));
        }
        byte[] content = SecretFiles.read(file);
        try {
            return new String(content, StandardCharsets.UTF_8)
                    .lines()
                    .findFirst()
                    .filter(line -> !line.isEmpty())
                    .orElseThrow(() -> new IOException("no passphrase in " + file));
        } finally {
            Arrays.fill(content, (byte) 0);
        }
    }

    @Override
    public String toString() {
        return "WalletPassphrase";
    }
}
