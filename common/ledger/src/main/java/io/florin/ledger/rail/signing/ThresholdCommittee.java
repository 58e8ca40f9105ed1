package io.florin.ledger.rail.signing;

import io.florin.crypto.Bytes;
import io.florin.crypto.bls.Bls;
import io.florin.crypto.bls.BlsPublicKey;
import io.florin.crypto.bls.BlsSignature;
import io.florin.crypto.threshold.BlsGroupKey;
import io.florin.crypto.threshold.SignatureShare;
import io.florin.crypto.threshold.ThresholdBls;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/// Verifies threshold BLS: 0.8 ms for one signature, 0.1 ms each for many under one key.
///
/// Shares are combined before they are verified: honest ones need no verification but that of the sum. Only when that
/// fails is each share verified under its authority's own key, and the wrong ones are named.
public final class ThresholdCommittee implements CommitteeVerifier {
    private final SignedBytes signed;
    private final BlsGroupKey key;
    private final CommitteeSize size;
    private final RandomGenerator random;

    /// @param key of all authorities: authority a has index a, and a quorum is its threshold
    /// @param random for verifying many at once; unpredictable to whoever signs: a `SecureRandom`
    /// @throws IllegalArgumentException if the key's threshold is not the quorum, or two authorities have one key
    public ThresholdCommittee(CommitteeId committee, BlsGroupKey key, RandomGenerator random) {
        this.signed = new SignedBytes(committee, SigningScheme.THRESHOLD_BLS);
        this.key = key;
        this.size = new CommitteeSize(key.verificationKeys().size());
        this.random = random;
        if (key.threshold() != size.quorum()) {
            throw new IllegalArgumentException("a threshold of " + key.threshold() + ", not " + size.quorum());
        }
        if (key.verificationKeys().stream().distinct().count() != size.authorities()) {
            throw new IllegalArgumentException("two authorities have one key");
        }
    }

    @Override
    public SigningScheme scheme() {
        return SigningScheme.THRESHOLD_BLS;
    }

    @Override
    public CommitteeSize size() {
        return size;
    }

    @Override
    public boolean verify(byte[] statement, int authority, AuthoritySignature signature) {
        return size.has(authority)
                && shareOf(signature)
                        .filter(point -> Bls.verify(keyOf(authority), signed.ofStatement(statement), point))
                        .isPresent();
    }

    @Override
    public boolean verify(byte[] statement, QuorumSignature signature) {
        return groupOf(signature)
                .filter(point -> Bls.verify(key.key(), signed.ofStatement(statement), point))
                .isPresent();
    }

    @Override
    public BitSet verifyAll(int authority, List<byte[]> statements, List<AuthoritySignature> signatures) {
        Windows.requireAsMany(statements, signatures);
        return size.has(authority)
                ? verifyAll(keyOf(authority), statements, signatures, ThresholdCommittee::shareOf)
                : new BitSet();
    }

    @Override
    public BitSet verifyAll(List<byte[]> statements, List<QuorumSignature> signatures) {
        Windows.requireAsMany(statements, signatures);
        return verifyAll(key.key(), statements, signatures, ThresholdCommittee::groupOf);
    }

    private <S> BitSet verifyAll(
            BlsPublicKey under,
            List<byte[]> statements,
            List<S> signatures,
            Function<S, Optional<BlsSignature>> decoder) {
        List<Claim> claims = new ArrayList<>(statements.size());
        for (int i = 0; i < statements.size(); i++) {
            int place = i;
            decoder.apply(signatures.get(i))
                    .ifPresent(point -> claims.add(new Claim(place, signed.ofStatement(statements.get(place)), point)));
        }
        BitSet valid = new BitSet(statements.size());
        markValid(under, claims, valid);
        return valid;
    }

    /// Halves what fails together, so that w wrong ones among m cost about 2w log₂ m verifications of sums.
    private void markValid(BlsPublicKey under, List<Claim> claims, BitSet valid) {
        List<byte[]> messages = claims.stream().map(Claim::message).toList();
        List<BlsSignature> points = claims.stream().map(Claim::point).toList();
        if (Bls.verifyBatchSameKey(under, messages, points, random)) {
            claims.forEach(claim -> valid.set(claim.place()));
        } else if (claims.size() > 1) {
            int half = claims.size() / 2;
            markValid(under, claims.subList(0, half), valid);
            markValid(under, claims.subList(half, claims.size()), valid);
        }
    }

    @Override
    public Combined combine(byte[] statement, Map<Integer, AuthoritySignature> signatures) {
        byte[] message = signed.ofStatement(statement);
        List<SignatureShare> shares = new ArrayList<>();
        SortedSet<Integer> wrong = new TreeSet<>();
        for (int authority = 1; authority <= size.authorities(); authority++) {
            AuthoritySignature signature = signatures.get(authority);
            if (signature == null) {
                continue;
            }
            Optional<BlsSignature> point = shareOf(signature);
            if (point.isPresent()) {
                shares.add(new SignatureShare(authority, point.get()));
            } else {
                wrong.add(authority);
            }
        }
        Optional<QuorumSignature> sum = sum(message, shares);
        if (sum.isEmpty()) {
            for (SignatureShare share : List.copyOf(shares)) {
                if (!ThresholdBls.verifyShare(keyOf(share.index()), message, share)) {
                    shares.remove(share);
                    wrong.add(share.index());
                }
            }
            sum = sum(message, shares);
        }
        return new Combined(sum, wrong);
    }

    /// The signature that the first shares make, if it is the committee's. Empty if there are too few, or they sum to
    /// infinity: then one of them at least is wrong.
    private Optional<QuorumSignature> sum(byte[] message, List<SignatureShare> shares) {
        if (shares.size() < size.quorum()) {
            return Optional.empty();
        }
        BlsSignature sum;
        try {
            sum = ThresholdBls.combine(size.quorum(), shares);
        } catch (IllegalArgumentException degenerate) {
            return Optional.empty();
        }
        return Bls.verify(key.key(), message, sum)
                ? Optional.of(new QuorumSignature.Group(sum.bytes()))
                : Optional.empty();
    }

    private BlsPublicKey keyOf(int authority) {
        return key.verificationKeys().get(authority - 1);
    }

    private static Optional<BlsSignature> shareOf(AuthoritySignature signature) {
        return signature instanceof AuthoritySignature.Share(Bytes share) ? point(share) : Optional.empty();
    }

    private static Optional<BlsSignature> groupOf(QuorumSignature signature) {
        return signature instanceof QuorumSignature.Group(Bytes point) ? point(point) : Optional.empty();
    }

    private static Optional<BlsSignature> point(Bytes encoded) {
        try {
            return Optional.of(BlsSignature.decode(encoded.toArray()));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /// A signature that is a point at least, and what it is said to sign.
    @SuppressWarnings("ArrayRecordComponent") // lives for one verification and is never compared
    private record Claim(int place, byte[] message, BlsSignature point) {}
}
