package io.florin.sandbox.plan;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Properties;

/// Passwords and client secrets of one sandbox, drawn at random when first asked for and kept in a file that only its
/// owner reads. Nothing has a default.
public final class SandboxSecrets {
    private static final String LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
    private static final int SECRET_LENGTH = 32;
    private static final int PASSWORD_GROUPS = 3;
    private static final int PASSWORD_GROUP_LENGTH = 5;

    private final Path file;
    private final Properties values = new Properties();
    private final SecureRandom random = new SecureRandom();

    private SandboxSecrets(Path file) {
        this.file = file;
    }

    public static SandboxSecrets open(Path file) {
        SandboxSecrets secrets = new SandboxSecrets(file);
        if (Files.exists(file)) {
            try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
                secrets.values.load(reader);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + file, e);
            }
        }
        return secrets;
    }

    /// A secret for a program.
    public synchronized String secret(String name) {
        return value("secret." + name, draw(SECRET_LENGTH));
    }

    /// A password for a person: three groups that can be typed.
    public synchronized String password(String person) {
        StringBuilder password = new StringBuilder();
        for (int group = 0; group < PASSWORD_GROUPS; group++) {
            password.append(group == 0 ? "" : "-").append(draw(PASSWORD_GROUP_LENGTH));
        }
        return value("password." + person, password.toString());
    }

    private String value(String key, String fresh) {
        String known = values.getProperty(key);
        if (known != null) {
            return known;
        }
        values.setProperty(key, fresh);
        write();
        return fresh;
    }

    private String draw(int length) {
        StringBuilder drawn = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            drawn.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return drawn.toString();
    }

    private void write() {
        StringWriter text = new StringWriter();
        try {
            values.store(text, "secrets of this sandbox; delete the data directory to draw new ones");
            OwnerFile.write(file, text.toString());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /// Writes files that only their owner may read, in one step.
    static final class OwnerFile {
        private OwnerFile() {}

        static void write(Path file, String text) throws IOException {
            Path directory = file.toAbsolutePath().getParent();
            if (directory == null) {
                throw new IOException("no directory for " + file);
            }
            Files.createDirectories(directory);
            Path partial = Files.createTempFile(
                    directory,
                    ".owner",
                    ".part",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(partial, text, StandardCharsets.UTF_8);
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
