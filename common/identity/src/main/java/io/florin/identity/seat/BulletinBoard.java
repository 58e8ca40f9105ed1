package io.florin.identity.seat;

import io.florin.ceremony.CeremonyMessage;
import io.florin.ceremony.CeremonySpec;
import io.florin.ledger.codec.DecodeException;
import io.florin.runtime.Failure;
import io.florin.runtime.keys.SecretFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The directory of a ceremony that all participants share or copy to each other: `charter.bin`, and
/// `<step>-<participant>.msg` for each message. Nothing in it is secret and nothing in it is trusted.
public final class BulletinBoard {
    private static final String CHARTER = "charter.bin";
    private static final Pattern MESSAGE = Pattern.compile("[0-9]{2}-[0-9]{3}\\.msg");
    private static final int FILES_MAX = 4096;

    private final Path directory;

    public BulletinBoard(Path directory) {
        this.directory = directory;
    }

    /// Contents of the board.
    ///
    /// @param messages in the order of step and sender
    /// @param unreadable names of files that are no messages
    public record Contents(List<CeremonyMessage> messages, List<String> unreadable) {}

    /// Puts the charter on a board that has none, or the same.
    ///
    /// @throws Failure if another ceremony is there
    public void open(CeremonySpec charter) {
        try {
            Files.createDirectories(directory);
        } catch (IOException broken) {
            throw new Failure("board cannot be made: " + directory, broken);
        }
        put(directory.resolve(CHARTER), charter.encode(), "another ceremony is on the board " + directory);
    }

    /// The charter that is proposed here.
    ///
    /// @throws Failure if there is none or it cannot be read
    public CeremonySpec charter() {
        Path file = directory.resolve(CHARTER);
        if (!Files.exists(file)) {
            throw new Failure("no ceremony is open on the board " + directory);
        }
        try {
            return CeremonySpec.decode(SecretFiles.read(file));
        } catch (DecodeException malformed) {
            throw new Failure("not a charter: " + file + ": " + malformed.getMessage(), malformed);
        }
    }

    /// Everything that was said.
    public Contents contents() {
        List<CeremonyMessage> messages = new ArrayList<>();
        List<String> unreadable = new ArrayList<>();
        for (Path file : files()) {
            try {
                messages.add(CeremonyMessage.decode(SecretFiles.read(file, CeremonyMessage.SIZE_MAX)));
            } catch (DecodeException | Failure malformed) {
                unreadable.add(String.valueOf(file.getFileName()));
            }
        }
        return new Contents(messages, unreadable);
    }

    private List<Path> files() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file ->
                            MESSAGE.matcher(String.valueOf(file.getFileName())).matches())
                    .sorted()
                    .limit(FILES_MAX)
                    .toList();
        } catch (IOException broken) {
            throw new Failure("board cannot be read: " + directory, broken);
        }
    }

    /// Puts a message on the board, if it is not there.
    ///
    /// @throws Failure if another one is in its place
    public void publish(CeremonyMessage message) {
        String name = String.format(Locale.ROOT, "%02d-%03d.msg", message.step(), message.sender());
        put(
                directory.resolve(name),
                message.encode(),
                name + " on the board is not what this participant said: somebody replaced it, or this participant's"
                        + " directory is a copy that is used twice");
    }

    private static void put(Path file, byte[] content, String otherwise) {
        if (!Files.exists(file)) {
            SecretFiles.writePublic(file, content);
        } else if (!Arrays.equals(SecretFiles.read(file, CeremonyMessage.SIZE_MAX), content)) {
            throw new Failure(otherwise);
        }
    }
}
