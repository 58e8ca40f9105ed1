package io.florin.sandbox.check;

import io.florin.ledger.StateKeys;
import io.florin.ledger.rail.InstantRail;
import io.florin.runtime.api.AuditorApi.SupplyView;
import io.florin.runtime.api.InstantInternalApi.ShardView;
import io.florin.sandbox.demo.Await;
import io.florin.sandbox.demo.EconomySeeder;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Check of the one supply over ledger and rail.
final class RailSupplyCheck {
    private RailSupplyCheck() {}

    static final Check SUPPLY = new Check(
            "rail supply",
            "what the auditor proves to be on the rail is what each authority has in accounts, and what it paid out and"
                    + " the ledger has not yet",
            Set.of("minted-balance"),
            RailSupplyCheck::supply);

    /// Deposits less withdrawals by the checks' own replay, the rail's counter there and the auditor's proof of the
    /// same block are one figure, and each living authority accounts for all of it.
    private static CheckResult supply(CheckContext context) {
        RailLedger ledger = RailLedger.of(context);
        InstantRail rail = RailLedger.rail(context);
        long counter = context.ledger().replay().counter(StateKeys.railFloat(rail.currency(), rail.id()));
        long proved = proved(context);
        if (counter != ledger.onRail() || proved != counter) {
            return CheckResult.broken("deposited less withdrawn " + EconomySeeder.money(ledger.onRail())
                    + ", the rail's counter " + EconomySeeder.money(counter) + ", the auditor's proof "
                    + EconomySeeder.money(proved));
        }
        RailReports reports = RailReports.atRest(context);
        for (Map.Entry<Integer, List<ShardView>> authority : reports.living().entrySet()) {
            List<ShardView> shards = authority.getValue();
            long accounts = accounts(shards);
            long underWay = RailReports.sum(shards, ShardView::left) - ledger.withdrawn();
            if (underWay < 0 || accounts + underWay != counter) {
                return CheckResult.broken("authority " + authority.getKey() + " has " + EconomySeeder.money(accounts)
                        + " in accounts and " + EconomySeeder.money(underWay)
                        + " on the way to the ledger, on the rail is "
                        + EconomySeeder.money(counter));
            }
        }
        return CheckResult.of(
                ledger.deposited() > 0,
                EconomySeeder.money(counter) + " on the rail by the auditor's proof, and at each of "
                        + reports.living().size() + " authorities");
    }

    private static long accounts(List<ShardView> shards) {
        return RailReports.sum(shards, ShardView::held)
                + RailReports.sum(shards, ShardView::pending)
                - RailReports.sum(shards, ShardView::ahead);
    }

    private static long proved(CheckContext context) {
        long height = context.ledger().replay().checkpoint().number();
        Await.until(
                "the auditor to reach block " + height,
                Await.PATIENCE,
                () -> context.clients().auditor().supply().block() >= height);
        return context.clients().auditor().history(1000).stream()
                .filter(one -> one.block() == height)
                .mapToLong(SupplyView::onRails)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no proof of block " + height));
    }
}
