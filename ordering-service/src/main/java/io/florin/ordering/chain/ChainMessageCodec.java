package io.florin.ordering.chain;

import io.florin.crypto.Bytes;
import io.florin.ledger.block.PartySignature;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ordering.protocol.Candidate;
import io.florin.ordering.protocol.Head;
import java.util.List;

/// The canonical encoding of [ChainMessage]: kind u8, then the fields.
public final class ChainMessageCodec {
    private static final int BEAT = 1;
    private static final int HEADER_SIGNATURE = 2;
    private static final int REPORT = 3;
    private static final int PROPOSAL = 4;
    private static final int NEW_VIEW_VOTE = 5;
    private static final int OPENED = 6;
    private static final int ACCEPTANCE = 7;
    private static final int BODY_REQUEST = 8;
    private static final int BODY = 9;

    private static final int REPORTS_MAX = 64;

    private ChainMessageCodec() {}

    public static byte[] encode(ChainMessage message) {
        CanonicalWriter writer = new CanonicalWriter(256);
        switch (message) {
            case ChainMessage.Beat beat -> {
                writer.u8(BEAT).u32(beat.promised()).u32(beat.opened()).u32(beat.wanted());
                writer.u8(beat.phase().ordinal());
                beat.head().writeTo(writer);
            }
            case ChainMessage.HeaderSignature vote ->
                writer.u8(HEADER_SIGNATURE)
                        .u63(vote.number())
                        .fixed(vote.headerHash())
                        .fixed(vote.signature().toArray());
            case ChainMessage.Report report -> report.report().writeTo(writer.u8(REPORT));
            case ChainMessage.Proposal proposal -> {
                writer.u8(PROPOSAL).u32(proposal.view()).u8(proposal.reports().size());
                proposal.reports().forEach(report -> report.writeTo(writer));
            }
            case ChainMessage.NewViewVote vote -> {
                vote.newView().writeTo(writer.u8(NEW_VIEW_VOTE));
                writer.fixed(vote.signature().toArray());
            }
            case ChainMessage.Opened opened -> opened.certificate().writeTo(writer.u8(OPENED));
            case ChainMessage.Acceptance acceptance ->
                writer.u8(ACCEPTANCE)
                        .u32(acceptance.view())
                        .fixed(acceptance.headerHash())
                        .fixed(acceptance.signature().toArray());
            case ChainMessage.BodyRequest request -> writer.u8(BODY_REQUEST).fixed(request.headerHash());
            case ChainMessage.Body body -> body.candidate().writeTo(writer.u8(BODY));
        }
        return writer.toByteArray();
    }

    /// @throws DecodeException when the bytes are not the canonical encoding of a message
    public static ChainMessage decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, ChainMessageCodec::read);
    }

    private static ChainMessage read(CanonicalReader reader) {
        int kind = reader.u8();
        return switch (kind) {
            case BEAT ->
                new ChainMessage.Beat(
                        reader.u32(), reader.u32(), reader.u32(), phase(reader.u8()), Head.readFrom(reader));
            case HEADER_SIGNATURE ->
                new ChainMessage.HeaderSignature(reader.u63(), reader.fixed32(), signature(reader));
            case REPORT -> new ChainMessage.Report(ViewChange.readFrom(reader));
            case PROPOSAL -> {
                long view = reader.u32();
                List<ViewChange> reports = reader.list(reader.u8(), REPORTS_MAX, () -> ViewChange.readFrom(reader));
                yield new ChainMessage.Proposal(view, reports);
            }
            case NEW_VIEW_VOTE -> new ChainMessage.NewViewVote(NewView.readFrom(reader), signature(reader));
            case OPENED -> new ChainMessage.Opened(NewViewCertificate.readFrom(reader));
            case ACCEPTANCE -> new ChainMessage.Acceptance(reader.u32(), reader.fixed32(), signature(reader));
            case BODY_REQUEST -> new ChainMessage.BodyRequest(reader.fixed32());
            case BODY -> new ChainMessage.Body(Candidate.readFrom(reader));
            default -> throw new DecodeException("unknown message kind " + kind);
        };
    }

    private static Bytes signature(CanonicalReader reader) {
        return Bytes.of(reader.fixed(PartySignature.SIGNATURE_SIZE));
    }

    private static GroupPhase phase(int code) {
        if (code >= GroupPhase.values().length) {
            throw new DecodeException("unknown phase " + code);
        }
        return GroupPhase.values()[code];
    }
}
