package io.florin.identity.seat;

import io.florin.ceremony.CeremonySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// State of a ceremony at one participant, for its operator.
///
/// @param step present step, from 1 on; 0 once the share is kept
/// @param missing who has not spoken in it
/// @param notes who was named for what, and what does not count
/// @param publicKey once the key stands
/// @param failure once it never will
public record Progress(
        CeremonySpec charter,
        int step,
        List<Integer> missing,
        List<String> notes,
        Optional<byte[]> publicKey,
        Optional<String> failure) {
    /// The step after all others: the share is in its place.
    static final int KEPT = 0;

    /// Lines for a terminal.
    public List<String> lines() {
        List<String> lines = new ArrayList<>(notes);
        if (failure.isPresent()) {
            lines.add("FAILED: " + failure.get() + ". Nothing was made; open a new ceremony.");
        } else if (publicKey.isPresent()) {
            lines.add(step == KEPT ? "The share is kept." : "The key stands. Run `finish` to keep the share.");
        } else {
            lines.add("Step " + step + ". Waiting for "
                    + String.join(", ", missing.stream().map(charter::describe).toList()) + ".");
        }
        return lines;
    }
}
