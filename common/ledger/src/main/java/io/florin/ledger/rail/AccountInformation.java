package io.florin.ledger.rail;

import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import java.util.List;
import java.util.Optional;

/// An account as one authority sees it, with some of its payments: whoever asks again behind the last one gets all of
/// them. Nobody signs it; a certificate proves itself, the rest is the word of one authority.
///
/// @param balance spendable here
/// @param pendingCredits executed payments to it that are not known to be final here
/// @param nextSequence of the order that may be voted for next
/// @param pending id of the order that has this authority's vote at that sequence
/// @param frozen sequences that a rescue has stopped
/// @param executed the account's executed orders from the sequence that was asked for, at most [#EXECUTED_MAX]
/// @param arrivals payments to it that this authority ever heard of
/// @param received those of them from the place that was asked for, at most [#RECEIVED_MAX]
public record AccountInformation(
        RailAccount account,
        Amount balance,
        Amount pendingCredits,
        long nextSequence,
        Optional<Bytes32> pending,
        boolean isSuspended,
        List<Long> frozen,
        List<TransferCertificate> executed,
        long arrivals,
        List<ReceivedPayment> received) {

    public static final int EXECUTED_MAX = 32;
    public static final int RECEIVED_MAX = 256;

    private static final int FROZEN_MAX = 255;

    public AccountInformation {
        frozen = List.copyOf(frozen);
        executed = List.copyOf(executed);
        received = List.copyOf(received);
    }

    public void writeTo(CanonicalWriter writer) {
        writer.fixed(account.value())
                .u63(balance.minorUnits())
                .u63(pendingCredits.minorUnits())
                .u63(nextSequence)
                .flag(pending.isPresent());
        pending.ifPresent(writer::fixed);
        writer.flag(isSuspended).u8(frozen.size());
        frozen.forEach(writer::u63);
        writer.u8(executed.size());
        executed.forEach(certificate -> certificate.writeTo(writer));
        writer.u63(arrivals).u16(received.size());
        received.forEach(payment -> payment.writeTo(writer));
    }

    public static AccountInformation readFrom(CanonicalReader reader) {
        return new AccountInformation(
                new RailAccount(reader.fixed32()),
                Amount.of(reader.u63()),
                Amount.of(reader.u63()),
                reader.u63(),
                reader.flag() ? Optional.of(reader.fixed32()) : Optional.empty(),
                reader.flag(),
                reader.list(reader.u8(), FROZEN_MAX, reader::u63),
                reader.list(reader.u8(), EXECUTED_MAX, () -> TransferCertificate.readFrom(reader)),
                reader.u63(),
                reader.list(reader.u16(), RECEIVED_MAX, () -> ReceivedPayment.readFrom(reader)));
    }
}
