package io.florin.ledger.rail.signing;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// A committee whose quorum is the signatures of its members side by side: a subclass verifies one of them.
abstract sealed class QuorumOfEach implements CommitteeVerifier permits NaiveCommittee, MerkleCommittee {
    private final CommitteeSize size;

    QuorumOfEach(CommitteeSize size) {
        this.size = size;
    }

    @Override
    public final CommitteeSize size() {
        return size;
    }

    @Override
    public final BitSet verifyAll(int authority, List<byte[]> statements, List<AuthoritySignature> signatures) {
        Windows.requireAsMany(statements, signatures);
        BitSet valid = new BitSet(statements.size());
        for (int i = 0; i < statements.size(); i++) {
            valid.set(i, verify(statements.get(i), authority, signatures.get(i)));
        }
        return valid;
    }

    @Override
    public final Combined combine(byte[] statement, Map<Integer, AuthoritySignature> signatures) {
        SortedMap<Integer, AuthoritySignature> right = new TreeMap<>();
        SortedSet<Integer> wrong = new TreeSet<>();
        for (int authority = 1; authority <= size.authorities() && right.size() < size.quorum(); authority++) {
            AuthoritySignature signature = signatures.get(authority);
            if (signature == null) {
                continue;
            }
            if (verify(statement, authority, signature)) {
                right.put(authority, signature);
            } else {
                wrong.add(authority);
            }
        }
        return new Combined(
                right.size() < size.quorum()
                        ? Optional.empty()
                        : Optional.of(new QuorumSignature.Each(scheme(), right)),
                wrong);
    }

    /// Exactly a quorum: more would give one certificate many encodings, and cost whoever verifies it.
    @Override
    public final boolean verify(byte[] statement, QuorumSignature signature) {
        if (!(signature instanceof QuorumSignature.Each each)
                || each.signatures().size() != size.quorum()) {
            return false;
        }
        for (Map.Entry<Integer, AuthoritySignature> entry : each.signatures().entrySet()) {
            if (!verify(statement, entry.getKey(), entry.getValue())) {
                return false;
            }
        }
        return true;
    }

    @Override
    public final BitSet verifyAll(List<byte[]> statements, List<QuorumSignature> signatures) {
        Windows.requireAsMany(statements, signatures);
        BitSet valid = new BitSet(statements.size());
        for (int i = 0; i < statements.size(); i++) {
            valid.set(i, verify(statements.get(i), signatures.get(i)));
        }
        return valid;
    }
}
