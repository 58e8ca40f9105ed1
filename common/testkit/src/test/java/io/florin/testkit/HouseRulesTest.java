package io.florin.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Plants a breach of each rule and sees it caught, with nothing caught beside it.
final class HouseRulesTest {

    private static final String PLANTED = "io.florin.testkit.planted.";

    /// The rule, the package that breaks it, the classes that must be caught, the classes that must not.
    static Stream<Arguments> breaches() {
        return Stream.of(
                breach(
                        HouseRule.PURE_CORES,
                        "impure",
                        List.of(
                                "SpeaksSpring",
                                "SpeaksKafka",
                                "SpeaksJackson",
                                "SpeaksJdbc",
                                "SpeaksHttp",
                                "ReadsFiles"),
                        List.of("MaySpeakAll", "ImpureApplication", "Wiring")),
                breach(HouseRule.CORES_KNOW_NO_ADAPTER, "backwards", List.of("KnowsItsAdapter"), List.of()),
                breach(
                        HouseRule.NO_CLOCK_OR_CHANCE,
                        "clock",
                        List.of("AsksTheClock", "PassesTheClockOn", "DrawsLots", "SeedsItself", "PaymentApplication"),
                        List.of("IsGivenTheClock", "OwnsTheClock")),
                breach(
                        HouseRule.FEATURES_WITHOUT_CIRCLES,
                        "entangled",
                        List.of("Report", "Payment", "KnowsAFeature"),
                        List.of("Receipt")),
                breach(
                        HouseRule.CONSTRUCTOR_INJECTION,
                        "injected",
                        List.of("FieldInjected", "SetterInjected"),
                        List.of("ConstructorInjected")),
                breach(
                        HouseRule.NAMES_THAT_SAY_SOMETHING,
                        "named",
                        List.of(
                                "PaymentUtil",
                                "PaymentUtils",
                                "PaymentHelper",
                                "PaymentManager",
                                "PaymentImpl",
                                "PaymentDesk"),
                        List.of("Implication")),
                breach(
                        HouseRule.WHOLE_MONEY,
                        "money",
                        List.of("LedgerField", "LocalFee", "ParsedFee", "DecimalFee"),
                        List.of("WholeFee", "Temperature")),
                breach(
                        HouseRule.FAST_SIGNATURES,
                        "signature",
                        List.of("PlainSigner", "AnySigner"),
                        List.of("OtherSigner")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("breaches")
    void catchesABreach(HouseRule rule, String planted, List<String> caught, List<String> innocent) {
        Throwable report = catchThrowable(() -> check(planted, EnumSet.of(rule)));

        assertThat(report).isInstanceOf(AssertionError.class).hasMessageContaining(rule.reason());
        assertThat(report.getMessage()).contains(caught);
        for (String name : innocent) {
            assertThat(report.getMessage()).doesNotContain(name);
        }
    }

    @Test
    void everyRuleHasAPlantedBreach() {
        assertThat(breaches().map(breach -> breach.get()[0]))
                .containsExactlyInAnyOrderElementsOf(Arrays.asList(HouseRule.values()));
    }

    @Test
    void aCleanServicePassesAllRules() {
        assertThatCode(() -> check("clean", HouseRule.forProtocolServices())).doesNotThrowAnyException();
    }

    @Test
    void aBusinessServiceMayUseFrameworksOutsideAdapters() {
        assertThatCode(() -> check("impure", HouseRule.forBusinessServices())).doesNotThrowAnyException();
    }

    @Test
    void brokenRulesAreReportedTogether() {
        assertThatThrownBy(() -> check("impure", EnumSet.allOf(HouseRule.class)))
                .hasMessageContaining("SpeaksKafka")
                .hasMessageContaining("SpeaksJdbc")
                .hasMessageContaining("PURE_CORES");
    }

    @Test
    void failsWhereNothingIsFound() {
        assertThatThrownBy(() -> HouseRules.check("io.florin.nowhere"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("no classes found");
    }

    @Test
    void theTestKitKeepsTheRules() {
        HouseRules.checkLibrary("io.florin.testkit");
    }

    private static Arguments breach(HouseRule rule, String planted, List<String> caught, List<String> innocent) {
        return Arguments.of(rule, planted, caught, innocent);
    }

    private static void check(String planted, Set<HouseRule> rules) {
        HouseRules.check(HouseRules.classesOf(PLANTED + planted), PLANTED + planted, rules);
    }
}
