package io.florin.ordering.chain;

import io.florin.crypto.Bytes32;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ordering.protocol.Candidate;
import io.florin.ordering.protocol.Certificates;
import io.florin.ordering.protocol.Parties;
import io.florin.ordering.protocol.SignedStatement;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The header that the open view offers again, if it does: its entries as far as they are here, who has accepted it,
/// and whether this party may sign it. A header is signed only after a quorum has accepted it in one and the same
/// view; then nothing else can be certified at its height any more.
final class Reproposal {
    private final Parties parties;
    private final Certificates certificates;
    private Optional<Candidate> body = Optional.empty();
    private final Map<Integer, ChainMessage.Acceptance> acceptances = new HashMap<>();
    private boolean signed;

    Reproposal(Parties parties, Certificates certificates) {
        this.parties = parties;
        this.certificates = certificates;
    }

    /// Another view is open.
    void reset() {
        body = Optional.empty();
        acceptances.clear();
        signed = false;
    }

    Optional<Candidate> body() {
        return body;
    }

    void bring(Candidate candidate) {
        body = Optional.of(candidate);
    }

    /// Keeps an acceptance of the header that its sender signed.
    void accepted(int party, ChainMessage.Acceptance acceptance) {
        byte[] payload = payload(acceptance.view(), acceptance.headerHash());
        if (certificates.verify(party, SignedStatement.ACCEPTANCE, payload, acceptance.signature())) {
            acceptances.put(party, acceptance);
        }
    }

    ChainMessage.Acceptance accept(int self, long view, Bytes32 headerHash) {
        var own = new ChainMessage.Acceptance(
                view, headerHash, certificates.sign(SignedStatement.ACCEPTANCE, payload(view, headerHash)));
        acceptances.put(self, own);
        return own;
    }

    Optional<ChainMessage.Acceptance> acceptanceOf(int party) {
        return Optional.ofNullable(acceptances.get(party));
    }

    /// True once, when a quorum has accepted.
    boolean becomesSignable() {
        boolean now = !signed && acceptances.size() >= parties.quorum();
        signed |= now;
        return now;
    }

    boolean isSigned() {
        return signed;
    }

    private static byte[] payload(long view, Bytes32 headerHash) {
        return new CanonicalWriter(36).u32(view).fixed(headerHash).toByteArray();
    }
}
