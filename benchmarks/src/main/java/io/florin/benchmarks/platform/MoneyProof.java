package io.florin.benchmarks.platform;

import io.florin.benchmarks.BenchFailure;
import io.florin.runtime.api.AuditorApi.SupplyView;
import io.florin.runtime.api.CommitterApi.TransactionView;
import io.florin.sandbox.demo.Await;
import io.florin.sandbox.demo.DemoClients;
import io.florin.sandbox.demo.SeededEconomy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Proof after a load: every payment that a bank called settled is committed on the ledger, the auditor's own replay
/// agrees with the committer and finds as much money as was issued, and the balances of all wallets add up to it.
final class MoneyProof {

    private static final int IDS_AT_ONCE = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final DemoClients clients;
    private final SeededEconomy seeded;

    MoneyProof(DemoClients clients, SeededEconomy seeded) {
        this.clients = clients;
        this.seeded = seeded;
    }

    /// @param transactions of settled payments, hex
    /// @throws BenchFailure naming the first thing that is wrong
    void check(Collection<String> transactions) {
        requireCommitted(new ArrayList<>(new LinkedHashSet<>(transactions)));
        long height = clients.committer().head().number();
        Await.until(
                "the auditor to reach block " + height,
                PATIENCE,
                () -> clients.auditor().supply().block() >= height);
        SupplyView supply = clients.auditor().supply();
        BenchFailure.require(supply.holds(), "the auditor's proof of supply does not hold");
        BenchFailure.require(supply.committerAgrees(), "the auditor and the committer have different state hashes");
        BenchFailure.require(
                supply.issued() == seeded.issuedMinor() && supply.outstanding() == supply.issued(),
                "the supply is " + supply.outstanding() + " of " + seeded.issuedMinor() + " minor units");
        Await.until("the balances to add up to the supply", PATIENCE, () -> balances() == supply.outstanding());
    }

    private void requireCommitted(List<String> ids) {
        for (int from = 0; from < ids.size(); from += IDS_AT_ONCE) {
            List<String> asked = ids.subList(from, Math.min(ids.size(), from + IDS_AT_ONCE));
            List<TransactionView> answers = clients.committer().transactions(asked);
            Set<String> committed = new LinkedHashSet<>();
            for (TransactionView answer : answers) {
                if (answer.status().equals("COMMITTED")) {
                    committed.add(answer.id());
                }
            }
            BenchFailure.require(
                    committed.containsAll(asked), "a payment is settled at its bank and not committed on the ledger");
        }
    }

    private long balances() {
        long sum = 0;
        for (SeededEconomy.Account account : seeded.accounts().values()) {
            sum += balance(account.bank(), account.wallet());
        }
        for (String bank : clients.banks().keySet()) {
            sum += balance(bank, 0);
        }
        return sum;
    }

    private long balance(String bank, long wallet) {
        return clients.bank(bank)
                .get("/v1/wallets/" + wallet + "/balance")
                .path("total")
                .asLong();
    }
}
