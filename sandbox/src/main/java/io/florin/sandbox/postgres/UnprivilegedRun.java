package io.florin.sandbox.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// PostgreSQL refuses to run as root. For any other user commands run as they are. For root there are two ways, tried
/// in
/// this order: a user namespace without a user mapping (`unshare --user`), in which the process is nobody and still
/// owns
/// root's files; and, where namespaces are forbidden as in many containers, `setpriv` to the user nobody, who is then
/// made owner of the data directory.
sealed interface UnprivilegedRun {
    /// The command in the form in which PostgreSQL accepts it.
    List<String> wrap(List<String> command);

    /// Makes a directory and all it holds usable by wrapped commands.
    void own(Path directory) throws IOException;

    /// The way for a data directory: the one that made it, or the best one for this user when it is new.
    static UnprivilegedRun of(Path dataDirectory) {
        if (isRoot() && Files.isDirectory(dataDirectory) && isOwnedByAnother(dataDirectory)) {
            return new AsNobody();
        }
        return forThisUser();
    }

    private static UnprivilegedRun forThisUser() {
        if (!isRoot()) {
            return new AsIs();
        }
        if (succeeds(List.of("unshare", "--user", "true"))) {
            return new UserNamespace();
        }
        if (succeeds(AsNobody.prefixed(List.of("true")))) {
            return new AsNobody();
        }
        throw new PostgresException("PostgreSQL does not run as root, and neither `unshare --user` nor `setpriv` works"
                + " here: start the sandbox as an ordinary user, or install util-linux");
    }

    record AsIs() implements UnprivilegedRun {
        @Override
        public List<String> wrap(List<String> command) {
            return command;
        }

        @Override
        public void own(Path directory) {}
    }

    record UserNamespace() implements UnprivilegedRun {
        @Override
        public List<String> wrap(List<String> command) {
            return concat(List.of("unshare", "--user"), command);
        }

        @Override
        public void own(Path directory) {}
    }

    record AsNobody() implements UnprivilegedRun {
        @Override
        public List<String> wrap(List<String> command) {
            return prefixed(command);
        }

        @Override
        public void own(Path directory) throws IOException {
            UserPrincipal nobody =
                    directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
            try (Stream<Path> paths = Files.walk(directory)) {
                for (Path path : paths.toList()) {
                    Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                            .setOwner(nobody);
                }
            }
        }

        static List<String> prefixed(List<String> command) {
            return concat(List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"), command);
        }
    }

    private static boolean isOwnedByAnother(Path directory) {
        try {
            return !Integer.valueOf(0).equals(Files.getAttribute(directory, "unix:uid"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the owner of " + directory, e);
        }
    }

    private static boolean isRoot() {
        try {
            return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException | UnsupportedOperationException e) {
            return "root".equals(System.getProperty("user.name"));
        }
    }

    private static boolean succeeds(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return false;
            }
            return process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static List<String> concat(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return List.copyOf(all);
    }
}
