package io.florin.ordering.chain;

/// Phase of a party's member of the view's consensus group.
public enum GroupPhase {
    /// No member: the round is not open, or the member stopped.
    NONE,
    /// Came back into an open round and has lost the group's memory; joins when a quorum is ready.
    JOINING,
    /// Took part in the opening and is starting its member.
    FOUNDING,
    /// The member works.
    READY
}
