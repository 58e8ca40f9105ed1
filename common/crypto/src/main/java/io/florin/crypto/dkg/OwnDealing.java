package io.florin.crypto.dkg;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.Polynomial;
import io.florin.crypto.threshold.SeedStream;
import io.florin.crypto.threshold.ThresholdParty;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.random.RandomGenerator;

/// The secret side of a dealing: the polynomials and the seeds of the boxes. Closing erases them.
final class OwnDealing implements AutoCloseable {
    private final KeySetup setup;
    private final List<Polynomial> polynomials = new ArrayList<>();
    private final Map<Integer, byte[]> boxSeeds = new HashMap<>();
    private final Dealing dealing;

    OwnDealing(KeySetup setup, Bytes32 digest, int dealer, RandomGenerator random) {
        this.setup = setup;
        for (int i = 0; i < setup.components().size(); i++) {
            FieldElement constant = setup.kind() == KeySetup.Kind.FRESH
                    ? setup.scalars().random(random)
                    : setup.scalars().zero();
            polynomials.add(Polynomial.sharing(constant, setup.threshold() - 1, random));
        }
        List<Possession> proofs = new ArrayList<>();
        if (setup.kind() == KeySetup.Kind.FRESH) {
            for (int i = 0; i < polynomials.size(); i++) {
                var base = setup.components().get(i).bases().getFirst();
                FieldElement secret = polynomials.get(i).coefficient(0);
                proofs.add(Possession.prove(digest, dealer, i, base, secret, random));
            }
        }
        List<Bytes> boxes = new ArrayList<>();
        for (ThresholdParty receiver : setup.participants()) {
            byte[] boxSeed = new byte[SeedStream.SEED_SIZE];
            random.nextBytes(boxSeed);
            boxSeeds.put(receiver.index(), boxSeed);
            byte[] plaintext = plaintextFor(receiver.index());
            boxes.add(Dealing.seal(receiver, digest, dealer, boxSeed, plaintext));
            Arrays.fill(plaintext, (byte) 0);
        }
        this.dealing = new Dealing(Commitments.to(setup, polynomials), proofs, boxes);
    }

    Dealing dealing() {
        return dealing;
    }

    private byte[] plaintextFor(int receiver) {
        List<FieldElement> shares = polynomials.stream()
                .map(polynomial -> polynomial.share(receiver))
                .toList();
        byte[] plaintext = Dealing.encodeShares(shares);
        shares.forEach(FieldElement::erase);
        return plaintext;
    }

    /// Its defence: for each complainer, rising, the seed of its box and its shares.
    Bytes answer(SortedSet<Integer> complainers) {
        var answer = new ByteArrayOutputStream();
        for (int complainer : complainers) {
            answer.writeBytes(boxSeeds.getOrDefault(complainer, new byte[0]));
            answer.writeBytes(plaintextFor(complainer));
        }
        return Bytes.of(answer.toByteArray());
    }

    static int answerSize(KeySetup setup, int complainers) {
        return complainers * (SeedStream.SEED_SIZE + Dealing.sharesSize(setup));
    }

    @Override
    public void close() {
        polynomials.forEach(Polynomial::close);
        boxSeeds.values().forEach(seed -> Arrays.fill(seed, (byte) 0));
    }
}
