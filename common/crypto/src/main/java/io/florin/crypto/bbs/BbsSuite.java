package io.florin.crypto.bbs;

import io.florin.crypto.group.ExpandMessage;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.HashToScalar;
import io.florin.crypto.group.Scalar;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/// The hashes of one interface of the suite BLS12-381-SHA-256: generators, messages, domain, challenges; all under
/// the interface's id.
final class BbsSuite {
    /// The fixed point P1 of the suite.
    static final G1 P1 = G1.decode(HexFormat.of()
            .parseHex("a8ce256102840821a3e94ea9025e4662b205762f9776b3a766c872b948f1fd22"
                    + "5e7c59698588e70d11406d161b4e28c9"));

    private static final String CIPHERSUITE = "BBS_BLS12381G1_XMD:SHA-256_SSWU_RO_";

    /// Messages and generators by hashing, everything seen by the signer.
    static final BbsSuite PLAIN = new BbsSuite(CIPHERSUITE + "H2G_HM2S_");

    /// The same, with messages that the signer does not see.
    static final BbsSuite BLIND = new BbsSuite(CIPHERSUITE + "BLIND_H2G_HM2S_");

    /// The generators of those messages.
    static final BbsSuite COMMITTED = new BbsSuite("BLIND_" + CIPHERSUITE + "BLIND_H2G_HM2S_");

    /// Credentials: the messages are scalars, not hashes.
    static final BbsSuite CREDENTIAL = new BbsSuite(CIPHERSUITE + "FLORIN_CREDENTIAL_V1_");

    private final String id;

    private BbsSuite(String id) {
        this.id = id;
    }

    /// `create_generators`: Q1, H1, H2, …; fewer are a prefix of more. About 60 µs each.
    List<G1> generators(int count) {
        byte[] seedTag = ascii(id + "SIG_GENERATOR_SEED_");
        String pointTag = id + "SIG_GENERATOR_DST_";
        byte[] seed = ExpandMessage.xmd(ascii(id + "MESSAGE_GENERATOR_SEED"), seedTag, Scalar.WIDE_SIZE);
        List<G1> generators = new ArrayList<>(count);
        for (int i = 1; i <= count; i++) {
            byte[] input = ByteBuffer.allocate(seed.length + Long.BYTES)
                    .put(seed)
                    .putLong(i)
                    .array();
            seed = ExpandMessage.xmd(input, seedTag, Scalar.WIDE_SIZE);
            generators.add(G1.hashTo(seed, pointTag));
        }
        return generators;
    }

    /// `messages_to_scalars`.
    List<Scalar> messages(List<byte[]> messages) {
        return messages.stream()
                .map(message -> HashToScalar.of(message, id + "MAP_MSG_TO_SCALAR_AS_HASH_"))
                .toList();
    }

    /// `hash_to_scalar` under the interface's own tag.
    Scalar hash(byte[] input) {
        return HashToScalar.of(input, id + "H2S_");
    }

    /// `calculate_domain` of a signer, generators (Q1 first) and a header.
    Scalar domain(BbsPublicKey key, List<G1> generators, byte[] header) {
        Octets octets = new Octets();
        octets.bytes(key.encode());
        octets.number(generators.size() - 1);
        generators.forEach(octets::point);
        octets.bytes(ascii(id));
        octets.number(header.length);
        octets.bytes(header);
        return hash(octets.toArray());
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /// The draft's `serialize`: numbers in 8 bytes, scalars in 32, both big-endian, points compressed.
    static final class Octets {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        void number(long number) {
            out.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
        }

        void scalar(Scalar scalar) {
            out.writeBytes(scalar.toBytes());
        }

        void point(G1 point) {
            out.writeBytes(point.encode());
        }

        void bytes(byte[] bytes) {
            out.writeBytes(bytes);
        }

        byte[] toArray() {
            return out.toByteArray();
        }
    }
}
