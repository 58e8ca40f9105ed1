package io.florin.instant.output;

import io.florin.crypto.Bytes32;
import io.florin.instant.journal.StateItem;
import io.florin.instant.journal.StateWriter;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.OutputRequest;
import io.florin.ledger.rail.OutputTransaction;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// Transactions that this shard coordinates and that wait for other shards: for their holds one after the other,
/// ascending as the ids of the inputs do, or for their executions, which all do at once. Whoever holds the highest
/// output that several transactions want goes on, so they never wait for each other in a circle.
final class Gatherings {

    private final NavigableMap<Bytes32, Vote> votes = new TreeMap<>();
    private final NavigableMap<Bytes32, Execution> executions = new TreeMap<>();

    /// A vote that is given when all shards hold their inputs.
    ///
    /// @param shards the other ones of its inputs, ascending
    /// @param held how many of them hold theirs
    /// @param isDead whether it never gets a certificate, so that the next answer ends it
    record Vote(OutputRequest asked, List<Integer> shards, int held, boolean isDead) {
        Vote {
            shards = List.copyOf(shards);
        }

        Bytes32 id() {
            return asked.signed().id();
        }

        OutputTransaction transaction() {
            return asked.signed().transaction();
        }

        Vote oneMore() {
            return new Vote(asked, shards, held + 1, isDead);
        }

        boolean isComplete() {
            return held == shards.size();
        }

        int next() {
            return shards.get(held);
        }

        /// The shards that hold their inputs.
        List<Integer> holding() {
            return shards.subList(0, held);
        }
    }

    /// @param lacking shards that have not said that theirs are spent
    private record Execution(OutputCertificate certificate, NavigableSet<Integer> lacking) {}

    Optional<Vote> voteOf(Bytes32 id) {
        return Optional.ofNullable(votes.get(id));
    }

    int votes() {
        return votes.size();
    }

    void keep(Vote vote) {
        votes.put(vote.id(), vote);
    }

    void died(Bytes32 id) {
        votes.computeIfPresent(id, (_, vote) -> new Vote(vote.asked(), vote.shards(), vote.held(), true));
    }

    void forget(Bytes32 id) {
        votes.remove(id);
    }

    boolean isExecuting(Bytes32 id) {
        return executions.containsKey(id);
    }

    void execute(OutputCertificate certificate, List<Integer> shards) {
        executions.put(certificate.id(), new Execution(certificate, new TreeSet<>(shards)));
    }

    /// @return the certificate when all shards have said so
    Optional<OutputCertificate> spent(Bytes32 id, int shard) {
        Optional<Execution> execution = Optional.ofNullable(executions.get(id));
        execution.ifPresent(it -> it.lacking().remove(shard));
        Optional<OutputCertificate> complete =
                execution.filter(it -> it.lacking().isEmpty()).map(Execution::certificate);
        complete.ifPresent(_ -> executions.remove(id));
        return complete;
    }

    void writeTo(StateWriter writer) {
        votes.values().forEach(vote -> {
            CanonicalWriter item = writer.item(StateItem.GATHERING);
            vote.asked().writeTo(item);
            item.u16(vote.held()).flag(vote.isDead());
        });
        executions.values().forEach(execution -> {
            CanonicalWriter item = writer.item(StateItem.EXECUTING);
            execution.certificate().writeTo(item);
            item.u16(execution.lacking().size());
            execution.lacking().forEach(item::u16);
        });
    }

    void restoreVote(CanonicalReader reader, OutputPlace place) {
        OutputRequest asked = OutputRequest.readFrom(reader);
        List<Integer> shards = place.otherShards(asked.signed().transaction());
        keep(new Vote(asked, shards, reader.u16(), reader.flag()));
    }

    void restoreExecution(CanonicalReader reader) {
        OutputCertificate certificate = OutputCertificate.readFrom(reader);
        execute(certificate, reader.list(reader.u16(), OutputTransaction.INPUTS_MAX, reader::u16));
    }
}
