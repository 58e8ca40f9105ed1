package io.florin.ledger.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.StateKeys;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Committers;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.config.NetworkConfiguration.Limits;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.config.NetworkConfiguration.Ordering;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Changes of the configuration by officers, active audit, and the numbers of refusals.
class GovernanceRulesTest extends RulesUnderTest {

    private static final long ABOVE = TestNetwork.AUDIT_THRESHOLD.minorUnits() + 1;

    @Test
    void acceptsTheNextConfigurationOfTwoOfficers() {
        SettlementTransaction settlement = accepted(change(versionTwo(), 0, 1));

        assertThat(settlement.reads()).containsExactly(new Read(StateKeys.CONFIGURATION, 1));
        assertThat(settlement.newConfiguration()).contains(versionTwo());
    }

    @Test
    void refusesAConfigurationThatIsNotTheNextOne() {
        assertRefused(change(network.configuration(), 0, 1), RefusalReason.BAD_CONFIGURATION);
        NetworkConfiguration now = network.configuration();
        NetworkConfiguration three = EditedConfiguration.of(now).version(3).build();
        assertRefused(change(three, 0, 1), RefusalReason.BAD_CONFIGURATION);
    }

    @Test
    void refusesOtherOrderingParties() {
        Ordering ordering = network.configuration().ordering();
        Ordering fewer = new Ordering(0, true, ordering.parties().subList(0, 3));

        assertRefused(
                change(versionTwo(fewer, network.configuration().namespaces()), 0, 1), RefusalReason.FIXED_SETTING);
    }

    /// Nodes would go on with what genesis says, whatever officers sign.
    @Test
    void refusesWhatNoNodeWouldApply() {
        NetworkConfiguration now = network.configuration();
        Bytes32 other = network.newId();
        Committers committers = new Committers(0, List.of(other));
        Limits slower = new Limits(now.limits().expiryBlocksMax(), now.limits().heartbeatMillisMax() + 1);
        Namespace florin = now.namespaces().get(1);
        Namespace renamed =
                new Namespace(florin.id(), florin.name(), "EUR", 2, 1, florin.auditPolicy(), florin.auditThreshold());
        Namespace second =
                new Namespace(new NamespaceId(2), "second", "XFL", 2, 1, florin.auditPolicy(), florin.auditThreshold());
        Namespace configuration = now.namespaces().getFirst();
        Map<String, EditedConfiguration> changes = new LinkedHashMap<>();
        changes.put("committers", EditedConfiguration.of(now).committers(committers));
        changes.put("registration's key", EditedConfiguration.of(now).registrationKey(other));
        changes.put("silence", EditedConfiguration.of(now).limits(slower));
        changes.put("another currency", EditedConfiguration.of(now).namespaces(List.of(configuration, renamed)));
        changes.put("one more", EditedConfiguration.of(now).namespaces(List.of(configuration, florin, second)));
        changes.put("none", EditedConfiguration.of(now).namespaces(List.of(configuration)));

        changes.forEach((what, edited) -> assertThat(
                        rules.check(Submission.of(change(edited.version(2).build(), 0, 1)), registry))
                .as(what)
                .isEqualTo(new RulesVerdict.Refused(RefusalReason.FIXED_SETTING)));
    }

    @Test
    void refusesAConfigurationTooLargeForTheLedger() {
        NetworkConfiguration now = network.configuration();
        Bytes key = now.endorserGroups().get(0).groupKey();
        List<EndorserGroup> groups = new ArrayList<>(now.endorserGroups());
        for (int id = 2; id < 8; id++) {
            groups.add(new EndorserGroup(new NamespaceId(id), 1, 2, key, Collections.nCopies(60, key)));
        }
        NetworkConfiguration large =
                EditedConfiguration.of(now).version(2).endorserGroups(groups).build();

        assertThat(large.encode().length).isBetween(SettlementTransaction.VALUE_SIZE_MAX + 1, 60_000);
        assertRefused(change(large, 0, 1), RefusalReason.BAD_CONFIGURATION);
    }

    @Test
    void refusesAConfigurationWithoutEnoughOfficers() {
        assertRefused(change(versionTwo()), RefusalReason.TOO_FEW_APPROVALS);
        assertRefused(change(versionTwo(), 2), RefusalReason.TOO_FEW_APPROVALS);
        assertRefused(change(versionTwo(), 2, 2), RefusalReason.BAD_OFFICER_APPROVAL);
    }

    @Test
    void refusesApprovalsOfAnotherConfiguration() {
        List<Namespace> namespaces = new ArrayList<>(network.configuration().namespaces());
        Namespace florin = namespaces.get(1);
        namespaces.set(
                1,
                new Namespace(florin.id(), florin.name(), "FLN", 2, 1, AuditPolicy.NEVER, Amount.of(Long.MAX_VALUE)));
        NetworkConfiguration unaudited = versionTwo(network.configuration().ordering(), namespaces);
        ConfigurationChange approved = change(versionTwo(), 0, 1);

        assertRefused(
                new ConfigurationChange(approved.header(), unaudited, approved.approvals()),
                RefusalReason.BAD_OFFICER_APPROVAL);
    }

    @Test
    void refusesAConfigurationInTheNamespaceOfMoney() {
        ConfigurationChange good = change(versionTwo(), 0, 1);
        ConfigurationChange moved = new ConfigurationChange(header(), good.configuration(), good.approvals());
        byte[] message = moved.officerMessage();

        assertRefused(
                new ConfigurationChange(
                        moved.header(),
                        moved.configuration(),
                        List.of(
                                new OfficerApproval(0, network.officer(0).sign(message)),
                                new OfficerApproval(1, network.officer(1).sign(message)))),
                RefusalReason.UNKNOWN_NAMESPACE);
    }

