package io.florin.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/// Runs a class that fails for odd seeds and reads what its failure says.
final class SeedReportTest {

    @Test
    void aFailureNamesItsSeedAndHowToReplayIt() {
        List<Throwable> failures = new ArrayList<>();
        List<String> names = new ArrayList<>();
        run(failures, names);

        assertThat(failures).isNotEmpty();
        for (Throwable failure : failures) {
            String seed = failure.getMessage();
            assertThat(failure.getSuppressed())
                    .singleElement()
                    .satisfies(note -> assertThat(note).hasMessage("replay Failing.alwaysFails with -Dseed=" + seed));
            assertThat(names).contains("seed " + seed);
        }
    }

    private static void run(List<Throwable> failures, List<String> names) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(Failing.class))
                .build();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                result.getThrowable().ifPresent(failures::add);
                names.add(test.getDisplayName());
            }
        });
    }

    /// Not named `*Test`: only the test above runs it.
    static final class Failing {

        @Seeded(repeat = 3)
        void alwaysFails(long seed) {
            throw new AssertionError(Long.toString(seed));
        }
    }
}
