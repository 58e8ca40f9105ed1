package io.florin.ledger.vectors;

import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.RailRescue;
import io.florin.ledger.client.RailRescueOutcome;
import io.florin.ledger.client.RailWithdrawal;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.FinalProof;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rail.OutputId;
import io.florin.ledger.rail.RailFinality;
import io.florin.ledger.rail.RailId;
import io.florin.ledger.rail.RailKind;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.RescueGround;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.signing.SigningScheme;
import io.florin.ledger.rules.SettlementTranslator;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Alice brings money on a rail and takes some of it off again; two orders of hers for one sequence are rescued.
final class RailMoneySpecimens {

    private static final long EXPIRY = 500;

    private final TestNetwork network;
    private final TestRail rail;
    private final Ed25519KeyPair alice;
    private final List<Specimen> all = new ArrayList<>();

    private RailMoneySpecimens(long seed) {
        network = new TestNetwork(seed);
        rail = TestRail.of(network.networkId(), SigningScheme.NAIVE_ED25519, RailFinality.EFFECTS);
        alice = network.newKey();
    }

    static List<Specimen> all(long seed) {
        return new RailMoneySpecimens(seed).tell();
    }

    private List<Specimen> tell() {
        InstantRail configured = rail.asConfigured(TestNetwork.CURRENCY, RailKind.ACCOUNTS);
        TestRail second = TestRail.of(
                new RailScope(network.networkId(), new RailId(2), 1), SigningScheme.MERKLE_BATCH, RailFinality.VOTES);
        all.add(Specimen.of("rail.configured", configured, InstantRail::encode, InstantRail::decode, _ -> Map.of()));
        all.add(Specimen.of(
                "configuration.rails",
                EditedConfiguration.of(network.configuration())
                        .rails(configured, second.asConfigured(TestNetwork.CURRENCY, RailKind.OUTPUTS))
                        .build(),
                NetworkConfiguration::encode,
                NetworkConfiguration::decode,
                _ -> Map.of()));
        OwnerKey owner = new OwnerKey(alice.publicKey());
        var coin = new TokenReference(new TransactionId(network.newId()), 0, TestNetwork.token(alice, 900));
        add(
                "rail-deposit",
                network.deposit(
                        network.header(EXPIRY),
                        configured,
                        owner,
                        List.of(alice),
                        List.of(coin),
                        List.of(TestNetwork.token(alice, 200))));
        add(
                "rail-withdrawal",
                new RailWithdrawal(
                        network.header(EXPIRY),
                        new FinalProof.OfAccount(
                                rail.finish(rail.order(alice, new RailRecipient.OnLedger(owner), 300, 0)))));
        var spent = TestRail.spent(new OutputId(network.newId(), 0, 0), alice, 100);
        add(
                "rail-withdrawal-outputs",
                new RailWithdrawal(
                        network.header(EXPIRY),
                        new FinalProof.OfOutputs(second.finish(second.transaction(
                                List.of(spent),
                                List.of(TestRail.leaving(alice, 60), TestRail.leaving(alice, 40)),
                                alice)))));
        SignedOrder one = rail.order(alice, network.newKey(), 10, 1);
        SignedOrder other = rail.order(alice, network.newKey(), 10, 1);
        add(
                "rail-rescue",
                new RailRescue(network.header(EXPIRY), rail.evidence(RescueGround.TwoOrders.of(one, other))));
        add(
                "rail-rescue-outcome",
                new RailRescueOutcome(network.header(EXPIRY), rail.nobodyHolds(RailSequence.of(one.order()))));
        return all;
    }

    private void add(String name, ClientTransaction transaction) {
        all.add(Specimen.of(
                "client." + name,
                transaction,
                ClientTransaction::encode,
                ClientTransaction::decode,
                read -> Map.of("id", read.id().toHex())));
        all.add(Specimen.of(
                "settlement." + name,
                SettlementTranslator.translate(transaction, false),
                SettlementTransaction::encode,
                SettlementTransaction::decode,
                read -> Map.of("keys", keys(read))));
    }

    private static String keys(SettlementTransaction transaction) {
        return String.join(
                " ",
                Stream.concat(
                                transaction.writes().stream()
                                        .map(write -> transaction.keyOf(write).toHex()),
                                transaction.adds().stream()
                                        .map(add -> add.counter().toHex()))
                        .toList());
    }
}
