package io.florin.auditor;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.auditor.approval.ApprovalRules;
import io.florin.auditor.approval.ApprovalRules.Situation;
import io.florin.auditor.approval.AuditedTransaction;
import io.florin.auditor.approval.BarredLists;
import io.florin.auditor.approval.Ruling;
import io.florin.auditor.protocol.EnrolledOwners;
import io.florin.auditor.protocol.ReplayedTransaction;
import io.florin.auditor.supply.Figures;
import io.florin.auditor.supply.SupplyInvariant;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.elgamal.AuditKeyShare;
import io.florin.crypto.elgamal.AuditPublicKey;
import io.florin.crypto.elgamal.ThresholdDecryption;
import io.florin.crypto.group.Scalar;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.AuditDisclosure;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.AuditedModel;
import io.florin.ledger.fixture.HiddenStory;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestHiddenEconomy.Coin;
import io.florin.ledger.fixture.TestHiddenEconomy.Holder;
import io.florin.ledger.fixture.TestHiddenEconomy.Payee;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.AuditCiphertexts;
import io.florin.ledger.privacy.AuditCiphertexts.Sealed;
import io.florin.ledger.privacy.PaymentStatement;
import io.florin.ledger.rules.ClearTokenRules;
import io.florin.ledger.rules.RefusalReason;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Enforcement by endorsers and the auditor where something is hidden: each combination of model and audit that there
/// is, compared with its cells of docs/enforcement.json.
class HiddenEnforcementTest {
    private static final long THRESHOLD = TestNetwork.AUDIT_THRESHOLD.minorUnits();

    private final EnforcementCells cells = new EnforcementCells();

    @ParameterizedTest
    @EnumSource
    void endorsersKnowOnlyTheEpoch(AuditedModel model) {
        for (String rule : List.of("revoke", "freeze")) {
            assertThat(cells.by(model, rule)).endsWith("registration, by credentials");
            assertThat(cells.by(model, rule).startsWith("auditor, at once")).isEqualTo(model.isActive());
        }
        assertThat(cells.by(model, "tier limit")).contains("bank for custodial wallets");
        assertThat(cells.by(model, "holding limit")).isEqualTo("the holder's bank for custodial wallets, else nobody");
        HiddenStory story = HiddenStory.of(model);
        HiddenPayment payment = story.payment.payment();
        TestNetwork network = story.network;
        Submission submission = new Submission(
                payment,
                ClearTokenRules.auditRequired(payment, network.configuration())
                        ? Optional.of(network.audit(payment))
                        : Optional.empty());
        long epoch = TestHiddenEconomy.EPOCH;

        new EndorserVerdict(network, Standing.REVOKED, TestNetwork.TIER_BASIC, Set.of(epoch))
                .accepts(submission, "neither standing nor tier of anybody is looked at");
        new EndorserVerdict(network, Standing.ACTIVE, Tier.TREASURY, Set.of(epoch + 1))
                .refuses(
                        submission,
                        RefusalReason.CREDENTIAL_EPOCH_PASSED,
                        "whoever has no credential of the epoch cannot pay");
    }

    /// Issues that are worth the threshold, and one more.
    @ParameterizedTest
    @EnumSource
    void nothingIsEndorsedWithoutTheAuditorWhereThePolicyAsksForIt(AuditedModel model) {
        assertThat(cells.by(model, "AML stream"))
                .isEqualTo(
                        switch (model.audit()) {
                            case "ALWAYS" -> "auditor";
                            case "ABOVE_THRESHOLD" -> "auditor; up to the threshold of amounts only";
                            case "PASSIVE" ->
                                "auditor with a threshold of audit members, by case"
                                        + (model.model().hidesValue() ? "" : "; auditor alone, of amounts only");
                            default -> model.model().hidesValue() ? "nobody" : "auditor, of amounts only";
                        });
        TestHiddenEconomy economy = HiddenStory.of(model).economy;
        TestNetwork network = economy.network();
        OwnerKey treasury = new OwnerKey(network.newKey().publicKey());
        EndorserVerdict endorser = new EndorserVerdict(network, Standing.ACTIVE, Tier.TREASURY, Set.of());
        for (long value : List.of(THRESHOLD, THRESHOLD + 1)) {
            HiddenPayment issue = economy.issue(network.header(100), treasury, new Payee(economy.newHolder(), value))
                    .payment();
            boolean asked = model.policy() == AuditPolicy.ALWAYS
                    || model.policy() == AuditPolicy.ABOVE_THRESHOLD && value > THRESHOLD;
            if (asked) {
                endorser.refuses(issue, RefusalReason.AUDIT_REQUIRED, "of " + value + " without the auditor");
                endorser.accepts(
                        new Submission(issue, Optional.of(network.audit(issue))), "of " + value + " with the auditor");
            } else {
                endorser.accepts(issue, "of " + value);
            }
        }
    }

