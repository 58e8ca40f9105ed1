package io.florin.identity.seat;

import io.florin.ceremony.CeremonyMessage;
import io.florin.runtime.Failure;
import io.florin.runtime.keys.SecretFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Messages that a participant counted and its decisions, in order, each entry on disk before anything that follows
/// from it is said. One file for each entry: `0001.msg` a message, `0002.without` a step (1) and a participant (1).
final class ParticipantLog {
    private static final int ENTRIES_MAX = 9999;

    private final Path directory;
    private int written;

    ParticipantLog(Path directory) {
        this.directory = directory;
    }

    sealed interface Entry {}

    record Counted(CeremonyMessage message) implements Entry {}

    record Without(int step, int member) implements Entry {}

    /// All entries; what is appended comes after them.
    List<Entry> read() {
        List<Entry> entries = new ArrayList<>();
        while (true) {
            Path message = file(entries.size() + 1, "msg");
            Path without = file(entries.size() + 1, "without");
            if (Files.exists(message)) {
                entries.add(new Counted(CeremonyMessage.decode(SecretFiles.read(message, CeremonyMessage.SIZE_MAX))));
            } else if (Files.exists(without)) {
                byte[] decision = SecretFiles.read(without);
                if (decision.length != 2) {
                    throw new Failure("damaged: " + without);
                }
                entries.add(new Without(decision[0], Byte.toUnsignedInt(decision[1])));
            } else {
                written = entries.size();
                return entries;
            }
        }
    }

    void append(Entry entry) {
        written++;
        switch (entry) {
            case Counted(CeremonyMessage message) -> SecretFiles.write(file(written, "msg"), message.encode());
            case Without(int step, int member) ->
                SecretFiles.write(file(written, "without"), new byte[] {(byte) step, (byte) member});
        }
    }

    private Path file(int number, String kind) {
        if (number > ENTRIES_MAX) {
            throw new Failure("too many entries in " + directory);
        }
        return directory.resolve(String.format(Locale.ROOT, "%04d.%s", number, kind));
    }
}
