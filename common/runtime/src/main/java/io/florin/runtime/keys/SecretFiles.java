package io.florin.runtime.keys;

import io.florin.runtime.Failure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Files that are readable by their owner only, on disk before their name shows them, written whole or not at all; and
/// wrapped secrets in them, as PEM.
public final class SecretFiles {
    private static final String WRAPPED = "FLORIN WRAPPED KEY";
    private static final int BYTES_MAX = 64 * 1024;
    private static final Set<PosixFilePermission> OWNER_ALONE = PosixFilePermissions.fromString("rwx------");
    private static final Logger log = LoggerFactory.getLogger(SecretFiles.class);

    private SecretFiles() {}

    /// Makes a directory, with those above it, that only its owner can look into. One that is there and lets others in
    /// is closed to them.
    ///
    /// @throws Failure also where the directory belongs to somebody else and lets others in
    public static void createDirectory(Path directory) {
        try {
            if (!Files.isDirectory(directory)) {
                Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(OWNER_ALONE));
                return;
            }
        } catch (IOException broken) {
            throw new Failure("directory cannot be made: " + directory, broken);
        }
        try {
            if (!OWNER_ALONE.containsAll(Files.getPosixFilePermissions(directory))) {
                Files.setPosixFilePermissions(directory, OWNER_ALONE);
                log.warn("directory let others in and is closed to them now: {}", directory);
            }
        } catch (IOException notOurs) {
            throw new Failure("directory lets others in and cannot be closed; chmod 700 " + directory, notOurs);
        }
    }

    /// Sees at the start that a file with a secret is not for everybody. Its group may read it, since volumes of a
    /// cluster give a pod its secrets that way.
    ///
    /// @throws Failure where it is for everybody
    public static void requireUnseen(Path file) {
        try {
            Set<PosixFilePermission> now = Files.getPosixFilePermissions(file);
            if (now.contains(PosixFilePermission.OTHERS_READ) || now.contains(PosixFilePermission.OTHERS_WRITE)) {
                throw new Failure("everybody can read or change a file with a secret; chmod 600 " + file);
            }
        } catch (IOException broken) {
            throw new Failure("file cannot be read: " + file, broken);
        }
    }

    /// Writes a file and waits until content and name are on disk.
    public static void write(Path file, byte[] content) {
        write(file, content, "rw-------");
    }

    /// The same for a file that others may read: a message, a public key.
    public static void writePublic(Path file, byte[] content) {
        write(file, content, "rw-r--r--");
    }

    private static void write(Path file, byte[] content, String permissions) {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.deleteIfExists(fresh);
            var options = EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            var mode = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
            try (FileChannel channel = FileChannel.open(fresh, Set.copyOf(options), mode)) {
                ByteBuffer buffer = ByteBuffer.wrap(content);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                channel.force(true);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            try (FileChannel directory = FileChannel.open(directoryOf(file), StandardOpenOption.READ)) {
                directory.force(true);
            }
        } catch (IOException broken) {
            throw new Failure("file cannot be written: " + file, broken);
        }
    }

    /// Replaces a file as [#write] does; when the new content is on disk, the bytes of the one before are overwritten.
    /// A disk that writes elsewhere, a snapshot or a backup may still have them.
    public static void writeAndErase(Path file, byte[] content) {
        try (FileChannel before = FileChannel.open(file, StandardOpenOption.WRITE)) {
            write(file, content);
            ByteBuffer zeros = ByteBuffer.allocate(Math.toIntExact(before.size()));
            while (zeros.hasRemaining()) {
                before.write(zeros);
            }
            before.force(true);
        } catch (IOException broken) {
            throw new Failure("file cannot be replaced: " + file, broken);
        }
    }

    /// Removes a file, if it is there.
    public static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException broken) {
            throw new Failure("file cannot be removed: " + file, broken);
        }
    }

    private static Path directoryOf(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        if (parent == null) {
            throw new Failure("not a file: " + file);
        }
        return parent;
    }

    /// Reads a file of at most 64 KiB.
    public static byte[] read(Path file) {
        return read(file, BYTES_MAX);
    }

    /// Reads a file of bounded size.
    public static byte[] read(Path file, int bytesMax) {
        try {
            if (Files.size(file) > bytesMax) {
                throw new Failure("file is too long for what it should hold: " + file);
            }
            return Files.readAllBytes(file);
        } catch (IOException broken) {
            throw new Failure("file cannot be read: " + file, broken);
        }
    }

    /// Wraps a secret into a file.
    public static void writeWrapped(Path file, KeyWrapping wrapping, String label, byte[] secret) {
        write(file, pem(WRAPPED, wrapping.wrap(label, secret)).getBytes(StandardCharsets.US_ASCII));
    }

    /// Whether a file holds a wrapped secret, as [#writeWrapped] writes it.
    public static boolean isWrapped(Path file) {
        return !blocks(file, WRAPPED).isEmpty();
    }

    /// Puts a secret that lies in a file as it is under a wrapping: what was wrapped is opened once before it takes the
    /// place of the open bytes, and these are overwritten then.
    public static void wrapInPlace(Path file, KeyWrapping wrapping, String label, byte[] secret) {
        byte[] wrapped = wrapping.wrap(label, secret);
        byte[] opened = wrapping.unwrap(label, wrapped);
        boolean same = MessageDigest.isEqual(secret, opened);
        Arrays.fill(opened, (byte) 0);
        if (!same) {
            throw new Failure(label + " does not come back from its wrapping, the file stays as it is");
        }
        writeAndErase(file, pem(WRAPPED, wrapped).getBytes(StandardCharsets.US_ASCII));
    }

    /// Unwraps what [#writeWrapped] wrote; the caller erases it.
    public static byte[] readWrapped(Path file, KeyWrapping wrapping, String label) {
        requireUnseen(file);
        return wrapping.unwrap(label, only(file, WRAPPED));
    }

    /// A block of PEM.
    public static String pem(String type, byte[] content) {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n";
    }

    /// The one block of a type in a file.
    public static byte[] only(Path file, String type) {
        List<byte[]> blocks = blocks(file, type);
        if (blocks.size() != 1) {
            throw new Failure("not exactly one " + type + " in " + file);
        }
        return blocks.getFirst();
    }

    /// All blocks of a type in a file.
    public static List<byte[]> blocks(Path file, String type) {
        byte[] content = read(file);
        String text = new String(content, StandardCharsets.US_ASCII);
        Arrays.fill(content, (byte) 0);
        Matcher matcher = Pattern.compile("-----BEGIN " + type + "-----([A-Za-z0-9+/=\\s]+)-----END " + type + "-----")
                .matcher(text);
        List<byte[]> blocks = new ArrayList<>();
        while (matcher.find()) {
            blocks.add(Base64.getMimeDecoder().decode(matcher.group(1)));
        }
        return blocks;
    }
}
