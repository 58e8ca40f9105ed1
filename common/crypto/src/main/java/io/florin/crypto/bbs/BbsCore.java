package io.florin.crypto.bbs;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.PairingProduct;
import io.florin.crypto.group.PreparedG2;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.group.Terms;
import java.util.ArrayList;
import java.util.List;

/// The core operations of the draft over scalars, for one set of generators (Q1, H1, …, HL), one signer's key and one
/// header.
final class BbsCore {
    private final BbsSuite suite;
    private final BbsPublicKey key;
    private final List<G1> generators;
    private final Scalar domain;

    BbsCore(BbsSuite suite, BbsPublicKey key, List<G1> generators, byte[] header) {
        this.suite = suite;
        this.key = key;
        this.generators = List.copyOf(generators);
        this.domain = suite.domain(key, generators, header);
    }

    /// Number of messages that the generators are for.
    int messages() {
        return generators.size() - 1;
    }

    Scalar domain() {
        return domain;
    }

    /// `CoreSign`: A = B / (sk + e), e a hash of all that is signed and the secret key.
    BbsSignature sign(BbsSecretKey secret, List<Scalar> messages) {
        requireMessages(messages);
        BbsSuite.Octets octets = new BbsSuite.Octets();
        octets.scalar(secret.scalar());
        messages.forEach(octets::scalar);
        octets.scalar(domain);
        return sign(secret, suite.hash(octets.toArray()), signed(messages));
    }

    static BbsSignature sign(BbsSecretKey secret, Scalar e, G1 signed) {
        return new BbsSignature(signed.multiply(secret.scalar().add(e).invert()), e);
    }

    /// B = P1 + domain·Q1 + Σ mᵢ·Hᵢ, in constant time.
    G1 signed(List<Scalar> messages) {
        List<Scalar> scalars = new ArrayList<>(List.of(domain));
        scalars.addAll(messages);
        return BbsSuite.P1.add(G1.sumOfSecretProducts(scalars, generators));
    }

    /// `CoreVerify`: e(A, W + e·P2) = e(B, P2).
    boolean verify(BbsSignature signature, List<Scalar> messages) {
        if (messages.size() != messages()) {
            return false;
        }
        G1 eaMinusB = signature.a().multiply(signature.e()).subtract(signed(messages));
        return new PairingProduct()
                .add(signature.a(), PreparedG2.of(key.point()))
                .add(eaMinusB, PreparedG2.generator())
                .isOne();
    }

    /// `CoreProofGen` with these random scalars: r1, r2, ẽ, r̃1, r̃3 and one for each hidden message.
    BbsProof prove(
            BbsSignature signature,
            List<Scalar> messages,
            List<Integer> disclosed,
            byte[] header,
            List<Scalar> random) {
        requireMessages(messages);
        List<Integer> hidden = hidden(disclosed);
        Scalar r1 = random.get(0);
        Scalar r2 = random.get(1);
        List<Scalar> hiddenRandom = random.subList(5, 5 + hidden.size());
        G1 d = signed(messages).multiply(r2);
        G1 aBar = signature.a().multiply(r1.multiply(r2));
        G1 bBar = G1.sumOfSecretProducts(List.of(r1, signature.e().negate()), List.of(d, aBar));
        G1 t1 = G1.sumOfSecretProducts(random.subList(2, 4), List.of(aBar, d));
        List<Scalar> scalars = new ArrayList<>(List.of(random.get(4)));
        List<G1> points = new ArrayList<>(List.of(d));
        scalars.addAll(hiddenRandom);
        hidden.forEach(index -> points.add(generators.get(1 + index)));
        G1 t2 = G1.sumOfSecretProducts(scalars, points);
        Scalar challenge = challenge(disclosed, pick(messages, disclosed), List.of(aBar, bBar, d, t1, t2), header);
        List<Scalar> responses = new ArrayList<>();
        responses.add(random.get(2).add(signature.e().multiply(challenge)));
        responses.add(random.get(3).subtract(r1.multiply(challenge)));
        responses.add(random.get(4).subtract(r2.invert().multiply(challenge)));
        for (int i = 0; i < hidden.size(); i++) {
            responses.add(hiddenRandom.get(i).add(messages.get(hidden.get(i)).multiply(challenge)));
        }
        return new BbsProof(aBar, bBar, d, responses, challenge);
    }

    /// `CoreProofVerify`.
    boolean verify(BbsProof proof, List<Scalar> disclosedMessages, List<Integer> disclosed, byte[] header) {
        if (disclosedMessages.size() != disclosed.size() || proof.hiddenMessages() + disclosed.size() != messages()) {
            return false;
        }
        List<Scalar> responses = proof.responses();
        G1 t1 = new Terms()
                .add(proof.challenge(), proof.bBar())
                .add(responses.get(0), proof.aBar())
                .add(responses.get(1), proof.d())
                .sum();
        Terms second = new Terms(generators.size() + 2)
                .add(proof.challenge(), BbsSuite.P1)
                .add(proof.challenge().multiply(domain), generators.getFirst())
                .add(responses.get(2), proof.d());
        for (int i = 0; i < disclosed.size(); i++) {
            second.add(proof.challenge().multiply(disclosedMessages.get(i)), generators.get(1 + disclosed.get(i)));
        }
        List<Integer> hidden = hidden(disclosed);
        for (int i = 0; i < hidden.size(); i++) {
            second.add(responses.get(3 + i), generators.get(1 + hidden.get(i)));
        }
        List<G1> points = List.of(proof.aBar(), proof.bBar(), proof.d(), t1, second.sum());
        return challenge(disclosed, disclosedMessages, points, header).equals(proof.challenge())
                && new PairingProduct()
                        .add(proof.aBar(), PreparedG2.of(key.point()))
                        .add(proof.bBar().negate(), PreparedG2.generator())
                        .isOne();
    }

    /// `ProofChallengeCalculate`.
    private Scalar challenge(
            List<Integer> disclosed, List<Scalar> disclosedMessages, List<G1> points, byte[] presentationHeader) {
        BbsSuite.Octets octets = new BbsSuite.Octets();
        octets.number(disclosed.size());
        for (int i = 0; i < disclosed.size(); i++) {
            octets.number(disclosed.get(i));
            octets.scalar(disclosedMessages.get(i));
        }
        points.forEach(octets::point);
        octets.scalar(domain);
        octets.number(presentationHeader.length);
        octets.bytes(presentationHeader);
        return suite.hash(octets.toArray());
    }

    /// The indexes that are not disclosed.
    ///
    /// @throws IllegalArgumentException unless the disclosed ones ascend within bounds
    List<Integer> hidden(List<Integer> disclosed) {
        List<Integer> hidden = new ArrayList<>();
        int next = 0;
        for (int index = 0; index < messages(); index++) {
            if (next < disclosed.size() && disclosed.get(next) == index) {
                next++;
            } else {
                hidden.add(index);
            }
        }
        if (next != disclosed.size()) {
            throw new IllegalArgumentException("indexes of disclosed messages ascend from 0 to " + (messages() - 1));
        }
        return hidden;
    }

    static List<Scalar> pick(List<Scalar> messages, List<Integer> indexes) {
        return indexes.stream().map(messages::get).toList();
    }

    private void requireMessages(List<Scalar> messages) {
        if (messages.size() != messages()) {
            throw new IllegalArgumentException(messages() + " messages expected, got " + messages.size());
        }
    }
}
