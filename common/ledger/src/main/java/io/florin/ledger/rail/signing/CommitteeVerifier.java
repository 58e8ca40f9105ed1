package io.florin.ledger.rail.signing;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/// The public side of one committee in one epoch. Any thread. Malformed input is a refusal, never an exception: all of
/// it may come from liars.
public interface CommitteeVerifier {
    SigningScheme scheme();

    CommitteeSize size();

    /// Whether this authority, 1 to n, signed the statement.
    boolean verify(byte[] statement, int authority, AuthoritySignature signature);

    /// Verifies many statements of one authority at once; what costs less together costs less here.
    ///
    /// @return the places in the lists whose signatures are valid, as [#verify] would say of each
    /// @throws IllegalArgumentException if the lists differ in length
    BitSet verifyAll(int authority, List<byte[]> statements, List<AuthoritySignature> signatures);

    /// Makes the signature of a quorum, by authority. What goes into it is verified, so nobody needs to verify before.
    Combined combine(byte[] statement, Map<Integer, AuthoritySignature> signatures);

    /// Whether 2F + 1 different authorities signed the statement.
    boolean verify(byte[] statement, QuorumSignature signature);

    /// Verifies many statements of the committee at once.
    ///
    /// @return the places in the lists whose signatures are valid, as [#verify] would say of each
    /// @throws IllegalArgumentException if the lists differ in length
    BitSet verifyAll(List<byte[]> statements, List<QuorumSignature> signatures);

    /// Result of combining.
    ///
    /// @param signature empty if fewer than 2F + 1 authorities signed
    /// @param wrong authorities whose signatures were found wrong on the way; there may be others when a signature
    /// came out, for nobody looks further then
    record Combined(Optional<QuorumSignature> signature, SortedSet<Integer> wrong) {}
}
