package io.florin.sandbox.synced;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Lives in the JVM that is watched, in its boot class path, and is called by `FileChannel.force` itself: writes a line
/// for each force that ended, `inode length`, with the length that the file had when it began. A line is written
/// before the caller goes on, and not forced: it must outlive a killed process, not a power cut.
public final class SyncRecorder {
    private static @Nullable FileOutputStream lines;

    private SyncRecorder() {}

    /// @param file gets the lines, behind those of earlier processes
    static void begin(String file) throws IOException {
        lines = new FileOutputStream(file, true);
    }

    /// @param path of the file that was forced, as it was opened; null for one without a name
    /// @param length in bytes, before it was forced
    public static void forced(@Nullable String path, long length) {
        FileOutputStream record = lines;
        if (path == null || record == null) {
            return;
        }
        try {
            Path file = Path.of(path);
            if (Files.isRegularFile(file)) {
                byte[] line = (Files.getAttribute(file, "unix:ino") + " " + length + "\n")
                        .getBytes(StandardCharsets.US_ASCII);
                synchronized (SyncRecorder.class) {
                    record.write(line);
                }
            }
        } catch (IOException | RuntimeException lost) {
            // bytes that are not recorded count as not synced, which is the harder case
            return;
        }
    }
}
