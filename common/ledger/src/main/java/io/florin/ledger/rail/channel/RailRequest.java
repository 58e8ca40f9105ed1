package io.florin.ledger.rail.channel;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.rail.ConfirmationOrder;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.OrderRequest;
import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.OutputRequest;
import io.florin.ledger.rail.RailAccount;

/// Requests to an authority. Encoding: kind `u8`, then the fields. Numbers are never reused; those from 32 on are for
/// authorities of the committee only.
public sealed interface RailRequest {

    /// A vote for an order between accounts.
    record Order(OrderRequest order) implements RailRequest {}

    /// The execution of a certified order.
    record Confirmation(ConfirmationOrder order) implements RailRequest {}

    /// An account, and some of its payments.
    ///
    /// @param fromSequence of its own orders, the first one wanted
    /// @param fromPlace of payments to it, the first one wanted
    record Account(RailAccount account, long fromSequence, long fromPlace) implements RailRequest {}

    /// The certificate of an executed order.
    record Certificate(Bytes32 orderId) implements RailRequest {}

    /// The same, by sender and sequence.
    record CertificateAt(RailAccount sender, long sequence) implements RailRequest {}

    /// The signed word that a sequence is open, for evidence.
    record OpenSequence(RailAccount account, long sequence) implements RailRequest {}

    /// The signed word on a rescued sequence.
    record Statement(RailAccount account, long sequence) implements RailRequest {}

    /// A vote for a transaction of outputs.
    record Outputs(OutputRequest request) implements RailRequest {}

    /// The execution of a certified transaction of outputs.
    record OutputsConfirmation(OutputCertificate certificate) implements RailRequest {}

    /// The certificate of an executed transaction of outputs.
    record OutputsCertificate(Bytes32 id) implements RailRequest {}

    /// A window of the asking authority; what comes back says no more than that it came.
    record Window(ExecutedWindow window) implements RailRequest {}

    /// A window of the asked authority.
    record WindowAt(int shard, long number) implements RailRequest {}

    /// The asking authority's windows that the asked one holds.
    record Held() implements RailRequest {}

    /// Whether only an authority of the committee may ask it.
    default boolean isForAuthorities() {
        return switch (this) {
            case Window _, WindowAt _, Held _ -> true;
            case Order _,
                    Confirmation _,
                    Account _,
                    Certificate _,
                    CertificateAt _,
                    OpenSequence _,
                    Statement _,
                    Outputs _,
                    OutputsConfirmation _,
                    OutputsCertificate _ -> false;
        };
    }

    default Bytes encode() {
        CanonicalWriter writer = new CanonicalWriter(1024);
        switch (this) {
            case Order(var order) -> order.writeTo(writer.u8(1));
            case Confirmation(var order) -> order.writeTo(writer.u8(2));
            case Account it ->
                writer.u8(3).fixed(it.account().value()).u63(it.fromSequence()).u63(it.fromPlace());
            case Certificate(Bytes32 orderId) -> writer.u8(4).fixed(orderId);
            case CertificateAt(var sender, long sequence) ->
                writer.u8(5).fixed(sender.value()).u63(sequence);
            case OpenSequence(var account, long sequence) ->
                writer.u8(6).fixed(account.value()).u63(sequence);
            case Statement(var account, long sequence) ->
                writer.u8(7).fixed(account.value()).u63(sequence);
            case Outputs(var request) -> request.writeTo(writer.u8(8));
            case OutputsConfirmation(var certificate) -> certificate.writeTo(writer.u8(9));
            case OutputsCertificate(Bytes32 id) -> writer.u8(10).fixed(id);
            case Window(var window) -> window.writeTo(writer.u8(32));
            case WindowAt(int shard, long number) -> writer.u8(33).u16(shard).u63(number);
            case Held() -> writer.u8(34);
        }
        return Bytes.of(writer.toByteArray());
    }

    /// @throws DecodeException when the bytes are no request
    static RailRequest decode(Bytes bytes) {
        return CanonicalReader.decode(bytes.toArray(), RailRequest::readFrom);
    }

    private static RailRequest readFrom(CanonicalReader reader) {
        int kind = reader.u8();
        return switch (kind) {
            case 1 -> new Order(OrderRequest.readFrom(reader));
            case 2 -> new Confirmation(ConfirmationOrder.readFrom(reader));
            case 3 -> new Account(new RailAccount(reader.fixed32()), reader.u63(), reader.u63());
            case 4 -> new Certificate(reader.fixed32());
            case 5 -> new CertificateAt(new RailAccount(reader.fixed32()), reader.u63());
            case 6 -> new OpenSequence(new RailAccount(reader.fixed32()), reader.u63());
            case 7 -> new Statement(new RailAccount(reader.fixed32()), reader.u63());
            case 8 -> new Outputs(OutputRequest.readFrom(reader));
            case 9 -> new OutputsConfirmation(OutputCertificate.readFrom(reader));
            case 10 -> new OutputsCertificate(reader.fixed32());
            case 32 -> new Window(ExecutedWindow.readFrom(reader));
            case 33 -> new WindowAt(reader.u16(), reader.u63());
            case 34 -> new Held();
            default -> throw new DecodeException("no request " + kind);
        };
    }
}
