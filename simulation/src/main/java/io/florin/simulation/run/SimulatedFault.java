package io.florin.simulation.run;

import io.florin.simulation.ordering.PartyLie;
import java.util.List;

/// Something that goes wrong. Times are virtual milliseconds from the beginning.
public sealed interface SimulatedFault {

    /// The machine loses its power, and with it what its disk has not synced.
    record Crash(String node, long atMillis, long downMillis) implements SimulatedFault {}

    /// The same right before its so-manieth effect.
    record CrashAtEffect(String node, long effect, long downMillis) implements SimulatedFault {}

    /// The same right before its so-manieth effect after a block has brought a configuration.
    ///
    /// @param version of the configuration, 2 of the first change
    record CrashAtChange(String node, long version, long effect, long downMillis) implements SimulatedFault {}

    /// The machine loses its power right before its so-manieth effect, and all ordering parties go
    /// down with it, each for its own time: a site without power.
    ///
    /// @param downMillis by party
    record Outage(String node, long effect, List<Integer> downMillis) implements SimulatedFault {
        public Outage {
            downMillis = List.copyOf(downMillis);
        }
    }

    /// Nothing comes from the one to the other; the other way round everything does.
    record CutOneWay(String from, String to, long atMillis, long forMillis) implements SimulatedFault {}

    record Isolate(String node, long atMillis, long forMillis) implements SimulatedFault {}

    record Lose(int percent, long atMillis, long forMillis) implements SimulatedFault {}

    record Double(int percent, long atMillis, long forMillis) implements SimulatedFault {}

    record Slow(String node, long moreMillis, long atMillis, long forMillis) implements SimulatedFault {}

    record DiskFull(String node, long atMillis, long forMillis) implements SimulatedFault {}

    /// The consensus library gives up this party's member.
    record MemberFails(String node, long atMillis) implements SimulatedFault {}

    /// An ordering party lies, all the time.
    record Lies(String node, PartyLie lie) implements SimulatedFault {}

    /// A committer tells others something else than it found, all the time.
    record LiesAboutResults(String node) implements SimulatedFault {}

    /// An endorser gives shares that are none, all the time.
    record GivesBadShares(String node) implements SimulatedFault {}

    /// The node's clocks run fast or slow, all the time.
    record ClockPace(String node, long perThousand) implements SimulatedFault {}

    /// The node's wall clock is put forward or back.
    record ClockJump(String node, long atMillis, long byMillis) implements SimulatedFault {}
}
