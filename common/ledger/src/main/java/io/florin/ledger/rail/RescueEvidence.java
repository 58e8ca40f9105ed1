package io.florin.ledger.rail;

import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.rail.signing.CommitteeSize;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import java.util.List;
import java.util.Optional;

/// Evidence that begins a rescue: a ground, and the word of F + 1 authorities that no order of the sequence is executed
/// there. One of them is honest, so an order that was executed everywhere and then expired is no evidence.
///
/// @param open of the ground's sequence, ascending by authority
public record RescueEvidence(RescueGround ground, List<OpenSequence> open) {

    /// Rescues of one account in one epoch. Each costs every authority its outcome, up to 4 KB, until the epoch ends;
    /// an owner who signs two orders again and again is not to have more of that. Part of the protocol: all authorities
    /// read the same blocks, count alike and freeze the same sequences.
    public static final int PER_ACCOUNT_MAX = 64;

    /// F + 1 of the largest committee.
    public static final int OPEN_MAX = new CommitteeSize(CommitteeSize.AUTHORITIES_MAX).faults() + 1;

    /// @throws IllegalArgumentException if there are too many answers, they are of another sequence, or not ascending
    public RescueEvidence {
        open = List.copyOf(open);
        if (open.size() > OPEN_MAX) {
            throw new IllegalArgumentException(open.size() + " answers");
        }
        RailSequence sequence = ground.sequence();
        int before = 0;
        for (OpenSequence each : open) {
            if (each.authority() <= before
                    || !each.account().equals(sequence.account())
                    || each.sequence() != sequence.sequence()) {
                throw new IllegalArgumentException("answers are of one sequence and ascend by authority");
            }
            before = each.authority();
        }
    }

    /// Sequence that the rescue is about.
    public RailSequence sequence() {
        return ground.sequence();
    }

    /// Reason for which the evidence begins no rescue in this scope; empty if it does. The same for everybody who reads
    /// the block.
    ///
    /// @param height of the block that has it
    public Optional<RailRefusal> refusal(RailScope scope, CommitteeVerifier committee, long height) {
        return scope.refusalOf(sequence().scope())
                .or(() -> ground.refusal(height))
                .or(() -> isProvenOpen(committee) ? Optional.empty() : Optional.of(RailRefusal.NOT_PROVEN_OPEN));
    }

    private boolean isProvenOpen(CommitteeVerifier committee) {
        RailScope scope = sequence().scope();
        return open.size() == committee.size().faults() + 1
                && open.stream().allMatch(each -> each.isAuthentic(scope, committee));
    }

    public void writeTo(CanonicalWriter writer) {
        ground.writeTo(writer);
        writer.u8(open.size());
        open.forEach(each -> each.writeTo(writer));
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(1024);
        writeTo(writer);
        return writer.toByteArray();
    }

    public static RescueEvidence readFrom(CanonicalReader reader) {
        return new RescueEvidence(
                RescueGround.readFrom(reader), reader.list(reader.u8(), OPEN_MAX, () -> OpenSequence.readFrom(reader)));
    }

    public static RescueEvidence decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, RescueEvidence::readFrom);
    }
}
