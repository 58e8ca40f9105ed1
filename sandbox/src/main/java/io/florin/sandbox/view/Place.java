package io.florin.sandbox.view;

import java.util.List;

/// What one party of a payment keeps of it.
///
/// @param things as they were found
public record Place(Viewer viewer, List<Thing> things) {

    /// Something in a store.
    ///
    /// @param where for example a table, a topic
    /// @param shown for people, lines
    /// @param content as it is stored, to look for facts in
    public record Thing(String where, List<String> shown, byte[] content) {}

    boolean shows(Fact fact) {
        return things.stream().anyMatch(thing -> fact.standsIn(thing.content()));
    }
}
