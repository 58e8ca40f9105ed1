package io.florin.sandbox;

import java.util.concurrent.ForkJoinPool;
import java.util.function.Predicate;
import org.jspecify.annotations.NullMarked;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.support.hierarchical.ParallelExecutionConfiguration;
import org.junit.platform.engine.support.hierarchical.ParallelExecutionConfigurationStrategy;

/// Two classes at a time, for each keeps an economy of its own with all services; one where there is one processor, on
/// which two platforms have no time for each other's handshakes.
@NullMarked
public final class EconomiesAtOnce implements ParallelExecutionConfigurationStrategy {
    private static final int MOST = 2;
    private static final int KEEP_ALIVE_SECONDS = 30;

    @Override
    public ParallelExecutionConfiguration createConfiguration(ConfigurationParameters parameters) {
        return new AtOnce(Math.min(MOST, Runtime.getRuntime().availableProcessors()));
    }

    private record AtOnce(int count) implements ParallelExecutionConfiguration {
        @Override
        public int getParallelism() {
            return count;
        }

        @Override
        public int getMinimumRunnable() {
            return count;
        }

        @Override
        public int getMaxPoolSize() {
            return count;
        }

        @Override
        public int getCorePoolSize() {
            return count;
        }

        @Override
        public int getKeepAliveSeconds() {
            return KEEP_ALIVE_SECONDS;
        }

        /// A thread that waits is not replaced by one more.
        @Override
        public Predicate<? super ForkJoinPool> getSaturatePredicate() {
            return _ -> true;
        }
    }
}
