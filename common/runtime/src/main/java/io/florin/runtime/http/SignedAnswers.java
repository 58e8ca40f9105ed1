package io.florin.runtime.http;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A committer's signature over an answer of its public port and the question that it answers: whoever follows the
/// ledger there need not trust what is between. In a header, since checkpoints cover what a block did, but not how an
/// answer tells it. Whoever asks draws a number for each question and says the digest of the question's body, so that
/// neither an older answer nor one to another body is one to this question.
///
/// Signed: domain, network, question (length u32, UTF-8: method, space, raw path and query, and where [#QUESTION] came
/// with it a space and its value), SHA-256 of the answer's body.
public final class SignedAnswers {

    public static final String HEADER = "Florin-Signature";

    /// Header of a question: 16 bytes that whoever asks drew, space, SHA-256 of the question's body, both in hex.
    public static final String QUESTION = "Florin-Question";

    private static final Pattern VALUE = Pattern.compile("([0-9]{1,3}) ([0-9a-f]{128})");

    private static final Pattern ASKED = Pattern.compile("[0-9a-f]{32} ([0-9a-f]{64})");

    private SignedAnswers() {}

    private static byte[] message(NetworkId network, String question, byte[] body) {
        byte[] payload = new CanonicalWriter(256)
                .bytes(Bytes.of(question.getBytes(StandardCharsets.UTF_8)))
                .fixed(Sha256.hash(body))
                .toByteArray();
        return Domain.COMMITTER_ANSWER.message(network, payload);
    }

    /// @param drawn 16 bytes, never used before
    /// @return value of the header [#QUESTION]
    public static String asked(byte[] drawn, byte[] body) {
        return Bytes.of(drawn).toHex() + " " + Sha256.hash(body).toHex();
    }

    /// @param target raw path and query
    /// @param asked value of the header [#QUESTION], or null if there was none
    public static String question(String method, String target, @Nullable String asked) {
        return method + " " + target + (asked == null ? "" : " " + asked);
    }

    /// Whether the digest that came with a question is that of the body which came.
    static boolean isOf(String asked, byte[] body) {
        Matcher read = ASKED.matcher(asked);
        return read.matches() && read.group(1).equals(Sha256.hash(body).toHex());
    }

    /// The header's value: the committer's place in the configuration, and its signature in hex.
    public static String value(NetworkId network, int committer, Ed25519KeyPair key, String question, byte[] body) {
        return committer + " " + key.sign(message(network, question, body)).toHex();
    }

    /// @param value of the header
    /// @param keys of the network's committers
    /// @return the place of the committer that signed; empty if none of the network's did
    public static OptionalInt signer(
            NetworkId network, List<Bytes32> keys, String value, String question, byte[] body) {
        Matcher read = VALUE.matcher(value);
        if (!read.matches() || Integer.parseInt(read.group(1)) >= keys.size()) {
            return OptionalInt.empty();
        }
        int place = Integer.parseInt(read.group(1));
        boolean genuine = Ed25519.verify(
                keys.get(place),
                message(network, question, body),
                Bytes.fromHex(read.group(2)).toArray());
        return genuine ? OptionalInt.of(place) : OptionalInt.empty();
    }
}
