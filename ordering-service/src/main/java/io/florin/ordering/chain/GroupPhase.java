package io.florin.ordering.chain;

/// Phase of a party's member of the view's consensus group.
public enum GroupPhase {
    /// No member: the view is not open, or the member stopped.
    NONE,
    /// Came back into an open view and has lost the group's memory; joins when a quorum is ready.
    JOINING,
    /// Has the new view and is starting its member.
    FOUNDING,
    /// The member works.
    READY
}
