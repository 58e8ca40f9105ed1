package io.florin.crypto.ecdsa;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.seal.SealedBox;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.Polynomial;
import io.florin.crypto.shamir.PrimeField;
import io.florin.crypto.threshold.SeedStream;
import io.florin.crypto.threshold.ThresholdParty;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// One member's dealing, a function of 32 bytes of seed: sharings of a random k and a random a of degree t, and two
/// sharings of zero of degree 2t, to mask the product and the signature. Its message is one sealed box for each member.
final class PresigningDeal implements AutoCloseable {
    private static final byte[] DOMAIN = "florin/ecdsa/deal/1".getBytes(StandardCharsets.US_ASCII);
    private static final int SHARES_SIZE = 4 * PrimeField.SIZE;
    private static final int BOX_SIZE = SHARES_SIZE + SealedBox.OVERHEAD;

    private final Polynomial nonce;
    private final Polynomial blind;
    private final Polynomial productMask;
    private final Polynomial signatureMask;
    private final Bytes message;

    private PresigningDeal(
            Polynomial nonce, Polynomial blind, Polynomial productMask, Polynomial signatureMask, Bytes message) {
        this.nonce = nonce;
        this.blind = blind;
        this.productMask = productMask;
        this.signatureMask = signatureMask;
        this.message = message;
    }

    static PresigningDeal of(PresigningSetup setup, int dealer, byte[] seed) {
        try (SeedStream random = new SeedStream(seed)) {
            int degree = setup.corruptMax();
            FieldElement zero = P256.SCALARS.zero();
            Polynomial nonce = Polynomial.sharing(P256.SCALARS.random(random), degree, random);
            Polynomial blind = Polynomial.sharing(P256.SCALARS.random(random), degree, random);
            Polynomial productMask = Polynomial.sharing(zero, 2 * degree, random);
            Polynomial signatureMask = Polynomial.sharing(zero, 2 * degree, random);
            var message = new ByteArrayOutputStream();
            for (ThresholdParty member : setup.committee()) {
                int index = member.index();
                var shares = new PresigningShares(
                        nonce.share(index), blind.share(index), productMask.share(index), signatureMask.share(index));
                byte[] plaintext = shares.encode();
                byte[] associated = associated(setup.session(), dealer, index);
                message.writeBytes(SealedBox.seal(member.sealKey(), plaintext, associated, random)
                        .toArray());
                Arrays.fill(plaintext, (byte) 0);
                shares.erase();
            }
            return new PresigningDeal(nonce, blind, productMask, signatureMask, Bytes.of(message.toByteArray()));
        }
    }

    Bytes message() {
        return message;
    }

    PresigningShares shares(int index) {
        return new PresigningShares(
                nonce.share(index), blind.share(index), productMask.share(index), signatureMask.share(index));
    }

    /// One member's part of a dealer's message; empty if it is malformed.
    static Optional<PresigningShares> open(
            PresigningSetup setup, int dealer, int member, X25519KeyPair sealKey, Bytes message) {
        if (message.size() != setup.committee().size() * BOX_SIZE) {
            return Optional.empty();
        }
        int position = setup.indexes().indexOf(member);
        byte[] box = Arrays.copyOfRange(message.toArray(), position * BOX_SIZE, (position + 1) * BOX_SIZE);
        return SealedBox.open(sealKey, box, associated(setup.session(), dealer, member))
                .flatMap(PresigningDeal::decode);
    }

    private static Optional<PresigningShares> decode(byte[] plaintext) {
        try {
            return Optional.of(PresigningShares.decode(plaintext));
        } catch (IllegalArgumentException notCanonical) {
            return Optional.empty();
        } finally {
            Arrays.fill(plaintext, (byte) 0);
        }
    }

    private static byte[] associated(Bytes32 session, int dealer, int member) {
        return ByteBuffer.allocate(DOMAIN.length + Bytes32.SIZE + 2 * Short.BYTES)
                .put(DOMAIN)
                .put(session.toArray())
                .putShort((short) dealer)
                .putShort((short) member)
                .array();
    }

    @Override
    public void close() {
        nonce.close();
        blind.close();
        productMask.close();
        signatureMask.close();
    }

    /// A member's four shares of one dealing, or of the sum of all.
    record PresigningShares(
            FieldElement nonce, FieldElement blind, FieldElement productMask, FieldElement signatureMask) {
        static PresigningShares zero() {
            FieldElement zero = P256.SCALARS.zero();
            return new PresigningShares(zero.copy(), zero.copy(), zero.copy(), zero.copy());
        }

        static PresigningShares decode(byte[] bytes) {
            if (bytes.length != SHARES_SIZE) {
                throw new IllegalArgumentException("four scalars expected");
            }
            return new PresigningShares(scalar(bytes, 0), scalar(bytes, 1), scalar(bytes, 2), scalar(bytes, 3));
        }

        private static FieldElement scalar(byte[] bytes, int position) {
            byte[] part = Arrays.copyOfRange(bytes, position * PrimeField.SIZE, (position + 1) * PrimeField.SIZE);
            try {
                return P256.SCALARS.ofBytes(part);
            } finally {
                Arrays.fill(part, (byte) 0);
            }
        }

        byte[] encode() {
            return ByteBuffer.allocate(SHARES_SIZE)
                    .put(nonce.toBytes())
                    .put(blind.toBytes())
                    .put(productMask.toBytes())
                    .put(signatureMask.toBytes())
                    .array();
        }

        PresigningShares add(PresigningShares other) {
            return new PresigningShares(
                    nonce.add(other.nonce),
                    blind.add(other.blind),
                    productMask.add(other.productMask),
                    signatureMask.add(other.signatureMask));
        }

        /// This member's additive part of a·k: a product of degree 2t under a mask.
        FieldElement product() {
            return blind.multiply(nonce).add(productMask);
        }

        void erase() {
            nonce.erase();
            blind.erase();
            productMask.erase();
            signatureMask.erase();
        }
    }
}