    /// A payment of 300 out of a token that is worth more than the threshold: nobody can tell the change from what is
    /// paid, so the auditor is shown it where the policy asks for large payments.
    @ParameterizedTest
    @EnumSource
    void theAuditorIsShownWhatThePolicyAsksForAndSignsNothingElse(AuditedModel model) {
        Audited large = Audited.of(model);
        Ruling ruling = large.rule(400, Optional.of(Map.of()));
        Audited small = Audited.make(model, 300);
        Ruling ofSmall = small.rule(400, Optional.of(Map.of()));
        Ruling released = new Ruling.Release("automatic");

        assertThat(ruling.equals(released)).as("change above the threshold").isEqualTo(model.isActive());
        assertThat(ofSmall.equals(released)).as("nothing above it").isEqualTo(model.policy() == AuditPolicy.ALWAYS);
        for (Ruling each : List.of(ruling, ofSmall)) {
            if (!each.equals(released)) {
                assertThat(((Ruling.Refuse) each).code()).isEqualTo("approval-not-needed");
            }
        }
        AuditedTransaction shown = AuditedTransaction.decode(large.shown.encode());
        assertThat(shown.payers()).contains(large.alice.enrollment());
        assertThat(shown.payees()).contains(large.bob.enrollment());
        assertThat(shown.amount()).isEqualTo(Amount.of(300));
    }

