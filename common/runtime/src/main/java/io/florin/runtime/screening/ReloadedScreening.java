package io.florin.runtime.screening;

import io.florin.runtime.Failure;
import java.io.IOException;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Screening by the newest list that could be read. One thread reloads; any thread screens.
///
/// The first list must be readable: without one nobody is screened. A later one that cannot be read changes nothing,
/// is logged once and shows in [#isCurrent] until it is put right.
public final class ReloadedScreening implements Screening {
    private static final Logger log = LoggerFactory.getLogger(ReloadedScreening.class);

    private final Source source;
    private final int reportedFrom;
    private byte[] seen;
    private volatile NameScreening screening;
    private volatile boolean current = true;

    /// Place of the list.
    @FunctionalInterface
    public interface Source {
        byte[] read() throws IOException;
    }

    /// @param reportedFrom likeness per mille from which a person must look
    public ReloadedScreening(Source source, int reportedFrom) {
        this.source = source;
        this.reportedFrom = reportedFrom;
        try {
            this.seen = source.read();
        } catch (IOException broken) {
            throw new Failure("the sanctions list cannot be read", broken);
        }
        this.screening = new NameScreening(SanctionsList.parse(seen), reportedFrom);
    }

    /// Looks whether the list changed and takes the new one.
    public void reload() {
        try {
            byte[] read = source.read();
            if (!Arrays.equals(read, seen)) {
                NameScreening next = new NameScreening(SanctionsList.parse(read), reportedFrom);
                log.info("sanctions list changed: version={} before={}", next.listVersion(), screening.listVersion());
                screening = next;
                seen = read;
            }
            current = true;
        } catch (IOException | IllegalArgumentException broken) {
            if (current) {
                log.error("sanctions list cannot be read, the one before stays in use: {}", broken.toString());
            }
            current = false;
        }
    }

    /// Whether the list in use is the one at its source.
    public boolean isCurrent() {
        return current;
    }

    @Override
    public Result screen(Subject subject) {
        return screening.screen(subject);
    }

    @Override
    public String listVersion() {
        return screening.listVersion();
    }
}
