package io.florin.simulation.run;

import io.florin.crypto.Bytes;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Submission;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.replay.RandomWorkload;
import io.florin.ledger.rules.ClearTokenRules;
import io.florin.simulation.bank.BankCustomers;
import io.florin.simulation.configuration.PlannedConfigurations;
import io.florin.simulation.endorser.ClientOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// All that comes from the client or as ready bundles: honest, double, repeated and garbage, for the configuration of
/// genesis, and for each that officers put in its place. What is for a later one begins to come when officers submit
/// it, and its bundles at any time: before it is in force, when nothing of it counts, and after. Of a hidden currency
/// only issues come, for the bank's wallets.
final class PlannedWorkload {
    private static final int ORDERS_OF_CHANGE = 3;
    private static final long BETWEEN_MICROS = 700_000;
    private static final int BUNDLES_OF_CHANGE_MAX = 2;

    private final List<ClientOrder> orders = new ArrayList<>();
    private final List<Bytes> bundles = new ArrayList<>();
    private final List<OwnerKey> owners = new ArrayList<>();
    private Optional<ClientTransaction> lastIssue = Optional.empty();

    /// @param workload of genesis
    /// @param count how much of it
    /// @param random of what comes for later configurations
    PlannedWorkload(
            PlannedConfigurations planned, RandomWorkload workload, BankCustomers customers, int count, Random random) {
        TestNetwork genesis = planned.network(0);
        owners.addAll(workload.owners());
        customers.wallets().forEach(wallet -> owners.add(new OwnerKey(wallet.publicKey())));
        owners.add(customers.payee());
        customers.hidden().ifPresent(hidden -> owners.add(hidden.treasury()));
        List<List<Submission>> first = new ArrayList<>();
        first.add(submissions(funds(genesis, customers), genesis));
        for (int i = 1; customers.hidden().isEmpty() && i <= count; i++) {
            if (i % 2 == 0) {
                bundles.addAll(workload.entries(i));
            } else {
                first.add(submissions(workload.transactions(furthest(genesis), 1 + i % 4), genesis));
            }
        }
        for (int i = 0; i < first.size(); i++) {
            orders.add(new ClientOrder(i * Simulation.SUBMITTED_WITHIN_MILLIS * 1000 / first.size(), first.get(i)));
        }
        for (int change = 0; change < planned.changes().size(); change++) {
            after(planned.network(change + 1), planned.changes().get(change).atMillis(), customers, random);
        }
    }

    /// A bank's wallets get money again: what was under way to them may have come too late.
    private void after(TestNetwork network, long atMillis, BankCustomers customers, Random random) {
        RandomWorkload workload = new RandomWorkload(network, random.nextLong());
        for (int i = 0; i < (customers.hidden().isEmpty() ? ORDERS_OF_CHANGE : 1); i++) {
            List<ClientTransaction> transactions =
                    i == 0 ? funds(network, customers) : workload.transactions(furthest(network), 2);
            if (i == 0) {
                lastIssue = Optional.of(transactions.getFirst());
            }
            orders.add(new ClientOrder(atMillis * 1000 + i * BETWEEN_MICROS, submissions(transactions, network)));
        }
        RandomWorkload ready = new RandomWorkload(network, random.nextLong());
        owners.addAll(workload.owners());
        for (int i = customers.hidden().isEmpty() ? random.nextInt(BUNDLES_OF_CHANGE_MAX + 1) : 0; i > 0; i--) {
            for (Bytes bundle : ready.entries(furthest(network))) {
                bundles.add(random.nextInt(bundles.size() + 1), bundle);
            }
        }
    }

    private static long furthest(TestNetwork network) {
        return network.configuration().limits().expiryBlocksMax();
    }

    private static List<ClientTransaction> funds(TestNetwork keys, BankCustomers customers) {
        long[] values = {900, 500, 300, 150};
        List<ClientTransaction> funds = new ArrayList<>();
        for (int wallet = 0; wallet < customers.wallets().size(); wallet++) {
            OwnerKey owner = new OwnerKey(customers.wallets().get(wallet).publicKey());
            int number = wallet;
            funds.add(customers
                    .hidden()
                    .<ClientTransaction>map(hidden -> hidden.issue(keys, number, values))
                    .orElseGet(() -> keys.issue(keys.header(furthest(keys)), keys.newId(), owner, values)));
        }
        return funds;
    }

    private static List<Submission> submissions(List<ClientTransaction> transactions, TestNetwork keys) {
        return transactions.stream()
                .map(each -> ClearTokenRules.auditRequired(each, keys.configuration())
                        ? new Submission(each, Optional.of(keys.audit(each)))
                        : Submission.of(each))
                .toList();
    }

    List<ClientOrder> orders() {
        return orders;
    }

    /// Whole bundles that nobody has to sign.
    List<Bytes> bundles() {
        return bundles;
    }

    /// Owners of tokens, all of whom are enrolled.
    List<OwnerKey> owners() {
        return owners;
    }

    /// The first that the client submits for the last configuration of those that officers planned: an issue in order.
    Optional<ClientTransaction> lastIssue() {
        return lastIssue;
    }
}
