package io.florin.centralbank.supply;

/// REQUESTED → APPROVED (enough officers signed) → SUBMITTED (an issue is on its way; withdrawals only) → SETTLED (the
/// ledger holds the record) or REFUSED. An issue that ends without committing goes back to APPROVED for another attempt:
/// the withdrawal's key on the ledger makes a second one impossible.
enum RequestState {
    REQUESTED,
    APPROVED,
    SUBMITTED,
    SETTLED,
    REFUSED
}
