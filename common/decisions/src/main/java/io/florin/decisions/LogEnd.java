package io.florin.decisions;

import io.florin.crypto.Bytes32;
import io.florin.runtime.keys.SecretFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// End of a log, kept outside its database: a database that is put back to an earlier moment has a log that is whole
/// and ends with a head that this node signed, and only this shows that it went on. Any thread.
public final class LogEnd {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,18}) ([0-9a-f]{64})\n");

    private final Optional<Path> file;
    private volatile Entry last;

    /// @param sequence of the last entry; 0 before the first
    record Entry(long sequence, Bytes32 hash) {}

    private LogEnd(Optional<Path> file, Entry last) {
        this.file = file;
        this.last = last;
    }

    /// Remembered while the service runs.
    public static LogEnd inMemory() {
        return new LogEnd(Optional.empty(), new Entry(0, Bytes32.ZERO));
    }

    /// Remembered in a file, which the first entry makes, in a directory that is there.
    ///
    /// @throws IllegalStateException if there is one and it cannot be understood
    public static LogEnd in(Path file) {
        if (!Files.exists(file)) {
            return new LogEnd(Optional.of(file), new Entry(0, Bytes32.ZERO));
        }
        try {
            Matcher form = FORM.matcher(Files.readString(file, StandardCharsets.US_ASCII));
            if (!form.matches()) {
                throw new IllegalStateException("not the end of a log: " + file);
            }
            return new LogEnd(
                    Optional.of(file), new Entry(Long.parseLong(form.group(1)), Bytes32.fromHex(form.group(2))));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    Entry last() {
        return last;
    }

    /// Goes on, never back; what is in a file is on disk when this returns.
    synchronized void advance(long sequence, Bytes32 hash) {
        if (sequence > last.sequence()) {
            file.ifPresent(path -> SecretFiles.write(
                    path, (sequence + " " + hash.toHex() + "\n").getBytes(StandardCharsets.US_ASCII)));
            last = new Entry(sequence, hash);
        }
    }
}