    @ParameterizedTest
    @EnumSource(names = {"ANONYMOUS_PASSIVE", "CONFIDENTIAL_PASSIVE", "UNLINKABLE_PASSIVE"})
    void underPassiveAuditEveryPaymentIsSealedAndOpensToAThresholdOnly(AuditedModel model) {
        for (String rule : EnforcementCells.RULES) {
            if (!rule.equals("AML stream")) {
                assertThat(cells.by(model, rule))
                        .as(rule)
                        .isEqualTo(cells.by(AuditedModel.unaudited(model.model()), rule));
            }
        }
        TestHiddenEconomy economy = HiddenStory.of(model).economy;
        TestNetwork network = economy.network();
        var alice = economy.newHolder();
        HiddenPayment issue = economy.issue(
                        network.header(100), new OwnerKey(network.newKey().publicKey()), new Payee(alice, 5))
                .payment();
        EndorserVerdict endorser = new EndorserVerdict(network, Standing.ACTIVE, Tier.TREASURY, Set.of());

        endorser.accepts(issue, "sealed");
        endorser.refuses(withoutCiphertexts(issue), RefusalReason.NOT_SEALED_FOR_AUDIT, "not sealed");

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
    @EnumSource(names = {"ANONYMOUS_ABOVE_THRESHOLD", "ANONYMOUS_ALWAYS", "CONFIDENTIAL_ALWAYS", "UNLINKABLE_ALWAYS"})
    void theAuditorSignsNothingOffForWhoIsBarred(AuditedModel model) {
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
    @EnumSource(names = {"ANONYMOUS_ABOVE_THRESHOLD", "ANONYMOUS_ALWAYS", "CONFIDENTIAL_ALWAYS", "UNLINKABLE_ALWAYS"})
    void theAuditorHoldsWhatIsAboveItsReleaseLimit(AuditedModel model) {
        assertThat(cells.by(model, "tier limit")).startsWith("auditor, its release limit");
        Audited audited = Audited.of(model);

        assertThat(audited.rule(300, Optional.of(Map.of()))).isEqualTo(new Ruling.Release("automatic"));
        assertThat(audited.rule(299, Optional.of(Map.of()))).isEqualTo(new Ruling.Hold("above-release-limit"));
    }

    /// What the ledger alone shows: values where only owners are hidden, else nothing.
    @ParameterizedTest
    @EnumSource
    void theAuditorSeesWhatAModelShowsWithEachBlock(AuditedModel model) {
        boolean hidesValue = model.model().hidesValue();
        HiddenStory story = HiddenStory.of(model);
        ReplayedStory replayed = ReplayedStory.of(story);
        ReplayedTransaction payment = replayed.block().committed().get(1);
        List<Long> values = new ArrayList<>();
        payment.transaction().hiddenOutputs().stream()
                .flatMap(output -> output.token().amount().stream())
                .forEach(amount -> values.add(amount.minorUnits()));

        assertThat(payment.transaction().outputs()).isEmpty();
        assertThat(payment.transaction().hiddenOutputs()).isNotEmpty();
        assertThat(values).isEqualTo(hidesValue ? List.of() : List.of(300L, 455L));
        long spentInTheClear = payment.spent().stream()
                .flatMap(Optional::stream)
                .mapToLong(Amount::minorUnits)
                .sum();
        assertThat(spentInTheClear).isEqualTo(hidesValue ? 0 : 755);
        String bytes = replayed.block().encoded().toHex();
        for (Holder holder : List.of(story.alice, story.bob)) {
            assertThat(bytes)
                    .doesNotContain(Bytes.of(holder.enrollment().toBytes()).toHex());
        }
    }

    @ParameterizedTest
    @EnumSource
    void theSupplyRestsOnTheAuditorsOwnReplay(AuditedModel model) {
        var cell = cells.cell(model, "supply");
        assertThat(cell.get("by").asString()).isEqualTo("auditor");
        assertThat(cell.get("from").asString().startsWith("sum of unspent tokens"))
                .isEqualTo(!model.model().hidesValue());
        assertThat(cell.get("from").asString()).contains("proof verified again");
        ReplayedStory replayed = ReplayedStory.of(HiddenStory.of(model));

        Figures figures = new SupplyInvariant(1)
                .replayed(replayed.block(), replayed)
                .figures()
                .getFirst();

        assertThat(figures.issued()).isEqualTo(755);
        assertThat(figures.redeemed()).isEqualTo(200);
        assertThat(figures.outstanding()).isEqualTo(555);
        assertThat(figures.holds()).isTrue();
        assertThat(List.copyOf(replayed.unspent().values()))
                .as("tokens can be added up where their values are in the clear")
                .isEqualTo(model.model().hidesValue() ? List.of() : List.of(BigInteger.valueOf(555)));
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

    /// A payment of 300 to Bob, as Alice shows it to the auditor.
    private record Audited(TestHiddenEconomy economy, Holder alice, Holder bob, AuditDisclosure shown) {
        private static final Map<AuditedModel, Audited> MADE = new EnumMap<>(AuditedModel.class);

        /// With change that is above the threshold.
        static Audited of(AuditedModel model) {
            synchronized (MADE) {
                return MADE.computeIfAbsent(model, each -> make(each, 2 * THRESHOLD));
            }
        }

        static Audited make(AuditedModel model, long change) {
            TestHiddenEconomy economy = HiddenStory.of(model).economy;
            TestNetwork network = economy.network();
            Holder alice = economy.newHolder();
            Holder bob = economy.newHolder();
            Coin coin = economy.issue(
                            network.header(100),
                            new OwnerKey(network.newKey().publicKey()),
                            new Payee(alice, 300 + change))
                    .coins()
                    .getFirst();
            AuditDisclosure shown = economy.disclose(
                    network.header(100),
                    TestHiddenEconomy.EPOCH,
                    List.of(coin),
                    new Payee(bob, 300),
                    new Payee(alice, change));
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
    private static final class Records implements EnrolledOwners {
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
}
