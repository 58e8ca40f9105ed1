package io.florin.sandbox.check;

import java.util.ArrayList;
import java.util.List;

/// The acceptance checks in the order of the table. Each has a sabotage that turns it red, and no other.
public final class Checks {
    private Checks() {}

    /// @param payrollFile as it was handed in
    public static List<Check> all(byte[] payrollFile) {
        List<Check> checks = new ArrayList<>(ledger());
        checks.addAll(moneyAndRecords(payrollFile));
        return List.copyOf(checks);
    }

    private static List<Check> ledger() {
        return List.of(
                new Check("services", "every service is live and ready", "silent-service", RecordChecks::health),
                new Check(
                        "chain",
                        "every party's topic is one certified chain, the same at all",
                        "tampered-block",
                        LedgerChecks::chain),
                new Check(
                        "endorsements",
                        "nothing was ordered that endorsers did not sign",
                        "forged-endorsement",
                        LedgerChecks::endorsements),
                new Check(
                        "statuses",
                        "each ordered transaction has the status the serial replay gives it",
                        "lost-status",
                        LedgerChecks::statuses),
                new Check(
                        "state hash",
                        "the signed state hash is that of the serial replay",
                        "forged-statuses",
                        LedgerChecks::stateHash),
                new Check(
                        "state",
                        "the shards hold the tokens of the serial replay and no others",
                        "minted-token",
                        LedgerChecks::state),
                new Check("balance", "every transfer's inputs equal its outputs", "", LedgerChecks::balanced),
                new Check("receipts", "receipts verify with the genesis alone", "", LedgerChecks::receipts),
                new Check("shards", "at least 30 % of transfers cross state shards", "", LedgerChecks::crossShard));
    }

    private static List<Check> moneyAndRecords(byte[] payrollFile) {
        return List.of(
                new Check("supply", "issued = outstanding + redeemed", "", MoneyChecks::supply),
                new Check(
                        "supply proof",
                        "the auditor proves the same supply from its own replay",
                        "forged-proof",
                        MoneyChecks::auditorsProof),
                new Check(
                        "reserves",
                        "reserves and digital currency are together what banks brought",
                        "missing-cent",
                        MoneyChecks::reserves),
                new Check(
                        "balances",
                        "banks show what the ledger has, wallet by wallet",
                        "phantom-money",
                        MoneyChecks::balances),
                new Check(
                        "statement",
                        "camt.053 closes at the ledger's balance at its block",
                        "wrong-closing",
                        MoneyChecks::statement),
                new Check("payroll", "all 1,000 payments of the payroll settled", "lost-payment", MoneyChecks::payroll),
                new Check(
                        "repeated file",
                        "the payroll handed in again pays nothing",
                        "forgotten-file",
                        scene -> MoneyChecks.replayedFile(scene, payrollFile)),
                new Check(
                        "restored wallet",
                        "a self-held wallet comes back from its seed, notes included",
                        "lost-notes",
                        MoneyChecks::restoredWallet),
                new Check(
                        "client transactions",
                        "endorsers keep what they signed for, and it says the same",
                        "hidden-transaction",
                        RecordChecks::clientTransactions),
                new Check(
                        "decision log",
                        "registration's decisions are an unbroken chain",
                        "deleted-decision",
                        RecordChecks::decisionLog));
    }
}
