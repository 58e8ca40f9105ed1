package io.florin.testkit;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;
import org.junit.platform.commons.support.AnnotationSupport;

/// Draws the seeds of a [Seeded] test, or takes the one that `-Dseed=N` names, and prints them: a run that ends without
/// a report has told them all the same.
final class SeedSource implements ArgumentsProvider {

    static final String PROPERTY = "seed";

    @Override
    public Stream<? extends Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
        int repeat = AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), Seeded.class)
                .orElseThrow(() -> new IllegalStateException("@Seeded is missing on " + context.getDisplayName()))
                .repeat();
        long[] seeds = seeds(repeat, System.getProperty(PROPERTY, "")).toArray();
        System.out.println(context.getRequiredTestClass().getSimpleName() + "."
                + context.getRequiredTestMethod().getName() + ": seeds " + Arrays.toString(seeds));
        return Arrays.stream(seeds).mapToObj(Arguments::of);
    }

    /// Seeds are drawn non-negative so that they can be typed after `-Dseed=` without quoting.
    static LongStream seeds(int repeat, String replayed) {
        if (repeat < 1) {
            throw new IllegalArgumentException("repeat must be at least 1, not " + repeat);
        }
        if (!replayed.isBlank()) {
            return LongStream.of(Long.parseLong(replayed.strip()));
        }
        return new SecureRandom().longs(repeat, 0, Long.MAX_VALUE);
    }
}
