package io.florin.auditor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes32;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.elgamal.AuditKeyShare;
import io.florin.crypto.elgamal.AuditPublicKey;
import io.florin.crypto.elgamal.ThresholdDecryption;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestHiddenEconomy;
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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// docs/enforcement.md says what the code does, as far as code decides it.
class EnforcementTableTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final List<String> RULES =
            List.of("revoke", "freeze", "tier limit", "holding limit", "AML stream", "supply");

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
            assertThat(by(model, AuditPolicy.NEVER, rule)).startsWith("registration");
            assertThat(by(model, AuditPolicy.ALWAYS, rule)).startsWith("registration");
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
