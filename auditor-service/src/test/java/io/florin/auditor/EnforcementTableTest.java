package io.florin.auditor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.auditor.protocol.ReplayedTransaction;
import io.florin.auditor.supply.Figures;
import io.florin.auditor.supply.SupplyInvariant;
import io.florin.ledger.Amount;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.AuditedModel;
import io.florin.ledger.fixture.HiddenStory;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.rules.RefusalReason;
import io.florin.testkit.NamedTests;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// docs/enforcement.md says what the code does, as far as code decides it: the form of the table, its tests, and the
/// clear model. The cells of the others are compared by [HiddenEnforcementTest].
class EnforcementTableTest {
    /// Of a test that runs once for each [AuditedModel], or some of them.
    private static final Pattern EACH_MODEL =
            Pattern.compile("@EnumSource(?:\\(([^)]*)\\))?\\s+void \\w+\\(AuditedModel ");
    private static final String ALL_MODELS = "for (AuditedModel model : AuditedModel.values()) {";
    private static final Pattern NAME = Pattern.compile("\"(\\w+)\"");

    private static @Nullable NamedTests namedTests;

    private final EnforcementCells cells = new EnforcementCells();

    @Test
    void hasEveryCellOnceAndTheSameInBothFiles() throws IOException {
        String page = Files.readString(EnforcementCells.DOCS.resolve("enforcement.md"));
        assertThat(cells.all()).hasSize((1 + AuditedModel.values().length) * EnforcementCells.RULES.size());
        for (String rule : EnforcementCells.RULES) {
            assertThat(cells.clear(rule).get("by").asString()).isNotBlank();
            for (AuditedModel model : AuditedModel.values()) {
                assertThat(cells.by(model, rule)).isNotBlank();
            }
        }
        for (JsonNode cell : cells.all()) {
            String audit = switch (cell.get("audit").asString()) {
                case "NEVER" -> "no";
                case "ABOVE_THRESHOLD" -> "above a threshold";
                case "ALWAYS" -> "yes";
                case "PASSIVE" -> "passive";
                default -> "any";
            };
            assertThat(page)
                    .contains(String.join(
                            " | ",
                            "| " + cell.get("model").asString(),
                            audit,
                            cell.get("rule").asString(),
                            cell.get("by").asString(),
                            cell.get("from").asString(),
                            cell.get("fast").asString() + " |"));
        }
    }

    /// A combination that is not in the table cannot be configured, and one that can is in the table.
    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void whatCanBeConfiguredHasCells(PrivacyModel model) {
        Namespace now = HiddenStory.of(model)
                .network
                .configuration()
                .namespace(TestNetwork.CURRENCY)
                .orElseThrow();
        for (AuditPolicy policy : AuditPolicy.values()) {
            boolean listed = Arrays.stream(AuditedModel.values())
                    .anyMatch(each -> each.model() == model && each.policy() == policy);
            if (listed) {
                assertThat(with(now, policy).auditPolicy()).isEqualTo(policy);
            } else {
                assertThatThrownBy(() -> with(now, policy))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("threshold");
            }
        }
    }

    private static Namespace with(Namespace namespace, AuditPolicy policy) {
        return new Namespace(
                namespace.id(),
                namespace.name(),
                namespace.currency(),
                namespace.minorDigits(),
                namespace.rulesVersion(),
                policy,
                namespace.auditThreshold(),
                namespace.hidden());
    }

    /// Who claims that a rule is enforced names the tests that would fail if it were not. At least one of them runs in
    /// the model and under the audit that the cell speaks of.
    @ParameterizedTest(name = "{0}")
    @MethodSource("cellsByName")
    void everyCellNamesTestsThatRun(String name, JsonNode cell) {
        assertThat(cell.path("tests").isArray()).as(name).isTrue();
        List<String> tests =
                cell.get("tests").valueStream().map(JsonNode::asString).toList();
        assertThat(tests).as(name).isNotEmpty().doesNotHaveDuplicates();
        for (String test : tests) {
            assertThat(allTests().flaw(test)).as("%s: %s", name, test).isEmpty();
        }
        modelOf(cell)
                .ifPresent(model -> assertThat(tests)
                        .as("%s: none of its tests is known to run as %s", name, model)
                        .anyMatch(test -> runsIn(allTests(), test, model)));
        modelOf(cell)
                .ifPresent(model -> assertThat(tests)
                        .as("%s: a test of other policies", name)
                        .noneMatch(test -> isOfModels(allTests(), test) && !runsIn(allTests(), test, model)));
    }

    private Optional<AuditedModel> modelOf(JsonNode cell) {
        return Arrays.stream(AuditedModel.values())
                .filter(model -> cells.cell(model, cell.get("rule").asString()).equals(cell))
                .findFirst();
    }

    private static boolean isOfModels(NamedTests tests, String test) {
        String text = tests.text(test);
        return text.contains(ALL_MODELS) || EACH_MODEL.matcher(text).find();
    }

    private static boolean runsIn(NamedTests tests, String test, AuditedModel model) {
        String text = tests.text(test);
        Matcher each = EACH_MODEL.matcher(text);
        if (!each.find()) {
            return text.contains(ALL_MODELS);
        }
        String names = Optional.ofNullable(each.group(1)).orElse("");
        assertThat(names).as("%s: names are listed, not excluded", test).doesNotContain("mode");
        return names.isEmpty()
                || NAME.matcher(names)
                        .results()
                        .anyMatch(found -> found.group(1).equals(model.name()));
    }

    static Stream<Arguments> cellsByName() {
        return new EnforcementCells()
                .all().stream()
                        .map(cell -> Arguments.of(
                                cell.get("model").asString() + ", audit "
                                        + cell.get("audit").asString() + ": "
                                        + cell.get("rule").asString(),
                                cell));
    }

