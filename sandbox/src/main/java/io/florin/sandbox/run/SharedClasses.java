package io.florin.sandbox.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// An archive of loaded classes (CDS) for the processes of one data directory. All run on the same class path, and most
/// of what a service loads at start every other one loads too; out of the archive that costs about half. Java makes
/// none where the class path has directories.
record SharedClasses(Path archive) {
    private static final String FILE = "classes.jsa";

    /// Nothing where the class path of the processes has a directory.
    static Optional<SharedClasses> in(Path dataDirectory) {
        boolean jarsOnly = JavaCommand.classPath().stream().map(Path::of).noneMatch(Files::isDirectory);
        return jarsOnly ? Optional.of(new SharedClasses(dataDirectory.resolve(FILE))) : Optional.empty();
    }

    boolean isMissing() {
        return !Files.exists(archive);
    }

    /// Options of a process that leaves the archive behind when it ends in order.
    List<String> recording() {
        return List.of("-XX:ArchiveClassesAtExit=" + archive);
    }

    /// Options of a process that takes its classes from there; none where there is no archive.
    List<String> using() {
        return isMissing() ? List.of() : List.of("-XX:SharedArchiveFile=" + archive, "-Xshare:auto");
    }
}
