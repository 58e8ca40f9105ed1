package io.florin.ledger.vectors;

import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.fixture.TestCommittee;
import io.florin.ledger.rail.signing.AuthoritySignature;
import io.florin.ledger.rail.signing.QuorumSignature;
import io.florin.ledger.rail.signing.SigningScheme;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;

/// Signatures of the instant rail's committee in each scheme: the third of a window of five statements, by authority 2
/// and by a quorum of authorities 1, 2 and 4. Signatures are deterministic, so the recorded ones also hold the messages
/// that are signed.
final class SigningSpecimens {
    private static final List<byte[]> WINDOW = Stream.of("one", "two", "three", "four", "five")
            .map(text -> text.getBytes(StandardCharsets.US_ASCII))
            .toList();
    private static final int SHOWN = 2;

    private SigningSpecimens() {}

    static List<Specimen> all(long seed) {
        return Stream.of(SigningScheme.values())
                .flatMap(scheme -> of(scheme, seed))
                .toList();
    }

    private static Stream<Specimen> of(SigningScheme scheme, long seed) {
        var committee = new TestCommittee(scheme, 4, seed);
        Map<Integer, AuthoritySignature> votes = new TreeMap<>();
        for (int authority : new int[] {1, 2, 4}) {
            votes.put(authority, committee.signer(authority).sign(WINDOW).get(SHOWN));
        }
        QuorumSignature quorum = committee
                .verifier()
                .combine(WINDOW.get(SHOWN), votes)
                .signature()
                .orElseThrow();
        String name = scheme.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return Stream.of(
                specimen(
                        "rail.authority-signature." + name,
                        committee.signer(2).sign(WINDOW).get(SHOWN),
                        AuthoritySignature::writeTo,
                        AuthoritySignature::readFrom),
                specimen("rail.quorum-signature." + name, quorum, QuorumSignature::writeTo, QuorumSignature::readFrom));
    }

    private static <T> Specimen specimen(
            String name, T value, BiConsumer<T, CanonicalWriter> encoder, Function<CanonicalReader, T> decoder) {
        return Specimen.of(
                name,
                value,
                each -> {
                    var writer = new CanonicalWriter();
                    encoder.accept(each, writer);
                    return writer.toByteArray();
                },
                bytes -> CanonicalReader.decode(bytes, decoder),
                _ -> Map.of());
    }
}
