package io.florin.ledger.replay;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.Redeem;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/// Blocks of random issues, payments and redemptions, honest and not: payments spend outputs of the same block, spend
/// what was spent before, come twice, come late, and withdrawals are repeated.
public final class RandomWorkload {

    private final TestNetwork network;
    private final Random random;
    private final List<Ed25519KeyPair> owners;
    private final List<TokenReference> coins = new ArrayList<>();
    private final List<ClientTransaction> sent = new ArrayList<>();
    private final List<Bytes32> withdrawals = new ArrayList<>();

    public RandomWorkload(TestNetwork network, long seed) {
        this.network = network;
        this.random = new Random(seed);
        this.owners = IntStream.range(0, 5).mapToObj(_ -> network.newKey()).toList();
    }

    /// The entries of the block at this height.
    public List<Bytes> entries(long height) {
        List<Bytes> entries = new ArrayList<>();
        for (int bundles = 1 + random.nextInt(3); bundles > 0; bundles--) {
            List<ClientTransaction> transactions = transactions(height, 1 + random.nextInt(8));
            entries.add(Bytes.of(damaged(network.endorse(transactions)).encode()));
        }
        if (random.nextInt(6) == 0) {
            entries.add(Bytes.of(network.newBytes(80)));
        }
        return entries;
    }

    /// Transactions that nobody has endorsed yet.
    public List<ClientTransaction> transactions(long height, int count) {
        List<ClientTransaction> transactions = new ArrayList<>();
        while (transactions.size() < count) {
            transactions.add(next(height));
        }
        return transactions;
    }

    public List<OwnerKey> owners() {
        return owners.stream().map(owner -> new OwnerKey(owner.publicKey())).toList();
    }

    /// One bundle of ten has the signature of another.
    private Bundle damaged(Bundle bundle) {
        if (random.nextInt(10) != 0) {
            return bundle;
        }
        Bytes other =
                network.endorse(List.of(issue(network.newId(), furthest()))).signature();
        return new Bundle(
                bundle.namespace(),
                bundle.rulesVersion(),
                bundle.keyEpoch(),
                bundle.transactions(),
                bundle.audits(),
                other);
    }

    private ClientTransaction next(long height) {
        int dice = random.nextInt(20);
        if (coins.isEmpty() || dice < 3) {
            return remember(issue(withdrawal(), furthest()));
        }
        if (dice == 3) {
            return sent.get(random.nextInt(sent.size()));
        }
        long expiry = dice == 4 ? height - 1 : furthest();
        return remember(dice < 7 ? redeem(expiry) : pay(expiry));
    }

    /// As far from genesis as anything may expire.
    private long furthest() {
        return network.configuration().limits().expiryBlocksMax();
    }

    private ClientTransaction remember(ClientTransaction transaction) {
        sent.add(transaction);
        coins.addAll(TestNetwork.outputsOf(transaction));
        return transaction;
    }

    /// One of five repeats an earlier withdrawal.
    private Bytes32 withdrawal() {
        if (!withdrawals.isEmpty() && random.nextInt(5) == 0) {
            return withdrawals.get(random.nextInt(withdrawals.size()));
        }
        withdrawals.add(network.newId());
        return withdrawals.getLast();
    }

    private Issue issue(Bytes32 withdrawal, long expiry) {
        OwnerKey owner = new OwnerKey(owner().publicKey());
        return network.issue(network.header(expiry), withdrawal, owner, 1 + random.nextInt(2_000_000), 100);
    }

    private ClientTransaction pay(long expiry) {
        List<TokenReference> inputs = inputs();
        long sum = inputs.stream()
                .mapToLong(input -> input.token().value().minorUnits())
                .sum();
        List<Token> outputs = new ArrayList<>();
        long first = 1 + random.nextLong(sum);
        outputs.add(TestNetwork.token(owner(), first));
        if (first < sum) {
            outputs.add(TestNetwork.token(owner(), sum - first));
        }
        return network.transfer(network.header(expiry), owners, inputs, outputs);
    }

    private ClientTransaction redeem(long expiry) {
        TokenReference coin = coin();
        long value = coin.token().value().minorUnits();
        long redeemed = 1 + random.nextLong(value);
        SupplyRequest request = new SupplyRequest(
                SupplyRequest.Direction.REDEMPTION,
                network.newId(),
                1,
                coin.token().owner(),
                Amount.of(redeemed));
        List<Token> change = redeemed == value
                ? List.of()
                : List.of(new Token(coin.token().owner(), 1, Amount.of(value - redeemed)));
        return new Redeem(
                network.header(expiry),
                request,
                List.of(coin),
                change,
                change.stream().map(_ -> Bytes.EMPTY).toList(),
                List.of(),
                network.approvals(request, 0, 1));
    }

    private List<TokenReference> inputs() {
        TokenReference one = coin();
        TokenReference two = coin();
        return one.equals(two) || random.nextBoolean() ? List.of(one) : List.of(one, two);
    }

    /// Mostly one of the latest, so that chains inside a block and double spends are common.
    private TokenReference coin() {
        int back = Math.min(coins.size(), 12);
        return random.nextInt(5) == 0
                ? coins.get(random.nextInt(coins.size()))
                : coins.get(coins.size() - 1 - random.nextInt(back));
    }

    private Ed25519KeyPair owner() {
        return owners.get(random.nextInt(owners.size()));
    }
}
