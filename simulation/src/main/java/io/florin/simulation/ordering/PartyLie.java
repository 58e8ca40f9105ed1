package io.florin.simulation.ordering;

/// Lies of a party. At most f parties lie in a run.
public enum PartyLie {
    /// Its votes carry signatures that are none.
    VOTES_GARBAGE,
    /// It signs another header as well, and shows it to some.
    VOTES_TWICE,
    /// It gives away, and writes to its topic, blocks of its own making, signed by itself in everybody's name.
    FORGES_BLOCKS,
    /// It claims more blocks than it has, and gives away changed ones.
    BOASTS,
    /// Its member of the consensus decides something else than the others'.
    DIVERGES,
    /// It says nothing to the other parties.
    IS_SILENT,
    /// It has lost its log of votes, and goes on all the same.
    LOSES_ITS_VOTES
}
