package io.florin.simulation.rail;

import io.florin.instant.account.ShardAnswer;
import io.florin.ledger.rail.OpenSequence;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.RescueStatement;
import io.florin.simulation.world.Life;
import io.florin.simulation.world.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// One rescue from the side of whoever runs it: gathers authorities' answers, asking again whoever has not answered.
final class RailRescue {
    private final RailSurroundings around;
    private final RailScope scope;
    private final RailSequence sequence;
    private final Map<Integer, OpenSequence> open = new TreeMap<>();
    private final Map<Integer, RescueStatement> statements = new TreeMap<>();

    RailRescue(RailSurroundings around, RailSequence sequence) {
        this.around = around;
        this.scope = around.rail().scope();
        this.sequence = sequence;
    }

    RailSequence sequence() {
        return sequence;
    }

    void askWhetherOpen(Node client, Life life) {
        for (RailAuthority authority : around.authorities()) {
            if (!open.containsKey(authority.number())) {
                around.network()
                        .<ShardAnswer>call(
                                client,
                                life,
                                authority,
                                answer -> authority.openSequence(sequence.account(), sequence.sequence(), answer),
                                this::take);
            }
        }
    }

    void askForStatements(Node client, Life life) {
        for (RailAuthority authority : around.authorities()) {
            if (!statements.containsKey(authority.number())) {
                around.network()
                        .<ShardAnswer>call(
                                client,
                                life,
                                authority,
                                answer -> authority.rescueStatement(sequence.account(), sequence.sequence(), answer),
                                this::take);
            }
        }
    }

    private void take(ShardAnswer answer) {
        switch (answer) {
            case ShardAnswer.Open(var said) -> {
                if (said.isAuthentic(scope, around.verifier())) {
                    open.put(said.authority(), said);
                }
            }
            case ShardAnswer.Stated(var statement) -> {
                if (statement.refusal(scope, around.verifier()).isEmpty()) {
                    statements.put(statement.authority(), statement);
                }
            }
            default -> {
                // asked again
            }
        }
    }

    List<OpenSequence> open() {
        return List.copyOf(open.values());
    }

    List<RescueStatement> statements() {
        return new ArrayList<>(statements.values());
    }
}
