package io.florin.committer.intake;

/// Events of intake: blocks, heads and time.
public sealed interface IntakeEvent {

    /// The source followed since [IntakeEffect.Follow] `attempt` gave these bytes.
    record Arrived(long attempt, byte[] bytes) implements IntakeEvent {}

    /// The source followed since `attempt` cannot go on: its next record is gone for good.
    record Lost(long attempt) implements IntakeEvent {}

    /// A party says how far its chain reaches. It may lie.
    record HeadSeen(int party, long number) implements IntakeEvent {}

    /// So late is it, in milliseconds.
    record Tick(long nowMillis) implements IntakeEvent {}
}
