package io.florin.certifier;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.certifier.CertifierKeys.Duty;
import io.florin.crypto.Bytes;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.ps.PsKeyShare;
import io.florin.crypto.ps.PsPublicKey;
import io.florin.identity.CertifierShare;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.PrivacyModel;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What a configuration means to a certifier that has some shares and lacks others.
class CertifierKeysTest {

    private final Random random = new Random(3);
    private final TestNetwork network = new TestNetwork(3);
    private final PsKeyShare inForce = share(1);
    private final PsKeyShare other = share(2);
    private final PsKeyShare refreshed = share(1);
    private final NetworkConfiguration before = configuration(1, inForce, other);
    private final NetworkConfiguration after = configuration(1, refreshed, share(2));

    @Test
    void afterARefreshTheShareOfBeforeCertifiesUntilTheConfigurationNamesTheNewOne() {
        CertifierKeys keys = holding(new CertifierShare(1, refreshed), new CertifierShare(1, inForce));

        assertThat(keys.duty(before, TestNetwork.CURRENCY))
                .isInstanceOfSatisfying(
                        Duty.Sign.class, sign -> assertThat(sign.key().share()).isSameAs(inForce));
        assertThat(keys.duty(after, TestNetwork.CURRENCY))
                .isInstanceOfSatisfying(
                        Duty.Sign.class, sign -> assertThat(sign.key().share()).isSameAs(refreshed));
        assertThat(keys.lacksShareOfOwnEpoch(before)).isFalse();
        assertThat(keys.lacksShareOfOwnEpoch(after)).isFalse();
    }

    @Test
    void signsWithTheShareThatTheNewestGroupNamesAndWaitsForANewerKey() {
        NamespaceId currency = TestNetwork.CURRENCY;
        TestHiddenEconomy economy = new TestHiddenEconomy(11, PrivacyModel.UNLINKABLE);
        PsKeyShare share = economy.certifiers().keyShares().getFirst();
        PsKeyShare ofAnotherGroup = new TestHiddenEconomy(12, PrivacyModel.UNLINKABLE)
                .certifiers()
                .keyShares()
                .getFirst();

        assertThat(holding(new CertifierShare(1, ofAnotherGroup), new CertifierShare(1, share))
                        .duty(economy.network().configuration(), currency))
                .isInstanceOfSatisfying(
                        Duty.Sign.class, sign -> assertThat(sign.key().share()).isEqualTo(share));
        // a later key's, and the same key's after a refresh whose former shares are erased
        for (long epoch : new long[] {2, 1}) {
            CertifierKeys later = holding(new CertifierShare(epoch, ofAnotherGroup));
            assertThat(later.duty(economy.network().configuration(), currency)).isEqualTo(new Duty.Remember());
            assertThat(later.inForce(economy.network().configuration(), currency))
                    .isEmpty();
        }
        CertifierKeys before = holding(new CertifierShare(0, share));
        assertThat(before.duty(economy.network().configuration(), currency)).isEqualTo(new Duty.Wait());
        assertThat(before.concerns(currency)).isTrue();
        assertThat(holding().concerns(currency)).isFalse();
    }

    @Test
    void waitsForItsNewShareOfARefreshWhenTheOneBeforeWasInForce() {
        NamespaceId currency = TestNetwork.CURRENCY;
        TestHiddenEconomy economy = new TestHiddenEconomy(11, PrivacyModel.UNLINKABLE);
        PsKeyShare share = economy.certifiers().keyShares().getFirst();
        NetworkConfiguration refreshed =
                new TestHiddenEconomy(12, PrivacyModel.UNLINKABLE).network().configuration();

        CertifierKeys notRestarted = holding(new CertifierShare(1, share));
        notRestarted.follow(economy.network().configuration());
        assertThat(notRestarted.duty(refreshed, currency)).isEqualTo(new Duty.Wait());
        CertifierKeys catchingUp = holding(new CertifierShare(1, share));
        catchingUp.follow(refreshed);
        assertThat(catchingUp.duty(refreshed, currency)).isEqualTo(new Duty.Remember());
    }

    /// It was started with the new share alone: it goes on, remembers, and says that something is missing.
    @Test
    void whoLostTheShareOfBeforeSaysSoUntilTheConfigurationNamesItsOwn() {
        CertifierKeys keys = holding(new CertifierShare(1, refreshed));

        assertThat(keys.duty(before, TestNetwork.CURRENCY)).isEqualTo(new Duty.Remember());
        assertThat(keys.lacksShareOfOwnEpoch(before)).isTrue();
        assertThat(keys.duty(after, TestNetwork.CURRENCY)).isInstanceOf(Duty.Sign.class);
        assertThat(keys.lacksShareOfOwnEpoch(after)).isFalse();
    }

    @Test
    void whoCameLaterOrHasNothingToDoWithItLacksNothing() {
        assertThat(holding(new CertifierShare(2, refreshed)).lacksShareOfOwnEpoch(before))
                .as("keys of before its time are remembered")
                .isFalse();
        assertThat(holding().lacksShareOfOwnEpoch(before)).isFalse();
        assertThat(holding(new CertifierShare(1, inForce)).lacksShareOfOwnEpoch(network.configuration()))
                .as("a currency without certifiers")
                .isFalse();
    }

    private static CertifierKeys holding(CertifierShare... shares) {
        return new CertifierKeys(namespace -> namespace.equals(TestNetwork.CURRENCY) ? List.of(shares) : List.of());
    }

    private PsKeyShare share(int index) {
        return new PsKeyShare(
                index,
                scalar(),
                Stream.generate(this::scalar).limit(PsPublicKey.MESSAGES).toList());
    }

    private Scalar scalar() {
        return Scalar.random(random);
    }

    private NetworkConfiguration configuration(long epoch, PsKeyShare... members) {
        var group = new CertifierGroup(
                epoch,
                2,
                Bytes.of(new byte[96]),
                Stream.of(members)
                        .map(each -> Bytes.of(each.verificationKey().encode()))
                        .toList(),
                Bytes.of(new byte[48]));
        var hidden =
                new HiddenCurrency(Bytes.of(new byte[HiddenCurrency.CREDENTIAL_KEY_SIZE]), 64, 2, true, List.of(group));
        NetworkConfiguration plain = network.configuration();
        List<Namespace> namespaces = plain.namespaces().stream()
                .map(each -> each.id().equals(TestNetwork.CURRENCY)
                        ? new Namespace(
                                each.id(),
                                each.name(),
                                each.currency(),
                                each.minorDigits(),
                                PrivacyModel.UNLINKABLE.rulesVersion(),
                                AuditPolicy.NEVER,
                                each.auditThreshold(),
                                Optional.of(hidden))
                        : each)
                .toList();
        return EditedConfiguration.of(plain).namespaces(namespaces).build();
    }
}
