package io.florin.bank.payments.adapter;

import io.florin.bank.approvals.FourEyes;
import io.florin.bank.payments.adapter.PaymentsController.PaymentForm;
import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.ledger.config.NetworkConfiguration;

/// Rules for each order of a program, whether it comes alone or with others.
final class ProgramRules {

    private final FourEyes fourEyes;
    private final LedgerAccess ledger;

    ProgramRules(FourEyes fourEyes, LedgerAccess ledger) {
        this.fourEyes = fourEyes;
        this.ledger = ledger;
    }

    /// @throws ProblemException 422 `approval-needed` or `unsupported-currency`
    void check(PaymentForm form) {
        fourEyes.checkProgram(form.amount());
        String currency = ledger.configuration()
                .namespace(ledger.currency())
                .map(NetworkConfiguration.Namespace::currency)
                .orElseThrow();
        if (!currency.equals(form.currency())) {
            throw ApiProblems.refused("unsupported-currency", "payments are made in " + currency);
        }
    }
}
