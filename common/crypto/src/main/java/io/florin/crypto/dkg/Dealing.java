package io.florin.crypto.dkg;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.seal.SealedBox;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.GroupElement;
import io.florin.crypto.shamir.PrimeField;
import io.florin.crypto.threshold.SeedStream;
import io.florin.crypto.threshold.ThresholdParty;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A dealer's broadcast: commitments, proofs of possession where the secret is fresh, and one sealed box of shares for
/// each participant, in that order and all of fixed size.
///
/// A box is sealed with randomness from a seed of its own, so that a dealer who is complained of can show what was in
/// it: the seed and the shares give the box again, byte by byte.
record Dealing(Commitments commitments, List<Possession> proofs, List<Bytes> boxes) {
    static int size(KeySetup setup) {
        return Commitments.size(setup)
                + proofsSize(setup)
                + setup.participants().size() * boxSize(setup);
    }

    private static int proofsSize(KeySetup setup) {
        if (setup.kind() == KeySetup.Kind.REFRESH) {
            return 0;
        }
        return setup.components().stream()
                .mapToInt(component -> Possession.size(component.bases().getFirst()))
                .sum();
    }

    static int sharesSize(KeySetup setup) {
        return setup.components().size() * PrimeField.SIZE;
    }

    private static int boxSize(KeySetup setup) {
        return sharesSize(setup) + SealedBox.OVERHEAD;
    }

    Bytes encode(KeySetup setup) {
        ByteBuffer buffer = ByteBuffer.allocate(size(setup)).put(commitments.encode(setup));
        proofs.forEach(proof -> buffer.put(proof.encode()));
        boxes.forEach(box -> buffer.put(box.toArray()));
        return Bytes.of(buffer.array());
    }

    /// Empty if the length is wrong or something is malformed.
    static Optional<Dealing> decode(KeySetup setup, Bytes payload) {
        if (payload.size() != size(setup)) {
            return Optional.empty();
        }
        ByteBuffer buffer = ByteBuffer.wrap(payload.toArray());
        try {
            Commitments commitments = Commitments.read(setup, buffer);
            List<Possession> proofs = new ArrayList<>();
            if (setup.kind() == KeySetup.Kind.FRESH) {
                for (Component component : setup.components()) {
                    proofs.add(Possession.read(component.bases().getFirst(), buffer));
                }
            }
            List<Bytes> boxes = new ArrayList<>();
            for (int i = 0; i < setup.participants().size(); i++) {
                byte[] box = new byte[boxSize(setup)];
                buffer.get(box);
                boxes.add(Bytes.of(box));
            }
            return Optional.of(new Dealing(commitments, proofs, boxes));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /// Whether the dealer proved to know every constant.
    boolean isProven(KeySetup setup, Bytes32 digest, int dealer) {
        for (int i = 0; i < proofs.size(); i++) {
            GroupElement base = setup.components().get(i).bases().getFirst();
            GroupElement constant = commitments.points().get(i).getFirst().getFirst();
            if (!proofs.get(i).holds(digest, dealer, i, base, constant)) {
                return false;
            }
        }
        return true;
    }

    /// A participant's shares, if its box opens and they match the commitments.
    Optional<List<FieldElement>> sharesFor(
            KeySetup setup, Bytes32 digest, int dealer, int receiver, X25519KeyPair sealKey) {
        byte[] box = boxes.get(setup.indexes().indexOf(receiver)).toArray();
        return SealedBox.open(sealKey, box, associated(digest, dealer, receiver))
                .flatMap(plaintext -> {
                    Optional<List<FieldElement>> shares = decodeShares(setup, plaintext);
                    Arrays.fill(plaintext, (byte) 0);
                    return shares.filter(each -> commitments.matches(setup, receiver, each));
                });
    }

    /// The shares a dealer shows in its defence, if they match the commitments and are what its box holds.
    Optional<List<FieldElement>> shown(
            KeySetup setup, Bytes32 digest, int dealer, int receiver, byte[] boxSeed, byte[] plaintext) {
        int position = setup.indexes().indexOf(receiver);
        ThresholdParty participant = setup.participants().get(position);
        Bytes box = seal(participant, digest, dealer, boxSeed, plaintext);
        return decodeShares(setup, plaintext)
                .filter(shares -> box.equals(boxes.get(position)) && commitments.matches(setup, receiver, shares));
    }

    static Bytes seal(ThresholdParty receiver, Bytes32 digest, int dealer, byte[] boxSeed, byte[] plaintext) {
        try (SeedStream random = new SeedStream(boxSeed)) {
            return SealedBox.seal(receiver.sealKey(), plaintext, associated(digest, dealer, receiver.index()), random);
        }
    }

    static byte[] encodeShares(List<FieldElement> shares) {
        ByteBuffer buffer = ByteBuffer.allocate(shares.size() * PrimeField.SIZE);
        shares.forEach(share -> buffer.put(share.toBytes()));
        return buffer.array();
    }

    private static Optional<List<FieldElement>> decodeShares(KeySetup setup, byte[] plaintext) {
        if (plaintext.length != sharesSize(setup)) {
            return Optional.empty();
        }
        List<FieldElement> shares = new ArrayList<>();
        try {
            for (int i = 0; i < setup.components().size(); i++) {
                shares.add(setup.scalars()
                        .ofBytes(Arrays.copyOfRange(plaintext, i * PrimeField.SIZE, (i + 1) * PrimeField.SIZE)));
            }
        } catch (IllegalArgumentException notCanonical) {
            return Optional.empty();
        }
        return Optional.of(shares);
    }

    private static byte[] associated(Bytes32 digest, int dealer, int receiver) {
        return ByteBuffer.allocate(Bytes32.SIZE + 2 * Short.BYTES)
                .put(digest.toArray())
                .putShort((short) dealer)
                .putShort((short) receiver)
                .array();
    }
}
