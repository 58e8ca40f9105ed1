package io.florin.ordering;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The sockets on which this process waits for connections, as Linux tells them.
final class ListeningSockets {
    private static final Path PROCESS = Path.of("/proc/self");
    private static final String LISTENING = "0A";
    private static final List<String> LOOPBACK = List.of(
            "0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000");

    private ListeningSockets() {}

    static boolean areTold() {
        return Files.isReadable(PROCESS.resolve("net/tcp"));
    }

    /// Address and port in hexadecimal of each socket that can be reached from other hosts.
    static List<String> openToOthers() throws IOException {
        return all().stream()
                .filter(socket -> LOOPBACK.stream().noneMatch(address -> socket.startsWith(address + ":")))
                .toList();
    }

    static List<String> all() throws IOException {
        Set<String> own = ownInodes();
        List<String> listening = new ArrayList<>();
        for (String table : List.of("net/tcp", "net/tcp6")) {
            Path file = PROCESS.resolve(table);
            if (!Files.isReadable(file)) {
                continue;
            }
            for (String line : Files.readAllLines(file)) {
                String[] fields = line.strip().split("\\s+");
                if (fields.length > 9 && fields[3].equals(LISTENING) && own.contains(fields[9])) {
                    listening.add(fields[1]);
                }
            }
        }
        return listening;
    }

    private static Set<String> ownInodes() throws IOException {
        Set<String> inodes = new HashSet<>();
        try (Stream<Path> descriptors = Files.list(PROCESS.resolve("fd"))) {
            for (Path descriptor : descriptors.toList()) {
                try {
                    String target = Files.readSymbolicLink(descriptor).toString();
                    if (target.startsWith("socket:[")) {
                        inodes.add(target.substring("socket:[".length(), target.length() - 1));
                    }
                } catch (NoSuchFileException closedMeanwhile) {
                    continue;
                }
            }
        }
        return inodes;
    }
}
