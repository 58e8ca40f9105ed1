package io.florin.ledger.rules;

import io.florin.ledger.settlement.SettlementTransaction;

/// Verdict of the rules on a client transaction.
public sealed interface RulesVerdict {

    record Accepted(SettlementTransaction transaction) implements RulesVerdict {}

    record Refused(RefusalReason reason) implements RulesVerdict {}
}
