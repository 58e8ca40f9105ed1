package io.florin.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519;
import io.florin.decisions.DecisionChain.Breach;
import io.florin.ledger.NetworkId;
import java.time.InstantSource;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

class LogWatchTest {
    private LogCheck next = LogCheck.intact(3);
    private final LogWatch watch = new LogWatch(new Store());

    @Test
    void knowsNothingBeforeTheFirstCheckAndThenWhatTheLastOneFound() {
        assertThat(watch.last()).as("nobody has looked").isEmpty();
        assertThat(watch.isWhole()).isFalse();
        assertThat(watch.isBroken()).isFalse();

        assertThat(watch.checkNow()).isEqualTo(LogCheck.intact(3));
        assertThat(watch.isWhole()).isTrue();
        assertThat(watch.isBroken()).isFalse();

        next = LogCheck.broken(1, new Breach(2, "entry 2 was changed"));
        watch.checkNow();
        assertThat(watch.isWhole()).isFalse();
        assertThat(watch.isBroken()).isTrue();
        assertThat(watch.last()).contains(next);
    }

    private final class Store extends DecisionStore {
        Store() {
            super(
                    new DecisionFormat("audit-log", false, 1),
                    JdbcClient.create(new SingleConnectionDataSource()),
                    new NetworkId(Sha256.hash(new byte[] {1})),
                    Ed25519.generate(new Random(1)),
                    InstantSource.system());
        }

        @Override
        public LogCheck check() {
            return next;
        }
    }
}
