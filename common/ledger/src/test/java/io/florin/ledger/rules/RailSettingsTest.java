package io.florin.ledger.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rail.RailCommittee;
import io.florin.ledger.rail.RailFinality;
import io.florin.ledger.rail.RailKind;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.signing.SigningScheme;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Which rails a configuration may have, and what officers may change of one.
class RailSettingsTest extends RulesUnderTest {

    private final TestRail rail = TestRail.of(network.networkId(), SigningScheme.NAIVE_ED25519, RailFinality.EFFECTS);
    private final InstantRail configured = rail.asConfigured(TestNetwork.CURRENCY, RailKind.ACCOUNTS);

    RailSettingsTest() {
        super(new TestNetwork(7, AuditPolicy.NEVER));
    }

    private static NetworkConfiguration with(TestNetwork network, InstantRail... rails) {
        return EditedConfiguration.after(network.configuration()).rails(rails).build();
    }

    @Test
    void readsWhatItWrites() {
        NetworkConfiguration configuration = with(network, configured);

        assertThat(NetworkConfiguration.decode(configuration.encode())).isEqualTo(configuration);
        assertThat(configuration.rail(configured.id())).contains(configured);
        assertThat(NetworkConfiguration.decode(network.configuration().encode()).rails())
                .isEmpty();
    }

    @Test
    void refusesARailForAHiddenCurrencyByName() {
        TestNetwork hidden = new TestHiddenEconomy(3, PrivacyModel.ANONYMOUS).network();

        assertThat(RailSettings.flaw(hidden.networkId(), with(hidden, configured)))
                .hasValueSatisfying(flaw -> assertThat(flaw).contains("rail 1", "hidden currency"));
        assertThatThrownBy(() -> RailSettings.refuse(hidden.networkId(), with(hidden, configured)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(LedgerRules.of(hidden.networkId(), hidden.random())
                        .check(
                                Submission.of(hidden.change(with(hidden, configured), Registry.HEIGHT + 100)),
                                new Registry(hidden)))
                .isEqualTo(new RulesVerdict.Refused(RefusalReason.BAD_CONFIGURATION));
    }

    @ParameterizedTest
    @EnumSource(
            value = AuditPolicy.class,
            names = {"ALWAYS", "ABOVE_THRESHOLD"})
    void refusesARailWhereTheAuditorSignsOffPayments(AuditPolicy policy) {
        TestNetwork audited = new TestNetwork(3, policy);

        assertThat(RailSettings.flaw(audited.networkId(), with(audited, configured)))
                .hasValueSatisfying(flaw -> assertThat(flaw).contains("rail 1", "signs off payments"));
    }

    @Test
    void refusesARailOfNoCurrencyAndKeysThatAreNone() {
        InstantRail nowhere = new InstantRail(new NamespaceId(9), RailKind.ACCOUNTS, rail.committee());
        InstantRail configuration = new InstantRail(NamespaceId.CONFIGURATION, RailKind.ACCOUNTS, rail.committee());
        TestRail points = TestRail.of(network.networkId(), SigningScheme.THRESHOLD_BLS, RailFinality.EFFECTS);
        var good = points.committee();
        InstantRail keyless = new InstantRail(
                TestNetwork.CURRENCY,
                RailKind.ACCOUNTS,
                new RailCommittee(
                        good.rail(),
                        good.epoch(),
                        good.scheme(),
                        good.finality(),
                        good.floatLimit(),
                        good.expiryBlocksMax(),
                        good.keys(),
                        Bytes.of(new byte[96])));

        assertThat(RailSettings.flaw(network.networkId(), with(network, nowhere)))
                .contains("rail 1 is of no currency");
        assertThat(RailSettings.flaw(network.networkId(), with(network, configuration)))
                .contains("rail 1 is of no currency");
        assertThat(RailSettings.flaw(network.networkId(), with(network, keyless)))
                .contains("rail 1 has a key that is none");
        assertThat(RailSettings.flaw(network.networkId(), with(network, configured)))
                .isEmpty();
    }

    @Test
    void accountsAreNotFinalWithTheirVotes() {
        TestRail votes = TestRail.of(network.networkId(), SigningScheme.NAIVE_ED25519, RailFinality.VOTES);

        assertThatThrownBy(() -> votes.asConfigured(TestNetwork.CURRENCY, RailKind.ACCOUNTS))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void railsAscendById() {
        assertThatThrownBy(() -> with(network, configured, configured)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void officersAddARailAndChangeItsLimitAndNothingElseOfIt() {
        accepted(network.change(with(network, configured), Registry.HEIGHT + 100));
        registry.under(EditedConfiguration.of(network.configuration())
                .rails(configured)
                .build());
        var limited = new InstantRail(
                TestNetwork.CURRENCY, RailKind.ACCOUNTS, rail.committee().withFloatLimit(Amount.of(5)));
        accepted(network.change(with(network, limited), Registry.HEIGHT + 100));

        assertRefused(network.change(with(network), Registry.HEIGHT + 100), RefusalReason.FIXED_SETTING);
        TestRail next = TestRail.of(
                new RailScope(network.networkId(), configured.id(), 2),
                SigningScheme.NAIVE_ED25519,
                RailFinality.EFFECTS);
        assertRefused(
                network.change(
                        with(network, next.asConfigured(TestNetwork.CURRENCY, RailKind.ACCOUNTS)),
                        Registry.HEIGHT + 100),
                RefusalReason.FIXED_SETTING);
        assertRefused(
                network.change(
                        with(network, rail.asConfigured(TestNetwork.CURRENCY, RailKind.OUTPUTS)),
                        Registry.HEIGHT + 100),
                RefusalReason.FIXED_SETTING);
    }
}
