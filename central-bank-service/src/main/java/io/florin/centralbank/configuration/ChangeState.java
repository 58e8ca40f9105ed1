package io.florin.centralbank.configuration;

/// States of a proposed change of the configuration. Each step is one database transaction; what happens outside
/// happens between them and may happen again.
///
/// | from | to | when |
/// |---|---|---|
/// | – | PROPOSED | an officer proposed it; it is for the version in force plus one |
/// | PROPOSED | REFUSED | an officer refused |
/// | PROPOSED | APPROVED | m officers signed; from here on it cannot be taken back, the signatures exist |
/// | APPROVED | SUBMITTED | a transaction is stored, then sent until its fate is known |
/// | SUBMITTED | APPROVED | that transaction can never commit: expired or aborted |
/// | any open | IN_FORCE | the ledger has this configuration |
/// | any open | SUPERSEDED | the ledger has another configuration of that version or a later one |
/// | PROPOSED, APPROVED | EXPIRED | its time is over |
///
/// Of several proposals for one version the ledger takes one: all write the same key, which must have the version they
/// were made for.
public enum ChangeState {
    PROPOSED,
    APPROVED,
    SUBMITTED,
    IN_FORCE,
    REFUSED,
    SUPERSEDED,
    EXPIRED;

    boolean isOpen() {
        return this == PROPOSED || this == APPROVED || this == SUBMITTED;
    }
}
