package io.florin.testkit;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Everything of the JDK that tells the time or draws lots without being given a clock or a source.
///
/// A clock or source that is handed in (`Instant.now(clock)`, `new Random(seed)`) is an argument, hence allowed.
final class ClocksAndChance {

    static final DescribedPredicate<JavaAccess<?>> PREDICATE =
            DescribedPredicate.describe("a clock or a random source", ClocksAndChance::isForbidden);

    private static final Map<String, Set<String>> ALWAYS = Map.of(
            "java.lang.System", Set.of("nanoTime", "currentTimeMillis"),
            "java.lang.Thread", Set.of("sleep"),
            "java.lang.Math", Set.of("random"),
            "java.util.UUID", Set.of("randomUUID"),
            "java.util.concurrent.ThreadLocalRandom", Set.of("current"),
            "java.util.random.RandomGenerator", Set.of("getDefault", "of"),
            "java.util.random.RandomGeneratorFactory", Set.of("create", "of", "getDefault"),
            "java.security.SecureRandom", Set.of("getInstanceStrong", "getInstance", "<init>"),
            "java.time.Clock",
                    Set.of("system", "systemUTC", "systemDefaultZone", "tickMillis", "tickSeconds", "tickMinutes"));

    /// Constructors that seed themselves, or read the clock, when they get no argument.
    private static final Set<String> WITHOUT_ARGUMENT =
            Set.of("java.util.Random", "java.util.SplittableRandom", "java.util.Date", "java.util.GregorianCalendar");

    private ClocksAndChance() {}

    private static boolean isForbidden(JavaAccess<?> access) {
        if (!(access.getTarget() instanceof CodeUnitAccessTarget target)) {
            return false;
        }
        String owner = target.getOwner().getName();
        String name = target.getName();
        List<JavaClass> parameters = target.getRawParameterTypes();
        if (ALWAYS.getOrDefault(owner, Set.of()).contains(name)) {
            return true;
        }
        if (WITHOUT_ARGUMENT.contains(owner) && name.equals("<init>") && parameters.isEmpty()) {
            return true;
        }
        if (owner.equals("java.util.Collections") && name.equals("shuffle") && parameters.size() == 1) {
            return true;
        }
        return owner.startsWith("java.time.") && name.equals("now") && !takesAClock(parameters);
    }

    private static boolean takesAClock(List<JavaClass> parameters) {
        return parameters.size() == 1 && parameters.getFirst().getName().equals("java.time.Clock");
    }
}
