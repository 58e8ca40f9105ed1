package io.florin.instant.output;

import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.rail.RailAccount;
import java.util.Optional;

/// One output as far as it is known here. What made it and what spends it are told in any order: a certificate is
/// executed though its inputs are not made here yet, since F + 1 honest authorities knew them to be final.
///
/// @param isMade whether its transaction is executed here, or its deposit seen
/// @param isFinal whether it may be spent
/// @param heldFor the one transaction that gets this authority's vote on it
/// @param spentBy the transaction executed here that spends it; never changes again
record KnownOutput(
        RailAccount owner,
        Amount value,
        boolean isMade,
        boolean isFinal,
        Optional<Bytes32> heldFor,
        Optional<Bytes32> spentBy) {

    static KnownOutput unknown(RailAccount owner, Amount value) {
        return new KnownOutput(owner, value, false, false, Optional.empty(), Optional.empty());
    }

    KnownOutput made(boolean finalNow) {
        return new KnownOutput(owner, value, true, isFinal || finalNow, heldFor, spentBy);
    }

    KnownOutput knownFinal() {
        return new KnownOutput(owner, value, isMade, true, heldFor, spentBy);
    }

    KnownOutput held(Optional<Bytes32> transaction) {
        return new KnownOutput(owner, value, isMade, isFinal, transaction, spentBy);
    }

    KnownOutput spent(Bytes32 transaction) {
        return new KnownOutput(owner, value, isMade, isFinal, heldFor, Optional.of(transaction));
    }

    boolean isHeldFor(Bytes32 transaction) {
        return heldFor.filter(transaction::equals).isPresent();
    }

    boolean isHeldForAnother(Bytes32 transaction) {
        return heldFor.filter(other -> !other.equals(transaction)).isPresent();
    }

    boolean isSpentByAnother(Bytes32 transaction) {
        return spentBy.filter(other -> !other.equals(transaction)).isPresent();
    }

    void writeTo(CanonicalWriter writer) {
        writer.fixed(owner.value()).u63(value.minorUnits()).flag(isMade).flag(isFinal);
        write(writer, heldFor);
        write(writer, spentBy);
    }

    static KnownOutput readFrom(CanonicalReader reader) {
        return new KnownOutput(
                new RailAccount(reader.fixed32()),
                Amount.of(reader.u63()),
                reader.flag(),
                reader.flag(),
                transaction(reader),
                transaction(reader));
    }

    private static Optional<Bytes32> transaction(CanonicalReader reader) {
        return reader.flag() ? Optional.of(reader.fixed32()) : Optional.empty();
    }

    private static void write(CanonicalWriter writer, Optional<Bytes32> transaction) {
        writer.flag(transaction.isPresent());
        transaction.ifPresent(writer::fixed);
    }
}
