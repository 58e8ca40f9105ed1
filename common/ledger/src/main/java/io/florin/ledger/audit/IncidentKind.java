package io.florin.ledger.audit;

/// Kinds of incidents. Names are part of the API and never renamed.
public enum IncidentKind {
    /// A block that is not certified, was changed, or is of another network. Not applied.
    FORGED_BLOCK(Severity.WARNING, "Forged block refused"),
    /// Bytes in a topic or from a party that are no block. Not applied.
    UNREADABLE_BLOCK(Severity.WARNING, "Unreadable block refused"),
    /// A block under another number than its own. Not applied.
    RENUMBERED_BLOCK(Severity.WARNING, "Renumbered block refused"),
    /// A second certified block of one height: more parties lie than the network tolerates.
    FORKED_CHAIN(Severity.ALARM, "Two certified blocks of one height"),
    /// A stored block or result that is missing or not as it was written.
    STORE_ALTERED(Severity.ALARM, "The auditor's database was altered"),
    /// A committer signed another result than the auditor's own replay.
    COMMITTER_DIFFERS(Severity.ALARM, "A committer's result differs"),
    /// Statuses that no committer signed. Not used.
    UNTRUSTED_STATUSES(Severity.WARNING, "Untrusted statuses refused"),
    /// No committer has published its result of a block for too long.
    STATUSES_MISSING(Severity.WARNING, "Statuses of a block are missing"),
    /// A transaction made or destroyed money, or the books do not close.
    SUPPLY_VIOLATION(Severity.ALARM, "Supply violated"),
    /// A committed payment of a hidden currency that no endorser has: nobody can check its proof.
    PROOF_MISSING(Severity.ALARM, "A proof is missing"),
    /// A committed payment of a hidden currency whose proof does not hold, or that is not what was endorsed.
    PROOF_WRONG(Severity.ALARM, "A proof does not hold"),
    /// A member of the audit authority gave a share that is not of its key. It did not count.
    SHARE_WRONG(Severity.ALARM, "A member's share is wrong"),
    /// A member's share is not of the audit key in the configuration: payments may not open when a case needs it.
    AUDIT_KEY_WRONG(Severity.ALARM, "An audit key does not open"),
    /// A payer of an opened payment has an enrollment id that registration does not vouch for: never issued,
    /// or its record was altered, which registration's log says.
    PAYER_UNKNOWN(Severity.ALARM, "A payer is not enrolled"),
    /// A row of the log of decisions is missing or changed.
    LOG_BROKEN(Severity.ALARM, "The log of decisions is broken");

    private final Severity severity;
    private final String title;

    IncidentKind(Severity severity, String title) {
        this.severity = severity;
        this.title = title;
    }

    /// An alarm means that the ledger or the auditor cannot be trusted; a warning means that something was refused.
    public enum Severity {
        WARNING,
        ALARM
    }

    public Severity severity() {
        return severity;
    }

    public String title() {
        return title;
    }
}
