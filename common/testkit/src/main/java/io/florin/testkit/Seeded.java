package io.florin.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// A property test: the method takes one `long seed` and runs with [#repeat()] different ones, new in every build.
///
/// A failure names its seed in the test's name and in the stack trace, and `-Dseed=N` runs the method once with exactly
/// that seed. A seed that found a bug belongs in a named test of its own, since the next build draws other seeds.
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "seed {0}")
@ArgumentsSource(SeedSource.class)
@ExtendWith(SeedReport.class)
public @interface Seeded {

    /// Number of seeds that one build tries.
    int repeat() default 20;
}
