package io.florin.crypto.frost;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.threshold.GroupKey;
import io.florin.crypto.threshold.GroupSigner;
import io.florin.crypto.threshold.SignatureScheme;
import io.florin.crypto.threshold.SigningOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// A group that signs by FROST, behind the interface of all schemes. Preparations are [NonceCommitment]s, 82 bytes.
public record FrostGroup(FrostGroupKey key) implements GroupKey {
    @Override
    public SignatureScheme scheme() {
        return SignatureScheme.FROST_ED25519;
    }

    @Override
    public Bytes encoded() {
        return Bytes.of(key.encoded().toArray());
    }

    @Override
    public int signersMin() {
        return key.threshold();
    }

    @Override
    public boolean verify(byte[] message, byte[] signature) {
        return Ed25519.verify(key.encoded(), message, signature);
    }

    @Override
    public boolean isPreparation(int index, Bytes preparation) {
        return commitment(index, preparation)
                .filter(commitment -> isPoint(commitment.hiding()) && isPoint(commitment.binding()))
                .isPresent();
    }

    private static boolean isPoint(Bytes32 encoded) {
        try {
            EdwardsPoint.decode(encoded.toArray());
            return true;
        } catch (IllegalArgumentException notAPoint) {
            return false;
        }
    }

    @Override
    public Combined combine(SigningOrder order, Map<Integer, Bytes> shares) {
        TreeSet<Integer> unprepared = new TreeSet<>(order.signers());
        order.preparations().forEach((index, preparation) -> {
            if (commitment(index, preparation).isPresent()) {
                unprepared.remove(index);
            }
        });
        Optional<SigningPackage> signing = signingPackage(order);
        boolean possible =
                order.signers().size() >= key.threshold() && order.signers().getLast() <= key.parties();
        if (signing.isEmpty() || !possible) {
            return new Combined.Blamed(unprepared);
        }
        List<FrostShare> known = new ArrayList<>();
        shares.forEach((index, share) -> {
            if (share.size() == Bytes32.SIZE && order.signers().contains(index)) {
                known.add(new FrostShare(index, Bytes32.of(share.toArray())));
            }
        });
        return switch (FrostAggregator.aggregate(key, signing.get(), known)) {
            case FrostAggregator.Outcome.Signature(Bytes signature) -> new Combined.Signature(signature);
            case FrostAggregator.Outcome.Blamed(var parties) -> new Combined.Blamed(parties);
        };
    }

    /// A party of the group.
    public record Signer(FrostSigner signer, int index) implements GroupSigner {
        @Override
        public Bytes prepare(List<Integer> signers) {
            return Bytes.of(signer.commit().encode());
        }

        @Override
        public Optional<Bytes> sign(SigningOrder order) {
            return signingPackage(order).flatMap(signing -> switch (signer.sign(signing)) {
                case SigningAnswer.Signed(FrostShare share) ->
                    Optional.of(Bytes.of(share.scalar().toArray()));
                case SigningAnswer.Refused _ -> Optional.empty();
            });
        }
    }

    /// Empty if a preparation is no commitment of its sender.
    private static Optional<SigningPackage> signingPackage(SigningOrder order) {
        List<NonceCommitment> commitments = new ArrayList<>();
        order.preparations()
                .forEach((index, preparation) -> commitment(index, preparation).ifPresent(commitments::add));
        return commitments.size() == order.signers().size()
                ? Optional.of(new SigningPackage(commitments, order.message()))
                : Optional.empty();
    }

    private static Optional<NonceCommitment> commitment(int index, Bytes preparation) {
        try {
            return Optional.of(NonceCommitment.decode(preparation.toArray()))
                    .filter(commitment -> commitment.index() == index);
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }
}
