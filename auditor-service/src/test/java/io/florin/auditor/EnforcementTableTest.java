package io.florin.auditor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.auditor.approval.ApprovalRules;
import io.florin.auditor.approval.ApprovalRules.Situation;
import io.florin.auditor.approval.AuditedTransaction;
import io.florin.auditor.approval.BarredLists;
import io.florin.auditor.approval.Ruling;
import io.florin.auditor.protocol.Enrollments;
import io.florin.auditor.protocol.ReplayState;
import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.auditor.protocol.ReplayedTransaction;
import io.florin.auditor.supply.Figures;
import io.florin.auditor.supply.SupplyInvariant;
import io.florin.auditor.trail.AuditTrail;
import io.florin.auditor.trail.BlockVerdict.Accepted;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.elgamal.AuditKeyShare;
import io.florin.crypto.elgamal.AuditPublicKey;
import io.florin.crypto.elgamal.ThresholdDecryption;
import io.florin.crypto.group.Scalar;
import io.florin.ledger.Amount;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.block.Block;
import io.florin.ledger.client.AuditDisclosure;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestHiddenEconomy.Coin;
import io.florin.ledger.fixture.TestHiddenEconomy.Holder;
import io.florin.ledger.fixture.TestHiddenEconomy.Payee;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.AuditCiphertexts;
import io.florin.ledger.privacy.AuditCiphertexts.Sealed;
import io.florin.ledger.privacy.PaymentStatement;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.rules.Decision;
import io.florin.ledger.rules.LedgerRules;
import io.florin.ledger.rules.RefusalReason;
import io.florin.ledger.rules.RulesContext;
import io.florin.runtime.http.StrictJson;
import io.florin.testkit.NamedTests;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// docs/enforcement.md says what the code does, as far as code decides it.
class EnforcementTableTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final List<String> RULES =
            List.of("revoke", "freeze", "tier limit", "holding limit", "AML stream", "supply");

    private static @Nullable NamedTests namedTests;

    private final List<JsonNode> cells = cells();

    private static List<JsonNode> cells() {
        try {
            List<JsonNode> cells = new ArrayList<>();
            StrictJson.mapper()
                    .readTree(Files.readString(DOCS.resolve("enforcement.json")))
                    .forEach(cells::add);
            return cells;
        } catch (IOException broken) {
            throw new java.io.UncheckedIOException(broken);
        }
    }

    private String by(PrivacyModel model, AuditPolicy policy, String rule) {
        return by(model, model == PrivacyModel.CLEAR ? "-" : policy.name(), rule);
    }

    private String by(PrivacyModel model, String audit, String rule) {
        return cells.stream()
                .filter(cell -> cell.get("model").asString().equals(model.name().toLowerCase(Locale.ROOT))
                        && cell.get("audit").asString().equals(audit)
                        && cell.get("rule").asString().equals(rule))
                .map(cell -> cell.get("by").asString())
                .reduce((_, _) -> {
                    throw new IllegalStateException("a cell twice");
                })
                .orElseThrow();
    }

    @Test
    void hasEveryCellOnceAndTheSameInBothFiles() throws IOException {
        String page = Files.readString(DOCS.resolve("enforcement.md"));
        assertThat(cells).hasSize((1 + 3 * 3) * RULES.size());
        for (PrivacyModel model : PrivacyModel.values()) {
            for (String rule : RULES) {
                assertThat(by(model, AuditPolicy.NEVER, rule)).isNotBlank();
                assertThat(by(model, AuditPolicy.ALWAYS, rule)).isNotBlank();
            }
        }
        for (JsonNode cell : cells) {
            String audit = switch (cell.get("audit").asString()) {
                case "NEVER" -> "no";
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

    /// Who claims that a rule is enforced names the tests that would fail if it were not.
    @ParameterizedTest(name = "{0}")
    @MethodSource("cellsByName")
    void everyCellNamesTestsThatRun(String name, JsonNode cell) throws IOException {
        assertThat(cell.path("tests").isArray()).as(name).isTrue();
        List<String> tests =
                cell.get("tests").valueStream().map(JsonNode::asString).toList();
        assertThat(tests).as(name).isNotEmpty().doesNotHaveDuplicates();
        for (String test : tests) {
            assertThat(allTests().flaw(test)).as("%s: %s", name, test).isEmpty();
        }
    }

    static Stream<Arguments> cellsByName() {
        return cells().stream()
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
            assertThat(by(PrivacyModel.CLEAR, AuditPolicy.NEVER, rule)).isEqualTo("endorsers");
        }
        TestNetwork network = new TestNetwork(5, AuditPolicy.NEVER);
        TestMoney money = new TestMoney(network);
        Transfer payment = money.pay(TestMoney.output(money.issue(9_000_000_000L), 0), 8_000_000_000L);

        assertThat(decide(network, payment, Standing.ACTIVE, Tier.TREASURY, Set.of()))
                .isInstanceOf(Decision.Accepted.class);
        assertRefused(network, payment, Standing.REVOKED, Tier.TREASURY, RefusalReason.OWNER_REVOKED);
        assertRefused(network, payment, Standing.SUSPENDED, Tier.TREASURY, RefusalReason.OWNER_SUSPENDED);
        assertRefused(network, payment, Standing.ACTIVE, TestNetwork.TIER_BASIC, RefusalReason.PAYMENT_LIMIT_EXCEEDED);
    }

    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void endorsersOfAHiddenCurrencyKnowOnlyTheEpoch(PrivacyModel model) {
        for (String rule : List.of("revoke", "freeze")) {
            assertThat(by(model, AuditPolicy.NEVER, rule)).isEqualTo("registration, by credentials");
            assertThat(by(model, AuditPolicy.ALWAYS, rule)).endsWith("registration, by credentials");
        }
        assertThat(by(model, AuditPolicy.NEVER, "tier limit")).contains("bank").contains("nobody");
        HiddenStory story = HiddenStory.of(model);
        ClientTransaction payment = story.payment.payment();
        long epoch = TestHiddenEconomy.EPOCH;

        assertThat(decide(story.network, payment, Standing.REVOKED, TestNetwork.TIER_BASIC, Set.of(epoch)))
                .as("neither standing nor tier of anybody is looked at")
                .isInstanceOf(Decision.Accepted.class);
        assertThat(decide(story.network, payment, Standing.ACTIVE, Tier.TREASURY, Set.of(epoch + 1)))
                .as("whoever has no credential of the epoch cannot pay")
                .isEqualTo(new Decision.Refused(RefusalReason.CREDENTIAL_EPOCH_PASSED));
    }

    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void theAuditorSeesEveryPaymentWherePolicySaysAlways(PrivacyModel model) {
        assertThat(by(model, AuditPolicy.ALWAYS, "AML stream")).isEqualTo("auditor");
        TestHiddenEconomy economy = new TestHiddenEconomy(7, model, AuditPolicy.ALWAYS);
        TestNetwork network = economy.network();
        var treasury = network.newKey();
        var issue = economy.issue(
                network.header(100),
                new OwnerKey(treasury.publicKey()),
                new TestHiddenEconomy.Payee(economy.newHolder(), 5));

        assertRefused(network, issue.payment(), Standing.ACTIVE, Tier.TREASURY, RefusalReason.AUDIT_REQUIRED);
    }

    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void underPassiveAuditEveryPaymentIsSealedAndOpensToAThresholdOnly(PrivacyModel model) {
        assertThat(by(model, "PASSIVE", "AML stream")).contains("by case");
        for (String rule : RULES) {
            if (!rule.equals("AML stream")) {
                assertThat(by(model, "PASSIVE", rule)).as(rule).isEqualTo(by(model, AuditPolicy.NEVER, rule));
            }
        }
        TestHiddenEconomy economy = TestHiddenEconomy.audited(7, model);
        TestNetwork network = economy.network();
        var treasury = network.newKey();
        var alice = economy.newHolder();
        HiddenPayment issue = economy.issue(
                        network.header(100), new OwnerKey(treasury.publicKey()), new TestHiddenEconomy.Payee(alice, 5))
                .payment();

        assertThat(decide(network, issue, Standing.ACTIVE, Tier.TREASURY, Set.of()))
                .isInstanceOf(Decision.Accepted.class);
        assertRefused(
                network, withoutCiphertexts(issue), Standing.ACTIVE, Tier.TREASURY, RefusalReason.NOT_SEALED_FOR_AUDIT);

        Sealed payee = AuditCiphertexts.sealed(issue.statement()).getFirst();
        assertThat(economy.auditors().open(payee))
                .as("two members of three")
                .isEqualTo(Generators.ENROLLMENT.multiply(alice.enrollment()));
        AuditPublicKey key = economy.auditors().key();
        var alone = new AuditKeyShare(1, economy.auditors().secret(1), key)
                .decrypt(payee.handle(), Bytes32.ZERO, new Random(1));
        assertThat(ThresholdDecryption.open(
                        key, payee.commitment(), payee.handle(), Bytes32.ZERO, List.of(alone, alone)))
                .as("one member")
                .isInstanceOf(ThresholdDecryption.Outcome.Incomplete.class);
    }

    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void theAuditorSignsNothingOffForWhoIsBarred(PrivacyModel model) {
        for (String rule : List.of("revoke", "freeze")) {
            assertThat(by(model, AuditPolicy.ALWAYS, rule)).startsWith("auditor, at once");
        }
        Audited audited = Audited.of(model);
        Scalar stranger = audited.economy.newHolder().enrollment();

        assertThat(audited.rule(400, Optional.of(Map.of())))
                .as("nobody is barred")
                .isEqualTo(new Ruling.Release("automatic"));
        assertThat(audited.rule(400, Optional.of(Map.of(Scalar.ZERO, Standing.REVOKED, stranger, Standing.SUSPENDED))))
                .as("somebody else, and an id that padding may be shown under")
                .isEqualTo(new Ruling.Release("automatic"));
        assertThat(audited.refusal(Map.of(audited.alice.enrollment(), Standing.REVOKED)))
                .as("the payer")
                .isEqualTo("owner-revoked");
        assertThat(audited.refusal(Map.of(audited.bob.enrollment(), Standing.SUSPENDED)))
                .as("the payee")
                .isEqualTo("owner-suspended");
        assertThat(audited.rule(400, Optional.empty()))
                .as("no list that is new enough")
                .isInstanceOf(Ruling.NotNow.class);
    }

    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void theAuditorHoldsWhatIsAboveItsReleaseLimit(PrivacyModel model) {
        assertThat(by(model, AuditPolicy.ALWAYS, "tier limit")).startsWith("auditor, its release limit");
        Audited audited = Audited.of(model);

        assertThat(audited.rule(300, Optional.of(Map.of()))).isEqualTo(new Ruling.Release("automatic"));
        assertThat(audited.rule(299, Optional.of(Map.of()))).isEqualTo(new Ruling.Hold("above-release-limit"));
    }

    /// A payment of 300 to Bob in a currency that is actively audited, as Alice shows it to the auditor.
    private record Audited(TestHiddenEconomy economy, Holder alice, Holder bob, AuditDisclosure shown) {
        private static final Map<PrivacyModel, Audited> MADE = new EnumMap<>(PrivacyModel.class);

        static Audited of(PrivacyModel model) {
            synchronized (MADE) {
                return MADE.computeIfAbsent(model, Audited::make);
            }
        }

        private static Audited make(PrivacyModel model) {
            TestHiddenEconomy economy = new TestHiddenEconomy(8, model, AuditPolicy.ALWAYS);
            TestNetwork network = economy.network();
            Holder alice = economy.newHolder();
            Holder bob = economy.newHolder();
            Coin coin = economy.issue(
                            network.header(100), new OwnerKey(network.newKey().publicKey()), new Payee(alice, 700))
                    .coins()
                    .getFirst();
            AuditDisclosure shown = new HiddenPayments(economy, TestHiddenEconomy.EPOCH)
                    .pay(network.header(100), coin, new Payee(bob, 300), new Payee(alice, 400));
            return new Audited(economy, alice, bob, shown);
        }

        Ruling rule(long releaseMax, Optional<Map<Scalar, Standing>> barred) {
            TestNetwork network = economy.network();
            var situation = new Situation(
                    network.networkId(),
                    network.configuration(),
                    10,
                    false,
                    new Records(),
                    barred.map(standings -> BarredLists.list(network, standings)));
            return new ApprovalRules(network.networkId(), Amount.of(releaseMax), new Random(1))
                    .rule(AuditedTransaction.decode(shown.encode()), network.audit(shown.payment()), situation);
        }

        String refusal(Map<Scalar, Standing> barred) {
            Ruling ruling = rule(400, Optional.of(barred));
            assertThat(ruling).isInstanceOf(Ruling.Refuse.class);
            return ((Ruling.Refuse) ruling).code();
        }
    }

    /// Registration's records say nothing of anybody's standing, and are current.
    private static final class Records implements Enrollments {
        @Override
        public boolean isCurrent() {
            return true;
        }

        @Override
        public Optional<EnrollmentChanged> enrollment(OwnerKey owner) {
            return Optional.empty();
        }

        @Override
        public Optional<Standing> standing(OwnerKey owner) {
            return Optional.empty();
        }

        @Override
        public Set<Long> credentialEpochs() {
            return Set.of(TestHiddenEconomy.EPOCH);
        }

        @Override
        public long lastSequence() {
            return 1;
        }
    }

    /// What the ledger alone shows: values and owners in the clear, values where owners are hidden, else nothing.
    @ParameterizedTest
    @EnumSource
    void theAuditorSeesWhatAModelShowsWithEachBlock(PrivacyModel model) {
        String by = by(model, AuditPolicy.NEVER, "AML stream");
        assertThat(by)
                .isEqualTo(
                        switch (model) {
                            case CLEAR -> "auditor and banks";
                            case ANONYMOUS -> "auditor, of amounts only";
                            case CONFIDENTIAL, UNLINKABLE -> "nobody";
                        });
        Replayed replayed = Replayed.of(model);
        ReplayedTransaction payment = replayed.block.committed().get(1);
        List<Long> values = new ArrayList<>();
        List<OwnerKey> owners = new ArrayList<>();
        payment.transaction().outputs().forEach(output -> {
            values.add(output.token().value().minorUnits());
            owners.add(output.token().owner());
        });
        payment.transaction().hiddenOutputs().stream()
                .flatMap(output -> output.token().amount().stream())
                .forEach(amount -> values.add(amount.minorUnits()));

        assertThat(values).isEqualTo(model.hidesValue() ? List.of() : List.of(300L, 455L));
        assertThat(owners).hasSize(model == PrivacyModel.CLEAR ? 2 : 0);
        long spentInTheClear = payment.spent().stream()
                .flatMap(Optional::stream)
                .mapToLong(Amount::minorUnits)
                .sum();
        assertThat(spentInTheClear).isEqualTo(model.hidesValue() ? 0 : 755);
        if (model != PrivacyModel.CLEAR) {
            HiddenStory story = HiddenStory.of(model);
            String bytes = replayed.block.encoded().toHex();
            for (Holder holder : List.of(story.alice, story.bob)) {
                assertThat(bytes)
                        .doesNotContain(Bytes.of(holder.enrollment().toBytes()).toHex());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void theSupplyRestsOnTheAuditorsOwnReplay(PrivacyModel model) {
        for (JsonNode cell : cells) {
            if (cell.get("rule").asString().equals("supply")
                    && cell.get("model").asString().equals(model.name().toLowerCase(Locale.ROOT))) {
                assertThat(cell.get("by").asString()).isEqualTo("auditor");
                assertThat(cell.get("from").asString().startsWith("sum of unspent tokens"))
                        .isEqualTo(!model.hidesValue());
                assertThat(cell.get("from").asString().contains("proof verified again"))
                        .isEqualTo(model != PrivacyModel.CLEAR);
            }
        }
        Replayed replayed = Replayed.of(model);

        Figures figures = new SupplyInvariant(1)
                .replayed(replayed.block, replayed)
                .figures()
                .getFirst();

        assertThat(figures.issued()).isEqualTo(755);
        assertThat(figures.redeemed()).isEqualTo(200);
        assertThat(figures.outstanding()).isEqualTo(555);
        assertThat(figures.holds()).isTrue();
        assertThat(List.copyOf(replayed.unspent().values()))
                .as("tokens can be added up where their values are in the clear")
                .isEqualTo(model.hidesValue() ? List.of() : List.of(BigInteger.valueOf(555)));
    }

    /// An issue of 755, a payment of 300 of it and a redemption of 200 of the rest, in a block that the auditor
    /// replayed.
    private record Replayed(ReplayedBlock block, SortedMap<Integer, BigInteger> unspent) implements ReplayState {
        static Replayed of(PrivacyModel model) {
            return model == PrivacyModel.CLEAR
                    ? clear()
                    : of(HiddenStory.of(model).network, HiddenStory.of(model).all());
        }

        private static Replayed clear() {
            TestNetwork network = new TestNetwork(5, AuditPolicy.NEVER);
            TestMoney money = new TestMoney(network);
            Issue issue = money.issue(755);
            Transfer payment = money.pay(TestMoney.output(issue, 0), 300);
            return of(network, issue, payment, money.redeem(TestMoney.output(payment, 1), 200));
        }

        private static Replayed of(TestNetwork network, ClientTransaction... transactions) {
            AuditTrail trail = new AuditTrail(network.genesis());
            Block block = new TestChain(network).append(transactions);
            var accepted = (Accepted) trail.offer(OptionalLong.empty(), Bytes.of(block.encode()));
            return new Replayed(accepted.block(), trail.unspent());
        }

        @Override
        public boolean fromStore() {
            return false;
        }
    }

    private static HiddenPayment withoutCiphertexts(HiddenPayment payment) {
        PaymentStatement said = payment.statement();
        return new HiddenPayment(
                payment.header(),
                payment.request(),
                payment.certifierEpoch(),
                new PaymentStatement(
                        said.context(), said.credentialEpoch(), said.owners(), said.inputs(), said.outputs()),
                payment.notes(),
                payment.proof(),
                payment.approvals());
    }

    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void noThresholdIsConfiguredWhereValuesAreHidden(PrivacyModel model) {
        assertThat(by(model, AuditPolicy.NEVER, "AML stream"))
                .isEqualTo(model.hidesValue() ? "nobody" : "auditor, of amounts only");
        Namespace now = HiddenStory.of(model)
                .network
                .configuration()
                .namespace(TestNetwork.CURRENCY)
                .orElseThrow();
        if (model.hidesValue()) {
            assertThatThrownBy(() -> with(now, AuditPolicy.ABOVE_THRESHOLD))
                    .isInstanceOf(IllegalArgumentException.class);
        } else {
            assertThat(with(now, AuditPolicy.ABOVE_THRESHOLD).auditPolicy()).isEqualTo(AuditPolicy.ABOVE_THRESHOLD);
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

    private static void assertRefused(
            TestNetwork network, ClientTransaction payment, Standing standing, int tier, RefusalReason reason) {
        assertThat(decide(network, payment, standing, tier, Set.of())).isEqualTo(new Decision.Refused(reason));
    }

    private static Decision decide(
            TestNetwork network, ClientTransaction payment, Standing standing, int tier, Set<Long> epochs) {
        return LedgerRules.of(network.networkId(), new Random(1))
                .check(Submission.of(payment), new Everybody(network, standing, tier, epochs));
    }

    /// A registry in which everybody is in the same tier and standing.
    private record Everybody(TestNetwork testNetwork, Standing standing, int tier, Set<Long> credentialEpochs)
            implements RulesContext {
        @Override
        public NetworkId network() {
            return testNetwork.networkId();
        }

        @Override
        public NetworkConfiguration configuration() {
            return testNetwork.configuration();
        }

        @Override
        public long height() {
            return 10;
        }

        @Override
        public Optional<EnrollmentChanged> enrollment(OwnerKey owner) {
            return Optional.of(new EnrollmentChanged(Bytes32.ZERO, owner, Bytes32.ZERO, 1, tier, true, standing));
        }

        @Override
        public Optional<Standing> standing(OwnerKey owner) {
            return Optional.of(standing);
        }
    }
}