    private static NamedTests allTests() {
        NamedTests known = namedTests;
        if (known == null) {
            known = NamedTests.under(Path.of("..").toAbsolutePath().normalize());
            namedTests = known;
        }
        return known;
    }

    @Test
    void aTestOfOtherModelsIsKnownForWhatItIs() {
        String body = " model) {\n        assertThat(1).isOne();\n    }\n";
        NamedTests some = new NamedTests(Map.of(
                "GoodTest",
                "class GoodTest {\n    @ParameterizedTest\n    @EnumSource\n    void all(AuditedModel" + body
                        + "\n"
                        + "    @ParameterizedTest\n"
                        + "    @EnumSource(names = {\"ANONYMOUS_NEVER\", \"ANONYMOUS_ALWAYS\"})\n"
                        + "    void some(AuditedModel" + body
                        + "\n    @ParameterizedTest\n    @EnumSource\n    void other(PrivacyModel" + body
                        + "\n    @Test\n    void loops() {\n        " + ALL_MODELS + "\n        }\n    }\n}"));

        assertThat(runsIn(some, "GoodTest#all", AuditedModel.UNLINKABLE_PASSIVE))
                .isTrue();
        assertThat(runsIn(some, "GoodTest#some", AuditedModel.ANONYMOUS_ALWAYS)).isTrue();
        assertThat(runsIn(some, "GoodTest#some", AuditedModel.ANONYMOUS_PASSIVE))
                .isFalse();
        assertThat(isOfModels(some, "GoodTest#some")).isTrue();
        assertThat(isOfModels(some, "GoodTest#loops")).isTrue();
        assertThat(runsIn(some, "GoodTest#loops", AuditedModel.UNLINKABLE_NEVER))
                .isTrue();
        assertThat(runsIn(some, "GoodTest#other", AuditedModel.ANONYMOUS_ALWAYS))
                .isFalse();
        assertThat(isOfModels(some, "GoodTest#other")).isFalse();
    }

    @Test
    void aTestThatDoesNotRunIsNoTest() {
        String body = "() {\n        assertThat(1).isOne();\n    }\n";
        NamedTests some = new NamedTests(Map.of(
                "GoodTest",
                "class GoodTest {\n    @Test\n    void runs" + body + "\n    @Disabled\n    @Test\n    void rests"
                        + body + "\n    @Test\n    void other() {\n    }\n    void helps" + body + "}",
                "RestingTest",
                "@Disabled\nclass RestingTest {\n    @Test\n    void runs" + body + "}"));

        assertThat(some.flaw("GoodTest#runs")).isEmpty();
        for (String none : List.of(
                "GoodTest#rests", "GoodTest#helps", "GoodTest#run", "GoodTest", "NoTest#runs", "RestingTest#runs")) {
            assertThat(some.flaw(none)).as(none).isPresent();
        }
    }

    @Test
    void endorsersEnforceEverythingInTheClear() {
        for (String rule : List.of("revoke", "freeze", "tier limit")) {
            assertThat(cells.clear(rule).get("by").asString()).isEqualTo("endorsers");
        }
        TestNetwork network = new TestNetwork(5, AuditPolicy.NEVER);
        TestMoney money = new TestMoney(network);
        Transfer payment = money.pay(TestMoney.output(money.issue(9_000_000_000L), 0), 8_000_000_000L);

        new EndorserVerdict(network, Standing.ACTIVE, Tier.TREASURY, Set.of()).accepts(payment, "nobody is barred");
        new EndorserVerdict(network, Standing.REVOKED, Tier.TREASURY, Set.of())
                .refuses(payment, RefusalReason.OWNER_REVOKED, "revoked");
        new EndorserVerdict(network, Standing.SUSPENDED, Tier.TREASURY, Set.of())
                .refuses(payment, RefusalReason.OWNER_SUSPENDED, "suspended");
        new EndorserVerdict(network, Standing.ACTIVE, TestNetwork.TIER_BASIC, Set.of())
                .refuses(payment, RefusalReason.PAYMENT_LIMIT_EXCEEDED, "of a basic wallet");
    }

    @Test
    void theAuditorSeesOwnersAndValuesInTheClear() {
        assertThat(cells.clear("AML stream").get("by").asString()).isEqualTo("auditor and banks");
        ReplayedTransaction payment = ReplayedStory.clear().block().committed().get(1);

        assertThat(payment.transaction().outputs())
                .extracting(output -> output.token().value().minorUnits())
                .containsExactly(300L, 455L);
        assertThat(payment.transaction().outputs())
                .extracting(output -> output.token().owner())
                .doesNotHaveDuplicates();
        assertThat(payment.spent().stream().flatMap(Optional::stream).mapToLong(Amount::minorUnits))
                .containsExactly(755L);
    }

    @Test
    void theSupplyRestsOnTheAuditorsOwnReplay() {
        JsonNode cell = cells.clear("supply");
        assertThat(cell.get("by").asString()).isEqualTo("auditor");
        assertThat(cell.get("from").asString())
                .startsWith("sum of unspent tokens")
                .doesNotContain("proof verified again");
        ReplayedStory replayed = ReplayedStory.clear();

        Figures figures = new SupplyInvariant(1)
                .replayed(replayed.block(), replayed)
                .figures()
                .getFirst();

        assertThat(figures.issued()).isEqualTo(755);
        assertThat(figures.redeemed()).isEqualTo(200);
        assertThat(figures.outstanding()).isEqualTo(555);
        assertThat(figures.holds()).isTrue();
        assertThat(List.copyOf(replayed.unspent().values())).containsExactly(BigInteger.valueOf(555));
    }
}
