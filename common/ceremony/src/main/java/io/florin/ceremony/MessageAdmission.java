package io.florin.ceremony;

import java.util.List;

/// Verdict of a [Ceremony] on a message.
public sealed interface MessageAdmission {
    /// It counts; remember it before acting on the effects.
    record Counted(List<CeremonyEffect> effects) implements MessageAdmission {}

    /// It belongs to a later step: offer it again.
    record Early() implements MessageAdmission {}

    /// It is counted already, or of a step that is over.
    record Known() implements MessageAdmission {}

    /// It does not count, and somebody should look at it.
    ///
    /// @param why names who did what
    record Refused(String why) implements MessageAdmission {}
}
