package io.florin.ledger.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.ledger.client.Submission;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.PrivacyModel;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnseenAmountsTest {

    @Test
    void somebodyCanSeeEachAmount() {
        assertThat(UnseenAmounts.flaw(new TestNetwork(7, AuditPolicy.NEVER).configuration()))
                .as("in the clear everybody sees it")
                .isEmpty();
        assertThat(UnseenAmounts.flaw(of(PrivacyModel.ANONYMOUS, AuditPolicy.NEVER)))
                .as("values are in the clear")
                .isEmpty();
        assertThat(UnseenAmounts.flaw(of(PrivacyModel.CONFIDENTIAL, AuditPolicy.ALWAYS)))
                .as("the auditor sees it before it settles")
                .isEmpty();
        assertThat(UnseenAmounts.flaw(sealed())).as("enough members open it").isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UnseenAmounts.refuse(of(PrivacyModel.CONFIDENTIAL, AuditPolicy.NEVER)))
                .withMessageContaining("FLN are hidden and nobody could see one");
    }

    @Test
    void noEndorserSignsAChangeThatHidesAmountsFromEverybody() {
        TestNetwork network = new TestHiddenEconomy(8, PrivacyModel.CONFIDENTIAL, AuditPolicy.ALWAYS).network();
        LedgerRules rules = LedgerRules.of(network.networkId(), network.random());
        NetworkConfiguration now = network.configuration();
        List<Namespace> unseen = now.namespaces().stream()
                .map(each -> each.hidden().isEmpty() ? each : each.withAudit(AuditPolicy.NEVER, each.auditThreshold()))
                .toList();

        assertThat(rules.check(
                        Submission.of(network.change(
                                EditedConfiguration.after(now)
                                        .namespaces(unseen)
                                        .build(),
                                100)),
                        new Registry(network)))
                .isEqualTo(new RulesVerdict.Refused(RefusalReason.BAD_CONFIGURATION));
    }

    private static NetworkConfiguration of(PrivacyModel model, AuditPolicy policy) {
        return new TestHiddenEconomy(6, model, policy).network().configuration();
    }

    private static NetworkConfiguration sealed() {
        return TestHiddenEconomy.audited(6, PrivacyModel.CONFIDENTIAL).network().configuration();
    }
}
