package io.florin.ledger.rules;

import io.florin.ledger.settlement.SettlementTransaction;

/// Verdict of the rules on a client transaction.
public sealed interface Decision {

    record Accepted(SettlementTransaction transaction) implements Decision {}

    record Refused(RefusalReason reason) implements Decision {}
}
