package io.florin.ordering;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The threads that live in this JVM, virtual ones too, which [Thread#getAllStackTraces] leaves out. Threads of pools
/// that are not the parties' come as there is work, and are left out: those that carry virtual ones, those of the
/// test's own HTTP client, and the broker's.
///
/// @param names by number; a virtual thread may have none
record LiveThreads(Map<Long, String> names) {
    private static final Pattern HEAD = Pattern.compile("(?m)^#(\\d+) \"([^\"]*)\"");
    private static final Pattern OF_OTHERS = Pattern.compile(
            "ForkJoinPool.*|HttpClient-.*-Worker-.*|kafka-scheduler-.*|executor-.*|ExpirationReaper.*|data-plane-.*");

    /// @param directory where the list may be written; the file is gone afterwards
    static LiveThreads now(Path directory) {
        Path dump = directory.resolve("threads-" + System.nanoTime() + ".txt");
        try {
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(dump.toString(), ThreadDumpFormat.TEXT_PLAIN);
            Map<Long, String> names = new TreeMap<>();
            Matcher head = HEAD.matcher(Files.readString(dump));
            while (head.find()) {
                if (!OF_OTHERS.matcher(head.group(2)).matches()) {
                    names.put(Long.parseLong(head.group(1)), head.group(2));
                }
            }
            Files.delete(dump);
            return new LiveThreads(names);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /// Those that did not live then.
    Map<Long, String> since(LiveThreads before) {
        Map<Long, String> later = new TreeMap<>(names);
        later.keySet().removeAll(before.names.keySet());
        return later;
    }
}
