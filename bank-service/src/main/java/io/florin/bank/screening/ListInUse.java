package io.florin.bank.screening;

import io.florin.runtime.Failure;
import io.florin.runtime.screening.ReloadedScreening;
import io.florin.runtime.screening.Screening;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The sanctions list as it is at its source, or none: what cannot be read, or is older than what stands there, lets
/// nothing pass. One thread reloads; any thread asks.
final class ListInUse {

    private static final Logger LOG = LoggerFactory.getLogger(ListInUse.class);

    private final ReloadedScreening.Source source;
    private final int reportedFrom;
    private volatile @Nullable ReloadedScreening loaded;
    private boolean told;

    /// @param reportedFrom likeness per mille from which a person must look
    ListInUse(ReloadedScreening.Source source, int reportedFrom) {
        this.source = source;
        this.reportedFrom = reportedFrom;
        reload();
    }

    /// Takes the list that is at the source now.
    void reload() {
        ReloadedScreening before = loaded;
        if (before != null) {
            before.reload();
            return;
        }
        try {
            loaded = new ReloadedScreening(source, reportedFrom);
            told = false;
        } catch (Failure | IllegalArgumentException broken) {
            if (!told) {
                LOG.error("no sanctions list can be read, nothing from other banks is credited: {}", broken.toString());
            }
            told = true;
        }
    }

    /// Empty while nobody can say whom the newest list names.
    Optional<Screening> current() {
        ReloadedScreening list = loaded;
        return list != null && list.isCurrent() ? Optional.of(list) : Optional.empty();
    }
}
