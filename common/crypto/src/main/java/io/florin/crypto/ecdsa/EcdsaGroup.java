package io.florin.crypto.ecdsa;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.threshold.GroupKey;
import io.florin.crypto.threshold.GroupSigner;
import io.florin.crypto.threshold.SignatureScheme;
import io.florin.crypto.threshold.SigningOrder;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// A group that signs by threshold ECDSA, behind the interface of all schemes. A preparation names the presignatures
/// that the party has with this committee, 32 bytes each and R with it (33); everybody takes the least session that all
/// name with the same R.
public record EcdsaGroup(EcdsaGroupKey key) implements GroupKey {
    private static final int NAMED_SIZE = Bytes32.SIZE + P256Point.SIZE;

    @Override
    public SignatureScheme scheme() {
        return SignatureScheme.ECDSA_P256;
    }

    @Override
    public Bytes encoded() {
        return Bytes.of(key.key().encode());
    }

    @Override
    public int signersMin() {
        return key.signers();
    }

    @Override
    public boolean verify(byte[] message, byte[] signature) {
        return EcdsaP256.verifyLowS(key.key(), message, signature);
    }

    @Override
    public boolean isPreparation(int index, Bytes preparation) {
        return preparation.size() > 0 && preparation.size() % NAMED_SIZE == 0;
    }

    /// The preparation that names one presignature: what its maker proposes for everybody, to sign with exactly this.
    public static Bytes naming(Presignature.PublicPart presignature) {
        byte[] named = new byte[NAMED_SIZE];
        presignature.session().copyInto(named, 0);
        System.arraycopy(presignature.noncePoint().encode(), 0, named, Bytes32.SIZE, P256Point.SIZE);
        return Bytes.of(named);
    }

    @Override
    public Combined combine(SigningOrder order, Map<Integer, Bytes> shares) {
        SortedSet<Integer> all = new TreeSet<>(order.signers());
        Optional<Bytes> common = common(order);
        if (common.isEmpty()) {
            return new Combined.Spoiled(all);
        }
        Bytes32 session = Bytes32.read(common.get().toArray(), 0);
        byte[] point = Arrays.copyOfRange(common.get().toArray(), Bytes32.SIZE, NAMED_SIZE);
        List<EcdsaShare> known = new ArrayList<>();
        shares.forEach((index, share) -> {
            if (share.size() == Bytes32.SIZE && all.contains(index)) {
                known.add(new EcdsaShare(session, index, Bytes32.of(share.toArray())));
            }
        });
        P256Point noncePoint;
        try {
            noncePoint = P256Point.decode(point);
        } catch (IllegalArgumentException notAPoint) {
            return new Combined.Spoiled(all);
        }
        var presignature = new Presignature.PublicPart(session, noncePoint, order.signers());
        return switch (EcdsaCombiner.combine(key, presignature, order.message().toArray(), known)) {
            case EcdsaCombiner.Outcome.Signature(Bytes signature) -> new Combined.Signature(signature);
            case EcdsaCombiner.Outcome.Incomplete(var missing) -> new Combined.Blamed(missing);
            case EcdsaCombiner.Outcome.Spoiled _ -> new Combined.Spoiled(all);
        };
    }

    /// A party of the group.
    public record Signer(EcdsaSigner signer, int index) implements GroupSigner {
        @Override
        public Bytes prepare(List<Integer> signers) {
            var named = new ByteArrayOutputStream();
            for (Presignature.PublicPart each : signer.waiting(signers)) {
                named.writeBytes(each.session().toArray());
                named.writeBytes(each.noncePoint().encode());
            }
            return Bytes.of(named.toByteArray());
        }

        @Override
        public Optional<Bytes> sign(SigningOrder order) {
            return common(order)
                    .filter(named -> named(prepare(order.signers())).contains(named))
                    .flatMap(named -> signer.sign(
                            Bytes32.read(named.toArray(), 0), order.message().toArray()))
                    .map(share -> Bytes.of(share.scalar().toArray()));
        }
    }

    /// The least presignature that everybody names.
    private static Optional<Bytes> common(SigningOrder order) {
        SortedSet<Bytes> common = new TreeSet<>();
        order.preparations().values().stream().findFirst().ifPresent(first -> common.addAll(named(first)));
        order.preparations().values().forEach(preparation -> common.retainAll(named(preparation)));
        return common.isEmpty() ? Optional.empty() : Optional.of(common.first());
    }

    private static List<Bytes> named(Bytes preparation) {
        byte[] bytes = preparation.toArray();
        List<Bytes> named = new ArrayList<>();
        for (int start = 0; start + NAMED_SIZE <= bytes.length; start += NAMED_SIZE) {
            named.add(Bytes.of(Arrays.copyOfRange(bytes, start, start + NAMED_SIZE)));
        }
        return named;
    }
}
