package io.florin.auditor.supply;

import java.math.BigInteger;
import java.util.SortedMap;
import java.util.TreeMap;

/// The supply of one namespace after a block. All amounts in minor units.
///
/// @param outstanding the sum of unspent tokens in the own replay, and what is on instant rails
/// @param onRails what of it is on instant rails: deposited less withdrawn
/// @param holds issued = outstanding + redeemed, and no transaction so far made or destroyed money
/// @param byParticipant what each bank took out and brought back, by participant id
public record Figures(
        long block,
        int namespace,
        long issued,
        long redeemed,
        long outstanding,
        long onRails,
        boolean holds,
        SortedMap<Integer, Share> byParticipant) {

    /// A bank's part in it.
    public record Share(long issued, long redeemed) {}

    /// Of a currency with nothing on a rail.
    public Figures(
            long block,
            int namespace,
            long issued,
            long redeemed,
            long outstanding,
            boolean holds,
            SortedMap<Integer, Share> byParticipant) {
        this(block, namespace, issued, redeemed, outstanding, 0, holds, byParticipant);
    }

    public Figures {
        byParticipant = new TreeMap<>(byParticipant);
    }

    /// The highest number that fits where a sum does not: it comes with `holds` = false.
    static long clamp(BigInteger sum) {
        return sum.bitLength() < Long.SIZE ? sum.longValue() : sum.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
}
