package io.florin.sandbox.check;

import io.florin.ledger.privacy.PrivacyModel;
import io.florin.sandbox.demo.EconomySeeder;
import io.florin.sandbox.plan.SandboxPlan;
import java.util.ArrayList;
import java.util.List;

/// The acceptance checks in the order of the table. Each stands with its promise and its sabotages, which turn it red
/// and no other, above the method that looks.
public final class Checks {
    private static final List<Check> LEDGER = List.of(
            RecordChecks.SERVICES,
            LedgerChecks.CHAIN,
            LedgerChecks.ENDORSEMENTS,
            LedgerChecks.STATUSES,
            LedgerChecks.STATE_HASH,
            ShardChecks.STATE,
            LedgerChecks.RECEIPTS);

    private static final List<Check> CLEAR = List.of(
            MoneyChecks.SUPPLY,
            MoneyChecks.RESERVES,
            MoneyChecks.BALANCES,
            MoneyChecks.STATEMENT,
            MoneyChecks.PAYROLL,
            MoneyChecks.RESTORED_WALLET,
            RecordChecks.CLIENT_TRANSACTIONS,
            NameCheck.NAMES,
            RecordChecks.DECISION_LOG);

    /// Checks of a ledger that shows neither owners nor values.
    private static final List<Check> HIDDEN = List.of(
            MoneyChecks.RESERVES,
            MoneyChecks.PAYROLL,
            RecordChecks.CLIENT_TRANSACTIONS,
            NameCheck.NAMES,
            RecordChecks.DECISION_LOG,
            HiddenChecks.SUPPLY,
            HiddenChecks.BALANCES,
            HiddenChecks.STATEMENT,
            HiddenChecks.RESTORED_WALLET);

    /// Checks of a network with an instant rail on which the economy has paid.
    public static final List<Check> RAIL = List.of(
            RailSupplyCheck.SUPPLY, RailPaymentsCheck.PAYMENTS, RailBalancesCheck.BALANCES, RailRootsCheck.ROOTS);

    private Checks() {}

    /// @param payrollFile as it was handed in
    public static List<Check> all(PrivacyModel model, byte[] payrollFile) {
        List<Check> checks = new ArrayList<>(LEDGER);
        if (model == PrivacyModel.CLEAR) {
            checks.addAll(CLEAR);
        } else {
            checks.addAll(HIDDEN);
            checks.add(LeakCheck.of(model));
        }
        // the only one that orders something: what it may start must not run under the others
        checks.add(MoneyChecks.repeatedFile(payrollFile));
        return List.copyOf(checks);
    }

    /// All checks of a network, those of its audit authority and the page of who sees what among them.
    public static List<Check> of(SandboxPlan plan, byte[] payrollFile) {
        List<Check> checks = new ArrayList<>(all(plan.privacy(), payrollFile));
        Check last = checks.removeLast();
        if (plan.passiveAudit()) {
            checks.add(AuditChecks.OPENINGS);
        }
        if (plan.hasRail()) {
            checks.addAll(RAIL);
        }
        checks.add(PrivacyClaims.check(plan));
        checks.add(last);
        return List.copyOf(checks);
    }

    /// The supply as the checks' own replay of the blocks has it, in words.
    public static String supplyOf(CheckContext context) {
        return "Supply at block " + context.ledger().replay().checkpoint().number() + ": "
                + EconomySeeder.money(MoneyChecks.Supply.of(context).outstanding()) + " FLN";
    }
}
