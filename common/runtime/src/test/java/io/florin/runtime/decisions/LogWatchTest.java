package io.florin.runtime.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.NetworkId;
import io.florin.runtime.decisions.DecisionChain.Breach;
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
        assertThat(watch.isChecked()).isFalse();
        assertThat(watch.isWhole()).as("nobody has looked").isFalse();

        assertThat(watch.checkNow()).isEqualTo(LogCheck.intact(3));
        assertThat(watch.isChecked()).isTrue();
        assertThat(watch.isWhole()).isTrue();

        next = LogCheck.broken(1, new Breach(2, "entry 2 was changed"));
        watch.checkNow();
        assertThat(watch.isWhole()).isFalse();
        assertThat(watch.last()).isEqualTo(next);
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
