package io.florin.sandbox.view;

import java.util.List;
import java.util.Set;

/// One party's store of a payment.
///
/// @param things as they were found
/// @param told names of facts that the party was told and kept nothing of
public record PartyStore(Viewer viewer, List<Thing> things, Set<String> told) {
    public PartyStore {
        things = List.copyOf(things);
        told = Set.copyOf(told);
    }

    /// The stored data.
    public PartyStore(Viewer viewer, List<Thing> things) {
        this(viewer, things, Set.of());
    }

    /// Something in a store.
    ///
    /// @param where for example a table, a topic
    /// @param shown for people, lines
    /// @param content as it is stored, to look for facts in
    public record Thing(String where, List<String> shown, byte[] content) {}

    boolean shows(Fact fact) {
        return told.contains(fact.name()) || things.stream().anyMatch(thing -> fact.standsIn(thing.content()));
    }
}
