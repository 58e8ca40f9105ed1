package io.florin.simulation.run;

/// Something that goes wrong. Times are virtual milliseconds from the beginning.
public sealed interface Fault {

    /// The machine loses its power, and with it what its disk has not synced.
    record Crash(String node, long atMillis, long downMillis) implements Fault {}

    /// The same right before its so-manieth effect.
    record CrashAtEffect(String node, long effect, long downMillis) implements Fault {}

    /// Nothing comes from the one to the other; the other way round everything does.
    record CutOneWay(String from, String to, long atMillis, long forMillis) implements Fault {}

    record Isolate(String node, long atMillis, long forMillis) implements Fault {}

    record Lose(int percent, long atMillis, long forMillis) implements Fault {}

    record Double(int percent, long atMillis, long forMillis) implements Fault {}

    record Slow(String node, long moreMillis, long atMillis, long forMillis) implements Fault {}

    record DiskFull(String node, long atMillis, long forMillis) implements Fault {}

    /// The consensus library gives up this party's member.
    record MemberFails(String node, long atMillis) implements Fault {}

    /// The node's clocks run fast or slow, all the time.
    record ClockPace(String node, long perThousand) implements Fault {}

    /// The node's wall clock is put forward or back.
    record ClockJump(String node, long atMillis, long byMillis) implements Fault {}
}
