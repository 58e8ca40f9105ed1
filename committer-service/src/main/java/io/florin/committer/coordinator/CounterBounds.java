package io.florin.committer.coordinator;

import io.florin.ledger.Invariant;
import io.florin.ledger.StateKey;
import io.florin.ledger.settlement.CounterAdd;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Bounds of the counters that pending transactions add to, decided in block order without making additions wait for
/// each other: an addition whose bound holds, or breaks, whatever becomes of the undecided ones before it is certain at
/// once (the escrow method of O'Neil, 1986). Only the others wait, each until all before it are decided.
///
/// Of each counter it keeps the pending additions from the first undecided one on, in block order, and the value before
/// that. The first undecided one is always certain, so nothing waits for ever. Counters that no pending block adds to
/// are forgotten; the shard tells the value when one comes again.
///
/// Cost: nothing for transactions that add to no counter; a few sums for each other. Owned by one thread.
final class CounterBounds {

    /// Certainty about the bounds of a transaction, before its verdict.
    enum Outlook {
        HOLD,
        BREAK,
        OPEN
    }

    private static final class Counter {
        /// Before the first of the line.
        private long value;
        /// The last block whose additions the shard had when it told the value; -1 while it is not told.
        private long asOf = -1;
        private int blocks;
        private final ArrayDeque<PendingTransaction> line = new ArrayDeque<>();
        /// Committed additions behind the first undecided one.
        private long ahead;
        /// Undecided additions.
        private BigInteger raises = BigInteger.ZERO;
        private BigInteger lowers = BigInteger.ZERO;

        void undecided(CounterAdd add, int sign) {
            BigInteger amount = BigInteger.valueOf(sign * add.amount().minorUnits());
            switch (add) {
                case CounterAdd.Raise _ -> raises = raises.add(amount);
                case CounterAdd.Lower _ -> lowers = lowers.add(amount);
            }
        }

        /// Of an addition behind the whole line.
        Outlook outlook(CounterAdd add) {
            BigInteger known = BigInteger.valueOf(value + ahead);
            return outlook(add, known.subtract(lowers), known.add(raises));
        }

        private static Outlook outlook(CounterAdd add, BigInteger lowest, BigInteger highest) {
            BigInteger amount = BigInteger.valueOf(add.amount().minorUnits());
            return switch (add) {
                case CounterAdd.Raise(var _, var _, var max) -> {
                    BigInteger most = BigInteger.valueOf(max.minorUnits()).subtract(amount);
                    yield highest.compareTo(most) <= 0
                            ? Outlook.HOLD
                            : lowest.compareTo(most) > 0 ? Outlook.BREAK : Outlook.OPEN;
                }
                case CounterAdd.Lower(var _, var _, var min) -> {
                    BigInteger least = BigInteger.valueOf(min.minorUnits()).add(amount);
                    yield lowest.compareTo(least) >= 0
                            ? Outlook.HOLD
                            : highest.compareTo(least) < 0 ? Outlook.BREAK : Outlook.OPEN;
                }
            };
        }

        /// Takes decided additions off the front of the line.
        void advance(StateKey key) {
            while (!line.isEmpty() && line.peek().isDecided()) {
                PendingTransaction first = line.poll();
                if (first.isCommitted()) {
                    long difference = first.add(key).difference();
                    value += difference;
                    ahead -= difference;
                    Invariant.check(value >= 0, "a counter below zero");
                }
            }
        }
    }

    private final Map<StateKey, Counter> counters = new HashMap<>();

    /// A block is pending that adds to these counters, each named once.
    ///
    /// @return those whose value the shards must tell before the block's transactions are inserted
    List<StateKey> pending(Collection<StateKey> keys) {
        List<StateKey> unknown = new ArrayList<>();
        for (StateKey key : keys) {
            Counter counter = counters.get(key);
            if (counter == null) {
                counter = new Counter();
                counters.put(key, counter);
                unknown.add(key);
            }
            counter.blocks++;
        }
        return unknown;
    }

    /// The shard told a value.
    ///
    /// @param asOf last block that the shard has applied
    void found(StateKey key, long value, long asOf) {
        Counter counter = counter(key);
        Invariant.check(counter.asOf < 0, "a counter told twice");
        counter.value = value;
        counter.asOf = asOf;
    }

    /// A block is applied by all shards.
    void complete(Collection<StateKey> keys) {
        for (StateKey key : keys) {
            Counter counter = counter(key);
            if (--counter.blocks == 0) {
                Invariant.check(counter.line.isEmpty(), "a counter forgotten with additions pending");
                counters.remove(key);
            }
        }
    }

    /// Adds an undecided transaction behind all others.
    void insert(PendingTransaction node) {
        List<CounterAdd> adds = node.transaction().adds();
        for (int i = 0; i < adds.size(); i++) {
            CounterAdd add = adds.get(i);
            Counter counter = told(add.counter());
            node.setBound(i, counter.outlook(add));
            counter.undecided(add, 1);
            counter.line.add(node);
        }
    }

    /// Adds a transaction whose verdict, commit, is known from the log.
    void insertCommitted(PendingTransaction node) {
        for (CounterAdd add : node.transaction().adds()) {
            Counter counter = told(add.counter());
            if (node.block().number() > counter.asOf) {
                counter.ahead += add.difference();
                counter.line.add(node);
                counter.advance(add.counter());
            }
        }
    }

    /// Tells that a transaction is decided.
    ///
    /// @return undecided ones whose bounds became certain thereby
    List<PendingTransaction> decided(PendingTransaction node) {
        List<PendingTransaction> certain = new ArrayList<>();
        for (CounterAdd add : node.transaction().adds()) {
            Counter counter = told(add.counter());
            counter.undecided(add, -1);
            if (node.isCommitted()) {
                counter.ahead += add.difference();
            }
            counter.advance(add.counter());
            PendingTransaction first = counter.line.peek();
            if (first != null && first.bounds() == Outlook.OPEN) {
                settleFirst(counter, add.counter(), first);
                if (first.bounds() != Outlook.OPEN) {
                    certain.add(first);
                }
            }
        }
        return certain;
    }

    private static void settleFirst(Counter counter, StateKey key, PendingTransaction first) {
        BigInteger value = BigInteger.valueOf(counter.value);
        List<CounterAdd> adds = first.transaction().adds();
        for (int i = 0; i < adds.size(); i++) {
            if (adds.get(i).counter().equals(key)) {
                first.setBound(i, Counter.outlook(adds.get(i), value, value));
            }
        }
    }

    private Counter counter(StateKey key) {
        Counter counter = counters.get(key);
        if (counter == null) {
            throw new Invariant.Broken("a counter that no pending block adds to");
        }
        return counter;
    }

    private Counter told(StateKey key) {
        Counter counter = counter(key);
        Invariant.check(counter.asOf >= 0, "a counter whose value is not known");
        return counter;
    }

    /// Counters that pending blocks add to.
    int counters() {
        return counters.size();
    }
}
