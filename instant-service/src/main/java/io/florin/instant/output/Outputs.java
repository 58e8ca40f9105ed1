package io.florin.instant.output;

import io.florin.crypto.Bytes32;
import io.florin.instant.journal.StateItem;
import io.florin.instant.journal.StateWriter;
import io.florin.ledger.Amount;
import io.florin.ledger.Invariant;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.rail.FinalOutputs;
import io.florin.ledger.rail.MadeOutput;
import io.florin.ledger.rail.OutputId;
import io.florin.ledger.rail.OutputTransaction;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.SpentOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// The outputs of one shard. What is spent stays here for ever: the set of spent ids only grows, and an output is spent
/// by one transaction.
final class Outputs {

    private final NavigableMap<OutputId, KnownOutput> all = new TreeMap<>();

    Optional<KnownOutput> find(OutputId id) {
        return Optional.ofNullable(all.get(id));
    }

    // ---- what may be voted for

    /// Reason for which a transaction does not get this authority's vote on these inputs; empty if it may have all of
    /// them.
    Optional<RailRefusal> refusalOfHold(Bytes32 transaction, List<SpentOutput> inputs) {
        return inputs.stream()
                .flatMap(input -> refusalOfHold(transaction, input).stream())
                .findFirst();
    }

    /// The same, as far as it is sure whatever these files prove: they may make an output known and final, and change
    /// nothing else.
    Optional<RailRefusal> refusalInSpiteOf(List<FinalOutputs> files, Bytes32 transaction, List<SpentOutput> inputs) {
        Set<Bytes32> carried = files.stream().map(FinalOutputs::id).collect(Collectors.toSet());
        return inputs.stream()
                .flatMap(input -> refusalOfHold(transaction, input)
                        .filter(reason -> !isForLackOfFiles(reason)
                                || !carried.contains(input.id().source()))
                        .stream())
                .findFirst();
    }

    private static boolean isForLackOfFiles(RailRefusal reason) {
        return reason == RailRefusal.OUTPUT_UNKNOWN || reason == RailRefusal.OUTPUT_NOT_FINAL;
    }

    private Optional<RailRefusal> refusalOfHold(Bytes32 transaction, SpentOutput input) {
        Optional<KnownOutput> found = find(input.id());
        if (found.isEmpty()) {
            return Optional.of(RailRefusal.OUTPUT_UNKNOWN);
        }
        KnownOutput output = found.get();
        if (!output.owner().equals(RailAccount.of(input.owner()))
                || !output.value().equals(input.value())) {
            return Optional.of(RailRefusal.OUTPUT_ALTERED);
        }
        if (output.isSpentByAnother(transaction)) {
            return Optional.of(RailRefusal.OUTPUT_SPENT);
        }
        if (output.isHeldForAnother(transaction)) {
            return Optional.of(RailRefusal.OUTPUT_TAKEN);
        }
        return output.isFinal() ? Optional.empty() : Optional.of(RailRefusal.OUTPUT_NOT_FINAL);
    }

    void hold(Bytes32 transaction, List<SpentOutput> inputs) {
        Invariant.check(refusalOfHold(transaction, inputs).isEmpty(), "one vote for each output");
        inputs.forEach(input -> change(input.id(), output -> output.held(Optional.of(transaction))));
    }

    /// Gives up what it has of these; what another transaction got meanwhile stays.
    void release(Bytes32 transaction, List<SpentOutput> inputs) {
        for (SpentOutput input : inputs) {
            if (find(input.id()).filter(it -> it.isHeldFor(transaction)).isPresent()) {
                change(input.id(), output -> output.held(Optional.empty()));
            }
        }
    }

    boolean isFreeFor(Bytes32 transaction, List<SpentOutput> inputs) {
        return inputs.stream()
                .noneMatch(input -> find(input.id())
                        .filter(it -> it.isSpentByAnother(transaction))
                        .isPresent());
    }

