package io.florin.simulation.bank;

import io.florin.bank.payments.WalletPlan.Job;
import java.util.List;

/// Maker of the transactions of a job, by what the currency hides.
interface BankSigner {
    List<BankEntry.Signed> signed(Job job);
}
