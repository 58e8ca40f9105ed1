package io.florin.bank.credentials;

import java.util.List;

/// Registration's signatures of the bank's wallets, each of the epoch that it was last given for.
interface EpochSignatures {

    /// The epoch that payments show now; 0 before the first is known.
    long epoch();

    void inForce(long epoch);

    /// Enrollment ids whose signature is of an earlier epoch, in order.
    ///
    /// @param after the id where the part before ended; empty at the beginning
    List<byte[]> behind(long epoch, byte[] after, int limit);

    /// @param eidsAndSignatures one pair of bytes for each
    void renewed(long epoch, List<Object[]> eidsAndSignatures);
}
