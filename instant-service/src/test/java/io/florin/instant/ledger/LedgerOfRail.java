package io.florin.instant.ledger;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.doubles.ledger.MemoryLedger;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.RailDeposit;
import io.florin.ledger.client.RailWithdrawal;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.FinalProof;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rules.RulesVerdict;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.api.ResultsApi;
import java.util.List;
import java.util.Optional;

/// A ledger in memory whose configuration gets a rail: everybody is enrolled, endorsers are honest unless a test lets
/// them collude.
public final class LedgerOfRail extends MemoryLedger {

    private final TestNetwork network;

    public LedgerOfRail(long seed) {
        this(new TestNetwork(seed, AuditPolicy.NEVER));
    }

    private LedgerOfRail(TestNetwork network) {
        super(network.genesis(), network.committer());
        this.network = network;
    }

    public TestNetwork testNetwork() {
        return network;
    }

    /// The transaction is endorsed and waits for a block.
    public void submit(ClientTransaction transaction) {
        switch (decide(Submission.of(transaction))) {
            case RulesVerdict.Accepted(var settlement) -> order(settlement);
            case RulesVerdict.Refused(var reason) -> throw new AssertionError("refused: " + reason);
        }
    }

    /// As only endorsers that collude would endorse it.
    public void collude(SettlementTransaction transaction) {
        order(transaction);
    }

    /// A height of the grid.
    public long expiry() {
        return configuration().limits().expiryHeight(height());
    }

    /// The officers change the rails, in a block of its own.
    public void rails(InstantRail... rails) {
        submit(network.change(
                EditedConfiguration.after(configuration()).rails(rails).build(), expiry()));
        cut();
    }

    /// New money of an owner, in a block of its own.
    public TokenReference issue(Ed25519KeyPair owner, long amount) {
        Issue issue = network.issue(
                network.header(expiry(), configuration().version()), network.newId(), owner(owner), amount);
        submit(issue);
        cut();
        return TestNetwork.outputsOf(issue).getFirst();
    }

    /// An owner's money for its own account, in a block of its own.
    public RailDeposit deposit(InstantRail rail, Ed25519KeyPair owner, long amount) {
        TokenReference coin = issue(owner, amount);
        RailDeposit deposit = network.deposit(
                network.header(expiry(), configuration().version()),
                rail,
                owner(owner),
                List.of(owner),
                List.of(coin),
                List.of());
        submit(deposit);
        cut();
        return deposit;
    }

    /// A final payment comes to its owner of the ledger, in a block of its own.
    public void withdraw(FinalPayment payment) {
        submit(new RailWithdrawal(
                network.header(expiry(), configuration().version()), new FinalProof.OfAccount(payment)));
        cut();
    }

    public static OwnerKey owner(Ed25519KeyPair key) {
        return new OwnerKey(key.publicKey());
    }

    @Override
    public Optional<EnrollmentChanged> enrollment(OwnerKey owner) {
        return Optional.of(
                new EnrollmentChanged(Bytes32.ZERO, owner, Bytes32.ZERO, 1, Tier.TREASURY, true, Standing.ACTIVE));
    }

    @Override
    public Optional<Standing> standing(OwnerKey owner) {
        return Optional.of(Standing.ACTIVE);
    }

    /// The committer.
    public ResultsApi results() {
        return new ResultsApi() {
            @Override
            public byte[] results(long from, int limit, long waitMillis) {
                return ToldBlocks.answer(blocks(from, limit));
            }

            @Override
            public byte[] checkpoints(long from, int limit) {
                throw new AssertionError("one committer is enough");
            }
        };
    }
}