    /// Other transactions that one of these inputs is held for.
    Set<Bytes32> heldForOthers(Bytes32 transaction, List<SpentOutput> inputs) {
        return inputs.stream()
                .flatMap(input -> find(input.id()).stream())
                .filter(output -> output.isHeldForAnother(transaction))
                .flatMap(output -> output.heldFor().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    // ---- what is executed

    /// Spends the inputs, also against this authority's own vote: a certificate proves that no other transaction of
    /// these inputs can have one.
    void spend(Bytes32 transaction, List<SpentOutput> inputs) {
        Invariant.check(isFreeFor(transaction, inputs), "an output is spent once");
        for (SpentOutput input : inputs) {
            all.putIfAbsent(input.id(), KnownOutput.unknown(RailAccount.of(input.owner()), input.value()));
            change(input.id(), output -> output.spent(transaction));
        }
    }

    /// An execution made them.
    void made(OutputTransaction transaction, boolean areFinal) {
        outputsOf(transaction).forEach((id, output) -> {
            all.putIfAbsent(id, output);
            Invariant.check(find(id).filter(KnownOutput::isMade).isEmpty(), "an output is made once");
            change(id, known -> known.made(areFinal));
        });
    }

    /// A deposit made it.
    void deposited(Bytes32 key, RailAccount owner, Amount value) {
        OutputId id = new OutputId(key, 0, 0);
        all.putIfAbsent(id, KnownOutput.unknown(owner, value));
        change(id, known -> known.made(true));
    }

    /// A file proves that they are final, whether they are made here already or not.
    void carried(OutputTransaction transaction) {
        outputsOf(transaction).forEach((id, output) -> {
            all.putIfAbsent(id, output);
            change(id, KnownOutput::knownFinal);
        });
    }

    /// Marks the outputs of a transaction as final.
    void knownFinal(Bytes32 source) {
        ids(source).forEach(id -> change(id, KnownOutput::knownFinal));
    }

    /// Whether all that a transaction leaves on the rail is known to be final here.
    boolean areFinal(OutputTransaction transaction) {
        return outputsOf(transaction).keySet().stream()
                .allMatch(id -> find(id).filter(KnownOutput::isFinal).isPresent());
    }

    /// Whether a certificate of it was executed here.
    boolean areMade(Bytes32 source) {
        return ids(source).stream()
                .anyMatch(id -> find(id).filter(KnownOutput::isMade).isPresent());
    }

    private List<OutputId> ids(Bytes32 source) {
        OutputId first = new OutputId(source, 0, 0);
        List<OutputId> ids = new ArrayList<>();
        for (OutputId id : all.tailMap(first, true).keySet()) {
            if (!id.source().equals(source)) {
                break;
            }
            ids.add(id);
        }
        return ids;
    }

    /// Outputs that a transaction leaves on the rail; those that leave the rail are nobody's to spend here.
    private static Map<OutputId, KnownOutput> outputsOf(OutputTransaction transaction) {
        Bytes32 id = transaction.id();
        Map<OutputId, KnownOutput> outputs = new TreeMap<>();
        List<MadeOutput> made = transaction.outputs();
        for (int index = 0; index < made.size(); index++) {
            if (made.get(index).recipient() instanceof RailRecipient.OnRail(RailAccount owner)) {
                outputs.put(
                        new OutputId(id, index, 0),
                        KnownOutput.unknown(owner, made.get(index).value()));
            }
        }
        return outputs;
    }

    private void change(OutputId id, UnaryOperator<KnownOutput> how) {
        all.compute(id, (_, output) -> {
            Invariant.check(output != null, "an output that nobody has told of");
            return how.apply(output);
        });
    }

    // ---- sums

    Amount unspent() {
        return sum(output -> output.isMade() && output.spentBy().isEmpty());
    }

    /// Spent before what made them is executed here.
    Amount spentAhead() {
        return sum(output -> !output.isMade() && output.spentBy().isPresent());
    }

    Amount spendableBy(RailAccount owner) {
        return sum(output -> output.owner().equals(owner)
                && output.isFinal()
                && output.spentBy().isEmpty());
    }

    private Amount sum(Predicate<KnownOutput> which) {
        return all.values().stream().filter(which).map(KnownOutput::value).reduce(Amount.ZERO, Amount::plus);
    }

    void writeTo(StateWriter writer) {
        all.forEach((id, output) -> {
            CanonicalWriter item = writer.item(StateItem.OUTPUT);
            id.writeTo(item);
            output.writeTo(item);
        });
    }

    void restore(CanonicalReader reader) {
        all.put(OutputId.readFrom(reader), KnownOutput.readFrom(reader));
    }
}
