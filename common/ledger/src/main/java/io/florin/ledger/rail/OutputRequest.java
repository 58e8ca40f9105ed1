package io.florin.ledger.rail;

import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import java.util.List;

/// A client asks an authority for its vote for a transaction of outputs.
///
/// @param carried what made the inputs, for authorities that do not know yet that it is final; at most one for each
/// input
public record OutputRequest(SignedOutputTransaction signed, List<FinalOutputs> carried) {

    /// @throws IllegalArgumentException if more is carried than there are inputs
    public OutputRequest {
        carried = List.copyOf(carried);
        if (carried.size() > signed.transaction().inputs().size()) {
            throw new IllegalArgumentException("more is carried than is spent");
        }
    }

    public void writeTo(CanonicalWriter writer) {
        signed.writeTo(writer);
        writer.u8(carried.size());
        carried.forEach(each -> each.writeTo(writer));
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(1024);
        writeTo(writer);
        return writer.toByteArray();
    }

    public static OutputRequest readFrom(CanonicalReader reader) {
        return new OutputRequest(
                SignedOutputTransaction.readFrom(reader),
                reader.list(reader.u8(), OutputTransaction.INPUTS_MAX, () -> FinalOutputs.readFrom(reader)));
    }

    public static OutputRequest decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, OutputRequest::readFrom);
    }
}
