package io.florin.crypto.frost;

import io.florin.crypto.Bytes32;
import io.florin.crypto.frost.SigningAnswer.Reason;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.threshold.NonceId;
import io.florin.crypto.threshold.NonceLedger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// One party's side of FROST. Owned by one thread.
///
/// Pairs of nonces go: made (in memory, named by the ledger, commitment given out) → used (taken from memory,
/// recorded by the ledger, share computed, erased) or dropped (erased). There is no way back, and nothing is written
/// but the record of use. A pair answers one package; the coordinator that lost the answer starts again with fresh
/// commitments.
public final class FrostSigner implements AutoCloseable {
    private static final int RANDOM_SIZE = 32;
    private static final byte[] PURPOSE = "florin/frost/use/1".getBytes(StandardCharsets.US_ASCII);

    private final FrostKeyShare key;
    private final NonceLedger ledger;
    private final RandomGenerator random;
    private final int outstandingMax;
    private final Map<NonceId, NoncePair> pairs = new LinkedHashMap<>();

    /// @param random a `SecureRandom` outside tests
    /// @param outstandingMax how many pairs wait at once; beyond it the oldest is dropped
    public FrostSigner(FrostKeyShare key, NonceLedger ledger, RandomGenerator random, int outstandingMax) {
        if (outstandingMax < 1) {
            throw new IllegalArgumentException("at least one pair must be allowed to wait");
        }
        this.key = key;
        this.ledger = ledger;
        this.random = random;
        this.outstandingMax = outstandingMax;
    }

    /// First round: a fresh pair of nonces. May be called ahead of any message.
    public NonceCommitment commit() {
        if (pairs.size() >= outstandingMax) {
            drop(pairs.keySet().iterator().next());
        }
        NonceId id = ledger.next();
        FieldElement hiding = freshNonce();
        FieldElement binding = freshNonce();
        Bytes32 hidingPoint = Edwards25519.GROUP.generator().times(hiding).encoded();
        Bytes32 bindingPoint = Edwards25519.GROUP.generator().times(binding).encoded();
        var commitment = new NonceCommitment(key.index(), id, hidingPoint, bindingPoint);
        pairs.put(id, new NoncePair(hiding, binding, commitment));
        return commitment;
    }

    private FieldElement freshNonce() {
        byte[] bytes = new byte[RANDOM_SIZE];
        random.nextBytes(bytes);
        try {
            return FrostSuite.nonce(bytes, key.secret());
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }

    /// Erases a pair that nobody will need.
    public void drop(NonceId id) {
        ledger.drop(id);
        NoncePair pair = pairs.remove(id);
        if (pair != null) {
            pair.erase();
        }
    }

    /// Second round. Whether the message may be signed at all is the caller's decision, taken before.
    ///
    /// @throws io.florin.crypto.threshold.NonceLedgerException if the use could not be recorded; the pair is gone
    public SigningAnswer sign(SigningPackage signing) {
        Optional<NonceCommitment> own = signing.commitments().stream()
                .filter(commitment -> commitment.index() == key.index())
                .findFirst();
        if (own.isEmpty()) {
            return new SigningAnswer.Refused(Reason.NOT_A_SIGNER);
        }
        Optional<Reason> refusal = refusal(signing, own.get());
        if (refusal.isPresent()) {
            return new SigningAnswer.Refused(refusal.get());
        }
        Optional<GroupCommitment> group = GroupCommitment.of(key.groupKey(), signing);
        if (group.isEmpty()) {
            return new SigningAnswer.Refused(Reason.BAD_COMMITMENT);
        }
        NoncePair pair = pairs.remove(own.get().nonce());
        if (pair == null) {
            return new SigningAnswer.Refused(Reason.NO_SUCH_NONCE);
        }
        try {
            Bytes32 keyBytes = key.groupKey().encoded();
            ledger.use(
                    own.get().nonce(),
                    Sha256.hash(PURPOSE, keyBytes.toArray(), signing.digest().toArray()));
            return new SigningAnswer.Signed(share(signing, pair, group.get()));
        } finally {
            pair.erase();
        }
    }

    private Optional<Reason> refusal(SigningPackage signing, NonceCommitment own) {
        FrostGroupKey group = key.groupKey();
        if (signing.commitments().size() < group.threshold()
                || signing.commitments().getLast().index() > group.parties()) {
            return Optional.of(Reason.WRONG_SIGNERS);
        }
        NoncePair pair = pairs.get(own.nonce());
        if (pair == null || !ledger.isUnused(own.nonce())) {
            return Optional.of(Reason.NO_SUCH_NONCE);
        }
        return pair.commitment.equals(own) ? Optional.empty() : Optional.of(Reason.NOT_ITS_COMMITMENT);
    }

    private FrostShare share(SigningPackage signing, NoncePair pair, GroupCommitment group) {
        FieldElement factor = Objects.requireNonNull(group.bindingFactors().get(key.index()));
        FieldElement weight = FrostSuite.lagrange(signing, key.index()).multiply(group.challenge());
        FieldElement share = pair.hiding.add(pair.binding.multiply(factor)).add(weight.multiply(key.secret()));
        return new FrostShare(key.index(), Bytes32.of(share.toLittleEndian()));
    }

    /// Erases all pairs. The key and the ledger are the caller's.
    @Override
    public void close() {
        pairs.values().forEach(NoncePair::erase);
        pairs.clear();
    }

    /// Number of pairs that wait.
    public int outstanding() {
        return pairs.size();
    }

    private record NoncePair(FieldElement hiding, FieldElement binding, NonceCommitment commitment) {
        void erase() {
            hiding.erase();
            binding.erase();
        }
    }
}
