package io.florin.simulation.configuration;

import io.florin.crypto.Bytes;
import io.florin.crypto.threshold.KeyShare;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.ConfigurationStep;
import io.florin.ledger.fixture.TestNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A network under the configuration of its genesis and under each that officers put in its place, with all keys.
public final class PlannedConfigurations {
    /// So much later than the others one endorser has its share of a key that comes beside another one.
    private static final long LATE_MILLIS = 2_500;

    private static final int ENDORSERS = 3;

    private final List<PlannedChange> changes;
    private final List<TestNetwork> networks = new ArrayList<>();

    /// @param seed of keys that are new
    public PlannedConfigurations(TestNetwork genesis, List<PlannedChange> changes, long seed) {
        this.changes = List.copyOf(changes);
        networks.add(genesis);
        for (PlannedChange change : changes) {
            networks.add(networks.getLast().after(change.step(), seed + networks.size()));
        }
    }

    public List<PlannedChange> changes() {
        return changes;
    }

    /// The network before the change with this number, from 0; the last one is after all of them.
    public TestNetwork network(int number) {
        return networks.get(number);
    }

    /// The network under the configuration of this version.
    ///
    /// @return empty where officers plan none of this version
    public Optional<TestNetwork> ofVersion(long version) {
        return networks.stream()
                .filter(each -> each.configuration().version() == version)
                .findFirst();
    }

    public NetworkConfiguration last() {
        return networks.getLast().configuration();
    }

    /// An endorser's share of a key of the group, if it has one now. All have taken part in the ceremony before the
    /// change; where a key comes beside another one, one of them may be told where its share is only later.
    ///
    /// @param endorser from 1
    public Optional<KeyShare> share(Bytes groupKey, int endorser, long nowMillis) {
        for (int number = 0; number < networks.size(); number++) {
            if (networks.get(number).endorserKey().equals(groupKey)) {
                return hasShare(number, endorser, nowMillis)
                        ? Optional.of(networks.get(number).shares().get(endorser - 1))
                        : Optional.empty();
            }
        }
        return Optional.empty();
    }

    private boolean hasShare(int number, int endorser, long nowMillis) {
        if (number == 0 || changes.get(number - 1).step() != ConfigurationStep.KEY_BESIDE) {
            return true;
        }
        long at = changes.get(number - 1).atMillis();
        boolean isLate = at % (ENDORSERS + 1) == endorser; // nobody where it is 0
        return !isLate || nowMillis >= at + LATE_MILLIS;
    }
}
