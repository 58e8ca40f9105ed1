package io.florin.ledger.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Submission;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestHiddenEconomy.Holder;
import io.florin.ledger.fixture.TestHiddenEconomy.Paid;
import io.florin.ledger.fixture.TestHiddenEconomy.Payee;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.privacy.PaymentVerifier;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Pitfall 15: whatever bytes come, an endorser that decides on one payment, on a list of one or on all of them at once
/// says the same of each.
final class BatchAgreementTest {
    /// So every point of 96 bytes has a changed one, and one of three scalars.
    private static final int STEP = 95;

    private static final int GOOD_EVERY = 10;

    private final SplittableRandom random = new SplittableRandom(15);

    private record Market(
            TestNetwork network, HiddenCurrencies currencies, Registry registry, ClientTransaction payment) {
        Market(TestNetwork network, Registry registry, ClientTransaction payment) {
            this(network, new HiddenCurrencies(network.networkId()), registry, payment);
        }

        static Market of(PrivacyModel model) {
            return model == PrivacyModel.CLEAR ? clear() : hidden(model);
        }

        private static Market clear() {
            TestNetwork network = new TestNetwork(15);
            Ed25519KeyPair alice = network.newKey();
            Ed25519KeyPair bob = network.newKey();
            Registry registry = new Registry(network)
                    .enroll(alice, 1, TestNetwork.TIER_FULL)
                    .enroll(bob, 2, TestNetwork.TIER_FULL);
            List<TokenReference> inputs = TestNetwork.outputsOf(network.issue(
                    network.header(Registry.HEIGHT + 100), network.newId(), new OwnerKey(alice.publicKey()), 700, 55));
            List<Token> outputs = List.of(TestNetwork.token(bob, 300), TestNetwork.token(alice, 455));
            return new Market(
                    network,
                    registry,
                    network.transfer(network.header(Registry.HEIGHT + 100), List.of(alice), inputs, outputs));
        }

        private static Market hidden(PrivacyModel model) {
            TestHiddenEconomy economy = new TestHiddenEconomy(15, model).withNotes(9);
            TestNetwork network = economy.network();
            Ed25519KeyPair treasury = network.newKey();
            Registry registry = new Registry(network)
                    .enroll(treasury, 1, Tier.TREASURY)
                    .credentialEpochs(Set.of(TestHiddenEconomy.EPOCH));
            Holder alice = economy.newHolder();
            Paid issue = economy.issue(
                    network.header(100),
                    new OwnerKey(treasury.publicKey()),
                    new Payee(alice, 700),
                    new Payee(alice, 55));
            Paid payment = economy.pay(
                    network.header(100), issue.coins(), new Payee(economy.newHolder(), 300), new Payee(alice, 455));
            return new Market(network, registry, payment.payment());
        }

        /// The single form of verification, which rules do not use.
        boolean isProven(HiddenPayment payment) {
            return currencies
                    .find(network.configuration(), payment.header().namespace(), payment.certifierEpoch())
                    .map(parameters -> new PaymentVerifier(parameters)
                            .accepts(payment.statement(), payment.proof().toArray(), network.random()))
                    .orElse(false);
        }
    }

    @ParameterizedTest
    @EnumSource
    void oneAListOfOneAndManyAgreeOnChangedBytes(PrivacyModel model) {
        Market market = Market.of(model);
        TokenRules rules =
                LedgerRules.all(market.currencies(), market.network().random()).get(model.rulesVersion() - 1);
        List<ClientTransaction> transactions = changed(market.payment());
        List<Submission> submissions = transactions.stream().map(Submission::of).toList();

        List<RulesVerdict> together = rules.check(submissions, market.registry());

        int refused = 0;
        for (int i = 0; i < transactions.size(); i++) {
            boolean same = transactions.get(i).equals(market.payment());
            refused += same ? 0 : 1;
            RulesVerdict decision = together.get(i);
            assertThat(decision instanceof RulesVerdict.Accepted)
                    .as("payment %d", i)
                    .isEqualTo(same);
            assertThat(rules.check(submissions.subList(i, i + 1), market.registry()))
                    .as("payment %d", i)
                    .containsExactly(decision);
            if (!(transactions.get(i) instanceof HiddenPayment payment)) {
                assertThat(rules.check(submissions.get(i), market.registry())).isEqualTo(decision);
            } else if (same || decision.equals(new RulesVerdict.Refused(RefusalReason.BAD_PROOF))) {
                assertThat(market.isProven(payment)).as("payment %d", i).isEqualTo(same);
            }
        }
        assertThat(refused).as("changed payments that decode").isGreaterThan(2);
        assertThat(transactions.size() - refused).as("good ones").isGreaterThan(2);
    }

    /// The payment with one bit changed, in a byte of every element, as far as that decodes; and as it is in between.
    private List<ClientTransaction> changed(ClientTransaction payment) {
        byte[] bytes = payment.encode();
        int step = payment instanceof HiddenPayment ? STEP : 1;
        List<ClientTransaction> all = new ArrayList<>(List.of(payment));
        for (int at = 0; at < bytes.length; at += step) {
            byte[] other = bytes.clone();
            other[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
            try {
                all.add(ClientTransaction.decode(other));
            } catch (DecodeException malformed) {
                continue;
            }
            if (all.size() % GOOD_EVERY == 0) {
                all.add(payment);
            }
        }
        all.add(payment);
        return all;
    }
}