    @Test
    void asksForTheAuditorAboveTheThresholdOnly() {
        accepted(payment(ABOVE - 1));
        Transfer large = payment(ABOVE);

        assertRefused(large, RefusalReason.AUDIT_REQUIRED);
        assertThat(accepted(audited(large)).auditRequired()).isTrue();
    }

    @Test
    void doesNotCountChangeTowardsTheThreshold() {
        Transfer change = transfer(
                header(),
                List.of(coin(alice, ABOVE + 5)),
                List.of(TestNetwork.token(bob, 5), TestNetwork.token(alice, ABOVE)));

        assertThat(accepted(change).auditRequired()).isFalse();
    }

    @Test
    void refusesAnAuditorsApprovalThatIsWrongEvenWhereNoneIsNeeded() {
        Transfer large = payment(ABOVE);
        Transfer small = payment(5);
        AuditorApproval ofSmall = network.audit(small);
        Bytes byOfficer = network.officer(0).sign(AuditorApproval.message(large.header(), large.id()));

        for (AuditorApproval bad : List.of(
                ofSmall,
                new AuditorApproval(0, byOfficer),
                new AuditorApproval(1, network.audit(large).signature()),
                new AuditorApproval(0, Bytes.of(new byte[64])))) {
            assertRefused(new Submission(large, Optional.of(bad)), RefusalReason.BAD_AUDITOR_APPROVAL);
        }
        assertRefused(new Submission(small, Optional.of(network.audit(large))), RefusalReason.BAD_AUDITOR_APPROVAL);
    }

    @Test
    void asksForTheAuditorOnEveryTransactionUnderThePolicyAlways() {
        TestNetwork strict = new TestNetwork(8, AuditPolicy.ALWAYS);
        Registry owners = new Registry(strict)
                .enroll(treasury, BANK, 255)
                .enroll(alice, BANK, TestNetwork.TIER_FULL)
                .enroll(bob, BANK, TestNetwork.TIER_FULL);
        Issue issue = strict.issue(strict.header(100), strict.newId(), key(treasury), 5);
        Transfer cent = strict.transfer(
                strict.header(100), List.of(alice), List.of(coin(alice, 1)), List.of(TestNetwork.token(bob, 1)));

        for (var transaction : List.of(issue, cent)) {
            assertThat(rules.check(Submission.of(transaction), owners))
                    .isEqualTo(new RulesVerdict.Refused(RefusalReason.AUDIT_REQUIRED));
            assertThat(rules.check(new Submission(transaction, Optional.of(strict.audit(transaction))), owners))
                    .isInstanceOf(RulesVerdict.Accepted.class);
        }
    }

    @Test
    void keepsTheNumbersAndCodesOfRefusals() {
        assertThat(Arrays.stream(RefusalReason.values())
                        .map(reason -> reason.number() + " " + reason.code())
                        .toList())
                .containsExactly(
                        "1 wrong-network",
                        "2 unknown-namespace",
                        "3 wrong-rules-version",
                        "4 stale-configuration",
                        "5 expiry-out-of-range",
                        "6 duplicate-input",
                        "7 wrong-token-type",
                        "8 unbalanced",
                        "9 value-overflow",
                        "10 bad-owner-signature",
                        "11 owner-not-enrolled",
                        "12 owner-suspended",
                        "13 owner-revoked",
                        "14 payment-limit-exceeded",
                        "15 bad-officer-approval",
                        "16 too-few-approvals",
                        "17 request-mismatch",
                        "18 audit-required",
                        "19 bad-auditor-approval",
                        "20 bad-configuration",
                        "21 registration-not-current",
                        "22 bad-proof",
                        "23 credential-epoch-passed",
                        "24 certifier-epoch-unknown",
                        "25 not-sealed-for-audit",
                        "26 fixed-setting",
                        "27 unknown-rail",
                        "28 rail-epoch-passed",
                        "29 bad-rail-certificate",
                        "30 bad-rail-effects",
                        "31 stays-on-rail",
                        "32 above-float-limit",
                        "33 change-to-another",
                        "34 not-expired",
                        "35 not-proven-open",
                        "36 too-few-statements");
    }

    /// The others say something of what is wanted, or of who may say it.
    @Test
    void fourRefusalsAreOfATransactionThatIsOutOfDate() {
        assertThat(Arrays.stream(RefusalReason.values()).filter(RefusalReason::isOutdated))
                .containsExactly(
                        RefusalReason.STALE_CONFIGURATION,
                        RefusalReason.EXPIRY_OUT_OF_RANGE,
                        RefusalReason.CREDENTIAL_EPOCH_PASSED,
                        RefusalReason.CERTIFIER_EPOCH_UNKNOWN);
        assertThat(RefusalReason.isOutdated("certifier-epoch-unknown")).isTrue();
        assertThat(RefusalReason.isOutdated("owner-revoked")).isFalse();
        assertThat(RefusalReason.isOutdated("a code of tomorrow")).isFalse();
    }

    private Submission audited(Transfer transfer) {
        return new Submission(transfer, Optional.of(network.audit(transfer)));
    }

    private ConfigurationChange change(NetworkConfiguration next, int... officers) {
        ConfigurationChange unsigned = new ConfigurationChange(headerOf(NamespaceId.CONFIGURATION), next, List.of());
        byte[] message = unsigned.officerMessage();
        return new ConfigurationChange(
                unsigned.header(),
                next,
                Arrays.stream(officers)
                        .mapToObj(index -> new OfficerApproval(
                                index, network.officer(index).sign(message)))
                        .toList());
    }
}
