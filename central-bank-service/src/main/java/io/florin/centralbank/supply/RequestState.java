package io.florin.centralbank.supply;

import java.util.List;

/// States of a supply request. Each change is one database transaction; what happens outside happens between them and
/// may happen again.
///
/// | from | to | when |
/// |---|---|---|
/// | – | REQUESTED | a bank asked; a withdrawal's amount is held |
/// | – | REFUSED | the reserves do not cover it, or an incident stops issuing |
/// | REQUESTED | REFUSED | an officer refused; the hold goes back |
/// | REQUESTED | CANCELLED | the bank that asked took it back; the hold goes back |
/// | REQUESTED | EXPIRED | too few officers signed within `florin.supply.request-lifetime`; the hold goes back |
/// | REQUESTED | APPROVED | enough officers signed in time; from here on nobody ends it, the signatures exist |
/// | APPROVED | REQUESTED | officers changed: fewer signatures than needed verify under the keys in force |
/// | APPROVED | SUBMITTED | withdrawals: an issue is stored, then sent until its fate is known |
/// | SUBMITTED | APPROVED | that issue can never commit: expired, aborted, or its configuration superseded |
/// | APPROVED, SUBMITTED | SETTLED | the ledger holds this request's record; booked with the follower's position |
///
/// A redemption goes from APPROVED to SETTLED by the bank's own transaction. A second issue for one withdrawal cannot
/// commit: both would write the same key of the ledger, which must be absent (protocol decision 11).
enum RequestState {
    REQUESTED,
    APPROVED,
    SUBMITTED,
    SETTLED,
    REFUSED,
    CANCELLED,
    EXPIRED;

    /// While a withdrawal is in one of these its amount is held.
    static final List<RequestState> HOLDING = List.of(REQUESTED, APPROVED, SUBMITTED);

    /// Whether enough officers signed and the ledger has not settled it: what the ledger may settle.
    boolean maySettle() {
        return this == APPROVED || this == SUBMITTED;
    }

    /// The state as banks are told it: they know one word for all ends without money, and the reason says who ended it.
    String forBank() {
        return (this == CANCELLED || this == EXPIRED ? REFUSED : this).name();
    }
}
