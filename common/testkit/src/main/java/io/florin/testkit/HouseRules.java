package io.florin.testkit;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Checks a module's classes against the rules of the house; every module has one test that calls it.
///
/// All broken rules are reported together. A module whose classes cannot be found fails: a check that cannot run has
/// failed.
public final class HouseRules {

    private HouseRules() {}

    /// For protocol services: cores are pure, see [HouseRule#forProtocolServices()].
    ///
    /// @param basePackage the package of the module, e.g. `io.florin.committer`
    public static void check(String basePackage) {
        check(basePackage, HouseRule.forProtocolServices());
    }

    /// For create-read-update services, where Spring and Hibernate may stand outside adapters.
    public static void checkBusiness(String basePackage) {
        check(basePackage, HouseRule.forBusinessServices());
    }

    /// For the common modules and the wallet, which have no features and no wiring.
    public static void checkLibrary(String basePackage) {
        check(basePackage, HouseRule.forLibraries());
    }

    public static void check(String basePackage, Set<HouseRule> rules) {
        check(classesOf(basePackage, ImportOption.Predefined.DO_NOT_INCLUDE_TESTS), basePackage, rules);
    }

    /// The rules ask for names only, so classes of libraries are not read: that takes most of the time otherwise.
    static JavaClasses classesOf(String basePackage, ImportOption... options) {
        return ArchConfiguration.withThreadLocalScope(configuration -> {
            configuration.setResolveMissingDependenciesFromClassPath(false);
            return new ClassFileImporter().withImportOptions(List.of(options)).importUrls(placesOf(basePackage));
        });
    }

    /// Places on the class path that have the package. Importing it by its name would list every library and the JDK
    /// first.
    private static List<URL> placesOf(String basePackage) {
        try {
            return Collections.list(HouseRules.class.getClassLoader().getResources(basePackage.replace('.', '/')));
        } catch (IOException e) {
            throw new UncheckedIOException("the class path cannot be read", e);
        }
    }

    static void check(JavaClasses classes, String basePackage, Set<HouseRule> rules) {
        if (classes.isEmpty()) {
            throw new AssertionError("no classes found in " + basePackage + ", so no rule was checked");
        }
        List<String> breaches = new ArrayList<>();
        for (HouseRule rule : EnumSet.copyOf(rules)) {
            var report = rule.in(basePackage)
                    .allowEmptyShould(true)
                    .evaluate(classes)
                    .getFailureReport();
            if (!report.isEmpty()) {
                breaches.add(rule + " (" + rule.reason() + "):\n    " + String.join("\n    ", report.getDetails()));
            }
        }
        if (!breaches.isEmpty()) {
            throw new AssertionError("house rules broken in " + basePackage + "\n" + String.join("\n", breaches));
        }
    }
}
