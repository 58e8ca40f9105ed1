package io.florin.testkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAnnotation;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// The rules that ArchUnit checks. A *core* is every class outside `adapter` and `wiring` packages that is no
/// `*Application` class of the service; a *feature* is a package directly below the service's base package.
public enum HouseRule {
    /// No framework, no network and no disk in a core.
    PURE_CORES("a core is a state machine: it decides, adapters act") {
        @Override
        ArchRule in(String basePackage) {
            return noClasses()
                    .that(areCoresOf(basePackage))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(IMPURE_PACKAGES);
        }
    },

    /// A core never refers to an adapter.
    CORES_KNOW_NO_ADAPTER("dependencies point from the adapter to the core") {
        @Override
        ArchRule in(String basePackage) {
            return noClasses()
                    .that(areCoresOf(basePackage))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("..adapter..", "..wiring..");
        }
    },

    /// No clock and no random source in a core, called or passed on as a method reference.
    NO_CLOCK_OR_CHANCE("time is an event and chance an argument, so that one seed replays everything") {
        @Override
        ArchRule in(String basePackage) {
            return noClasses().that(areCoresOf(basePackage)).should().accessTargetWhere(ClocksAndChance.PREDICATE);
        }
    },

    /// Features of one service use each other's public types in one direction only, and `protocol` knows no feature.
    FEATURES_WITHOUT_CIRCLES("a feature can be read and tested with what it uses, and without what uses it") {
        @Override
        ArchRule in(String basePackage) {
            DescribedPredicate<JavaClass> protocol = inPackage(basePackage + ".protocol");
            return CompositeArchRule.of(slices().matching(basePackage + ".(*)..")
                            .should()
                            .beFreeOfCycles()
                            .ignoreDependency(inPackage(basePackage + ".wiring"), DescribedPredicate.alwaysTrue())
                            .ignoreDependency(DescribedPredicate.alwaysTrue(), protocol))
                    .and(noClasses()
                            .that(protocol)
                            .should()
                            .dependOnClassesThat(inPackage(basePackage).and(DescribedPredicate.not(protocol))));
        }
    },

    /// Beans get what they need by their constructor, never by annotated fields or setters.
    CONSTRUCTOR_INJECTION("a constructed object is complete and can be built in a test with new") {
        @Override
        ArchRule in(String basePackage) {
            return CompositeArchRule.of(noFields().should().beAnnotatedWith(INJECTION))
                    .and(noMethods().should().beAnnotatedWith(INJECTION));
        }
    },

    /// No class called `*Util`, `*Utils`, `*Helper`, `*Manager`, `*Impl` or `*Desk`.
    NAMES_THAT_SAY_SOMETHING("a name says what a thing is") {
        @Override
        ArchRule in(String basePackage) {
            return noClasses().should().haveNameMatching(EMPTY_NAME);
        }
    },

    /// No floating point in ledger packages and in classes that handle an `Amount`.
    WHOLE_MONEY("money is counted in whole minor units") {
        @Override
        ArchRule in(String basePackage) {
            return classes().that(handleMoney()).should(FloatingPoint.NOT_USED);
        }
    },

    /// Ed25519 outside `io.florin.crypto` only with a provider that is named.
    FAST_SIGNATURES("the JDK's own Ed25519 is ten to twenty times slower") {
        @Override
        ArchRule in(String basePackage) {
            return classes().that().resideOutsideOfPackage("io.florin.crypto..").should(PlainEd25519.NOT_USED);
        }
    };

    private static final String[] IMPURE_PACKAGES = {
        "org.springframework..",
        "org.apache.kafka..",
        "tools.jackson..",
        "com.fasterxml.jackson..",
        "java.sql..",
        "javax.sql..",
        "jakarta.persistence..",
        "org.hibernate..",
        "com.zaxxer.hikari..",
        "org.rocksdb..",
        "java.net..",
        "java.nio.file..",
        "java.nio.channels..",
    };

    private static final String EMPTY_NAME = ".*(Util|Utils|Helper|Manager|Impl|Desk)";

    private static final List<String> INJECTION_ANNOTATIONS = List.of(
            "org.springframework.beans.factory.annotation.Autowired",
            "org.springframework.beans.factory.annotation.Value",
            "jakarta.inject.Inject",
            "jakarta.annotation.Resource",
            "jakarta.persistence.PersistenceContext");

    private static final DescribedPredicate<JavaAnnotation<?>> INJECTION = DescribedPredicate.describe(
            "an annotation that injects",
            annotation -> INJECTION_ANNOTATIONS.contains(annotation.getRawType().getName()));

    private final String reason;

    HouseRule(String reason) {
        this.reason = reason;
    }

    abstract ArchRule in(String basePackage);

    String reason() {
        return reason;
    }

    /// All rules.
    public static Set<HouseRule> forProtocolServices() {
        return EnumSet.allOf(HouseRule.class);
    }

    /// Without the split of core and adapter, which is for rules and protocols.
    public static Set<HouseRule> forBusinessServices() {
        return EnumSet.complementOf(EnumSet.of(PURE_CORES, CORES_KNOW_NO_ADAPTER));
    }

    /// Rules for code that is neither core nor adapter, such as key generation.
    public static Set<HouseRule> forLibraries() {
        return EnumSet.of(CONSTRUCTOR_INJECTION, NAMES_THAT_SAY_SOMETHING, WHOLE_MONEY, FAST_SIGNATURES);
    }

    private static DescribedPredicate<JavaClass> areCoresOf(String basePackage) {
        return DescribedPredicate.describe("are cores", type -> {
            String packageName = type.getPackageName();
            boolean application = packageName.equals(basePackage)
                    && outermost(type).getSimpleName().endsWith("Application");
            return !application && !hasSegment(packageName, "adapter") && !hasSegment(packageName, "wiring");
        });
    }

    private static DescribedPredicate<JavaClass> handleMoney() {
        return DescribedPredicate.describe(
                "handle money",
                type -> hasSegment(type.getPackageName(), "ledger")
                        || type.getDirectDependenciesFromSelf().stream()
                                .anyMatch(dependency -> isAmount(dependency.getTargetClass())));
    }

    private static boolean isAmount(JavaClass type) {
        return type.getSimpleName().equals("Amount") && type.getPackageName().startsWith("io.florin.");
    }

    private static DescribedPredicate<JavaClass> inPackage(String packageName) {
        return JavaClass.Predicates.resideInAPackage(packageName + "..");
    }

    private static boolean hasSegment(String packageName, String segment) {
        return ("." + packageName + ".").contains("." + segment + ".");
    }

    private static JavaClass outermost(JavaClass type) {
        JavaClass outer = type;
        while (outer.getEnclosingClass().isPresent()) {
            outer = outer.getEnclosingClass().get();
        }
        return outer;
    }
}
