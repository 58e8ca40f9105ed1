package io.florin.sandbox.check;

import io.florin.ledger.privacy.PrivacyModel;
import io.florin.sandbox.demo.EconomySeeder;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.view.WhoSeesWhat;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The acceptance checks in the order of the table. Each has sabotages, which turn it red and no other.
public final class Checks {
    /// Checks that read owners or values from the ledger.
    private static final Set<String> CLEAR_ONLY = Set.of("supply", "balances", "statement", "restored wallet");

    private Checks() {}

    /// @param payrollFile as it was handed in
    public static List<Check> all(PrivacyModel model, byte[] payrollFile) {
        List<Check> checks = new ArrayList<>(ledger());
        checks.addAll(moneyAndRecords());
        if (model != PrivacyModel.CLEAR) {
            checks.removeIf(check -> CLEAR_ONLY.contains(check.name()));
            checks.addAll(hidden(model));
        }
        // the only one that orders something: what it may start must not run under the others
        checks.add(new Check(
                "repeated file",
                "the payroll handed in again makes no payment",
                Set.of("forgotten-file"),
                context -> MoneyChecks.replayedFile(context, payrollFile)));
        return List.copyOf(checks);
    }

    /// All checks of a network, those of its audit authority and the page of who sees what among them.
    public static List<Check> of(SandboxPlan plan, byte[] payrollFile) {
        List<Check> checks = new ArrayList<>(all(plan.privacy(), payrollFile));
        Check last = checks.removeLast();
        if (plan.passiveAudit()) {
            checks.add(AuditChecks.OPENINGS);
        }
        checks.add(page(plan));
        checks.add(last);
        return List.copyOf(checks);
    }

    /// Compares what each service stores of a payment with what the model promises.
    private static Check page(SandboxPlan plan) {
        boolean told = plan.privacy() != PrivacyModel.CLEAR && !plan.passiveAudit();
        return new Check(
                "who sees what",
                "nobody stores what the model hides from it, and who must know a payment does",
                Set.of(told ? "forgotten-approval" : "forgotten-payee"),
                context -> {
                    WhoSeesWhat stored = StoredPayment.of(context);
                    return PrivacyClaims.kept(
                            (plan.passiveAudit() ? AuditChecks.withOpening(context, stored) : stored).seen());
                });
    }

    /// The supply as the checks' own replay of the blocks has it, in words.
    public static String supplyOf(CheckContext context) {
        return "Supply at block " + context.ledger().replay().checkpoint().number() + ": "
                + EconomySeeder.money(MoneyChecks.Supply.of(context).outstanding()) + " FLN";
    }

    /// Replacements of checks that a hidden currency does not allow.
    private static List<Check> hidden(PrivacyModel model) {
        Set<String> leaks = model.hidesValue()
                ? Set.of(
                        "leaked-enrollment",
                        "leaked-amounts",
                        "logged-amount",
                        "logged-enrollment",
                        "logged-path",
                        "announced-enrollment",
                        "whispering-topic",
                        "curious-bank",
                        "logged-wage")
                : Set.of(
                        "leaked-enrollment",
                        "logged-enrollment",
                        "logged-path",
                        "announced-enrollment",
                        "whispering-topic",
                        "curious-bank");
        return List.of(
                new Check(
                        "supply",
                        "every proof holds again, and the auditor proves issued and redeemed to be what the ledger"
                                + " records",
                        Set.of("forged-proof"),
                        HiddenChecks::supply),
                new Check(
                        "balances",
                        "all wallets together have what is outstanding",
                        Set.of("phantom-money"),
                        HiddenChecks::balances),
                new Check(
                        "statement",
                        "camt.053 closes at the wallet's balance",
                        Set.of("wrong-closing"),
                        HiddenChecks::statement),
                new Check(
                        "restored wallet",
                        "a self-held wallet comes back from its seed and its bank's credential, with what it was paid",
                        Set.of("lost-notes"),
                        HiddenChecks::restoredWallet),
                new Check(
                        "hidden",
                        "what the model hides stands in no topic, no log and no store but those of who may know",
                        leaks,
                        LeakCheck::leaks));
    }

    private static List<Check> ledger() {
        return List.of(
                new Check(
                        "services", "every service is live and ready", Set.of("silent-service"), RecordChecks::health),
                new Check(
                        "chain",
                        "every party's topic is one certified chain, the same at all",
                        Set.of("tampered-block", "emptied-topic"),
                        LedgerChecks::chain),
                new Check(
                        "endorsements",
                        "nothing was ordered that endorsers did not sign",
                        Set.of("forged-endorsement"),
                        LedgerChecks::endorsements),
                new Check(
                        "statuses",
                        "each ordered transaction has the status the serial replay gives it",
                        Set.of("lost-status"),
                        LedgerChecks::statuses),
                new Check(
                        "state hash",
                        "the signed state hash is that of the serial replay",
                        Set.of("forged-statuses"),
                        LedgerChecks::stateHash),
                new Check(
                        "state",
                        "the shards hold what the serial replay has and nothing else, whoever owns it",
                        Set.of("minted-token"),
                        ShardChecks::state),
                new Check(
                        "receipts",
                        "receipts verify with the genesis alone",
                        Set.of("forged-receipt"),
                        LedgerChecks::receipts));
    }

    private static List<Check> moneyAndRecords() {
        return List.of(
                new Check(
                        "supply",
                        "no transfer makes money, issued = outstanding + redeemed, and the auditor proves the same",
                        Set.of("forged-proof", "colluding-endorsers"),
                        MoneyChecks::supply),
                new Check(
                        "reserves",
                        "reserves and digital currency are together what banks brought",
                        Set.of("missing-cent", "cooked-books"),
                        MoneyChecks::reserves),
                new Check(
                        "balances",
                        "banks show what the ledger has, wallet by wallet",
                        Set.of("phantom-money"),
                        MoneyChecks::balances),
                new Check(
                        "statement",
                        "camt.053 closes at the ledger's balance at its block",
                        Set.of("wrong-closing"),
                        MoneyChecks::statement),
                new Check(
                        "payroll",
                        "all payments of the payroll settled, each by a transaction of the ledger, at least 30 % of"
                                + " transfers across state shards",
                        Set.of("lost-payment", "claimed-payment"),
                        MoneyChecks::payroll),
                new Check(
                        "restored wallet",
                        "a self-held wallet comes back from its seed, notes included",
                        Set.of("lost-notes"),
                        MoneyChecks::restoredWallet),
                new Check(
                        "client transactions",
                        "endorsers keep what they signed for, and it says the same",
                        Set.of("hidden-transaction"),
                        RecordChecks::clientTransactions),
                new Check(
                        "names",
                        "no topic, no log and no store but registration's and banks' names a person, a document or an"
                                + " account",
                        Set.of("leaked-name", "leaked-document", "gossiping-bank"),
                        NameCheck::names),
                new Check(
                        "decision log",
                        "registration's decisions are an unbroken chain",
                        Set.of("deleted-decision", "cut-decisions"),
                        RecordChecks::decisionLog));
    }
}
