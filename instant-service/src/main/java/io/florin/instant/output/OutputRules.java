package io.florin.instant.output;

import io.florin.crypto.Bytes32;
import io.florin.ledger.rail.FinalOutputs;
import io.florin.ledger.rail.MadeOutput;
import io.florin.ledger.rail.OutputRequest;
import io.florin.ledger.rail.OutputTransaction;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailCommittee;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.SpentOutput;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import java.util.List;
import java.util.Optional;

/// Checks of an authority before it votes or executes, cheap ones first. Everything here is a question: nothing is
/// changed.
record OutputRules(OutputPlace place, RailCommittee committee, CommitteeVerifier verifier) {

    /// Transactions that wait for other shards' holds.
    static final int GATHERED_MAX = 4096;

    /// Whether the transaction is for this shard at all.
    Optional<RailRefusal> refusalOfPlace(OutputTransaction transaction) {
        return place.scope()
                .refusalOf(transaction.scope())
                .or(() -> place.coordinates(transaction) ? Optional.empty() : Optional.of(RailRefusal.WRONG_SHARD));
    }

    /// Everything but the outputs themselves, for a transaction that is not known here. Signatures come after what
    /// costs nothing. Of what is carried it is looked at here what the inputs say of it; its own signatures come last,
    /// and only in the shard whose outputs it makes.
    Optional<RailRefusal> refusalOfVote(OutputRequest asked, OutputState state) {
        OutputTransaction transaction = asked.signed().transaction();
        if (transaction.expiryHeight() < state.height()) {
            return Optional.of(RailRefusal.EXPIRED);
        }
        if (transaction.expiryHeight() - state.height() > committee.expiryBlocksMax()) {
            return Optional.of(RailRefusal.EXPIRY_TOO_FAR);
        }
        if (transaction.owners().stream().anyMatch(owner -> state.isSuspended(RailAccount.of(owner)))) {
            return Optional.of(RailRefusal.SENDER_SUSPENDED);
        }
        if (state.gatherings().votes() >= GATHERED_MAX) {
            return Optional.of(RailRefusal.TOO_BUSY);
        }
        Optional<RailRefusal> mismatch = asked.carried().stream()
                .flatMap(file -> refusalOfInputs(file, transaction).stream())
                .findFirst();
        if (mismatch.isPresent()) {
            return mismatch;
        }
        return asked.signed().isAuthentic() ? Optional.empty() : Optional.of(RailRefusal.BAD_OWNER_SIGNATURE);
    }

    /// Reason for which an input is not as the file says of it.
    private static Optional<RailRefusal> refusalOfInputs(FinalOutputs file, OutputTransaction transaction) {
        Bytes32 source = file.id();
        List<SpentOutput> inputs = transaction.inputs().stream()
                .filter(input -> input.id().source().equals(source))
                .toList();
        if (inputs.isEmpty()) {
            return Optional.of(RailRefusal.CARRIED_FOR_ANOTHER);
        }
        return inputs.stream()
                .flatMap(input -> refusalOfInput(input, file.transaction().outputs()).stream())
                .findFirst();
    }

    private static Optional<RailRefusal> refusalOfInput(SpentOutput input, List<MadeOutput> made) {
        if (input.id().index() >= made.size()) {
            return Optional.of(RailRefusal.OUTPUT_UNKNOWN);
        }
        MadeOutput output = made.get(input.id().index());
        return switch (output.recipient()) {
            case RailRecipient.OnLedger _ -> Optional.of(RailRefusal.OUTPUT_UNKNOWN);
            case RailRecipient.OnRail(RailAccount owner) ->
                owner.equals(RailAccount.of(input.owner())) && output.value().equals(input.value())
                        ? Optional.empty()
                        : Optional.of(RailRefusal.OUTPUT_ALTERED);
        };
    }

    Optional<RailRefusal> refusalOf(FinalOutputs file) {
        return file.refusal(place.scope(), verifier, committee.finality());
    }
}
