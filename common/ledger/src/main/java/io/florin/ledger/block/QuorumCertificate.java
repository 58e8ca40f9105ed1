package io.florin.ledger.block;

import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.config.NetworkConfiguration;
import java.util.List;
import java.util.Optional;

/// Signatures of distinct parties over one header; valid with at least q of them, q from the configuration
/// (protocol decision 12).
///
/// @param signatures ascending by party id
public record QuorumCertificate(List<PartySignature> signatures) {

    public static final int PARTIES_MAX = 64;

    public QuorumCertificate {
        signatures = List.copyOf(signatures);
        if (signatures.size() > PARTIES_MAX) {
            throw new IllegalArgumentException("too many signatures");
        }
        for (int i = 1; i < signatures.size(); i++) {
            if (signatures.get(i - 1).party() >= signatures.get(i).party()) {
                throw new IllegalArgumentException("signatures ascend by party, each party once");
            }
        }
    }

    /// Empty when the certificate proves the header under the configuration, else what is wrong with it.
    public Optional<String> flaw(BlockHeader header, NetworkConfiguration configuration) {
        if (signatures.size() < configuration.ordering().quorum()) {
            return Optional.of(signatures.size() + " signatures, quorum is "
                    + configuration.ordering().quorum());
        }
        byte[] message = header.signedMessage();
        for (PartySignature signature : signatures) {
            var key = configuration.ordering().partyKey(signature.party());
            if (key.isEmpty()) {
                return Optional.of("unknown party " + signature.party());
            }
            if (!Ed25519.verify(key.get(), message, signature.signature().toArray())) {
                return Optional.of("bad signature of party " + signature.party());
            }
        }
        return Optional.empty();
    }

    public void writeTo(CanonicalWriter writer) {
        writer.u8(signatures.size());
        signatures.forEach(signature ->
                writer.u8(signature.party()).fixed(signature.signature().toArray()));
    }

    public static QuorumCertificate readFrom(CanonicalReader reader) {
        return new QuorumCertificate(reader.list(
                reader.u8(),
                PARTIES_MAX,
                () -> new PartySignature(reader.u8(), Bytes.of(reader.fixed(PartySignature.SIGNATURE_SIZE)))));
    }
}
