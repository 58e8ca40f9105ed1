package io.florin.simulation.rail;

import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.rail.OpenSequence;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.RescueEvidence;
import io.florin.ledger.rail.RescueGround;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.rail.RescueStatement;
import io.florin.ledger.rail.SignedCancellation;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.signing.AuthoritySignature;
import io.florin.simulation.world.Life;
import io.florin.simulation.world.Node;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/// Rescues what the equivocator locked, as anybody can who has seen the orders. While faults happen he is no friend
/// either: he accuses without proof, picks the statements that suit him, makes up those that lack, sends a second
/// outcome after the first, and what he sends to the ledger is lost at times. Afterwards he works on until nothing is
/// locked.
final class RescuerNode extends Node {
    private static final long TRY_MILLIS = 200;
    private static final int ONE_IN_BEGINS = 5;
    private static final int ONE_IN_LIES = 6;
    private static final int ONE_IN_LOST = 4;
    private static final int ONE_IN_CANCELS = 8;

    private final RailSurroundings around;
    private final EquivocatorNode equivocator;
    private final Random random;
    private final AuthoritySignature madeUp;
    private final Map<RailSequence, RailRescue> rescues = new HashMap<>();

    RescuerNode(RailSurroundings around, EquivocatorNode equivocator) {
        super(around.world(), "rescuer");
        this.around = around;
        this.equivocator = equivocator;
        this.random = around.world().random("rescuer");
        this.madeUp = around.rail().sign(1, new byte[0]);
    }

    @Override
    protected void boot(Life begun) {
        begun.every(TRY_MILLIS, () -> act(begun));
    }

    @Override
    protected void forget() {
        // answers are kept
    }

    private boolean isCalm() {
        return world().nowMillis() > RailFaults.CALM_MILLIS;
    }

    private boolean oneIn(int number) {
        return !isCalm() && random.nextInt(number) == 0;
    }

    private void act(Life life) {
        equivocator.orders().forEach((sequence, orders) -> {
            RailRescue rescue = rescues.computeIfAbsent(sequence, _ -> new RailRescue(around, sequence));
            if (around.ledger().isRescued(sequence)) {
                end(life, rescue);
            } else if (isCalm() || isTime(sequence)) {
                ground(sequence, orders).ifPresent(ground -> begin(life, rescue, ground));
            }
        });
    }

    // ---- the beginning

    /// Whether to begin a rescue now: as soon as the equivocator has a certificate, for both work together.
    private boolean isTime(RailSequence sequence) {
        List<Optional<TransferCertificate>> kept = equivocator.kept(sequence);
        return kept.isEmpty()
                ? random.nextInt(ONE_IN_BEGINS) == 0
                : kept.stream().anyMatch(Optional::isPresent);
    }

    private Optional<RescueGround> ground(RailSequence sequence, List<SignedOrder> orders) {
        SignedOrder first = orders.getFirst();
        Optional<RescueGround> two = orders.stream()
                .filter(order -> !order.id().equals(first.id()))
                .findFirst()
                .map(other -> RescueGround.TwoOrders.of(first, other));
        if (two.isPresent()) {
            return two;
        }
        if (first.order().expiryHeight() <= around.ledger().height()) {
            return Optional.of(new RescueGround.Expired(first));
        }
        Ed25519KeyPair owner = equivocator.keyOf(first);
        boolean asAgreed = !equivocator.kept(sequence).isEmpty();
        return asAgreed || oneIn(ONE_IN_CANCELS)
                ? Optional.of(new RescueGround.Cancelled(
                        SignedCancellation.sign(sequence.scope(), sequence.sequence(), owner)))
                : Optional.empty();
    }

    private void begin(Life life, RailRescue rescue, RescueGround ground) {
        rescue.askWhetherOpen(this, life);
        int enough = around.rail().committee().size().faults() + 1;
        List<OpenSequence> open = rescue.open();
        if (open.size() >= enough && !oneIn(ONE_IN_LOST)) {
            around.ledger().rescue(new RescueEvidence(ground, open.subList(0, enough)), around);
        } else if (oneIn(ONE_IN_LIES)) {
            around.ledger().smuggle(new RescueEvidence(ground, accusation(rescue, enough)));
        }
    }

    private List<OpenSequence> accusation(RailRescue rescue, int enough) {
        Map<Integer, OpenSequence> all = new TreeMap<>();
        rescue.open().forEach(said -> all.put(said.authority(), said));
        for (int authority = 1; all.size() < enough; authority++) {
            RailSequence sequence = rescue.sequence();
            all.putIfAbsent(authority, new OpenSequence(authority, sequence.account(), sequence.sequence(), madeUp));
        }
        return List.copyOf(all.values()).subList(0, enough);
    }

    // ---- the end

    private void end(Life life, RailRescue rescue) {
        rescue.askForStatements(this, life);
        int quorum = around.rail().committee().size().quorum();
        List<RescueStatement> statements = inSomeOrder(rescue.statements());
        boolean isDecided = around.ledger().hasOutcome(rescue.sequence());
        if (statements.size() >= quorum && !oneIn(ONE_IN_LOST) && (!isDecided || !isCalm())) {
            around.ledger().outcome(RescueOutcome.of(rescue.sequence(), statements.subList(0, quorum)), around);
        } else if (!isDecided && oneIn(ONE_IN_LIES)) {
            around.ledger().smuggle(madeUp(rescue.sequence(), statements, quorum));
        }
    }

    /// Those without a certificate first, or last, or as it comes.
    private List<RescueStatement> inSomeOrder(List<RescueStatement> statements) {
        List<RescueStatement> some = new ArrayList<>(statements);
        Collections.shuffle(some, random);
        Comparator<RescueStatement> byHeld =
                Comparator.comparing(statement -> statement.held().isPresent());
        switch (random.nextInt(3)) {
            case 0 -> some.sort(byHeld);
            case 1 -> some.sort(byHeld.reversed());
            default -> {
                // chance
            }
        }
        return some;
    }

    /// Says for everybody whose word he lacks that he holds nothing.
    private RescueOutcome madeUp(RailSequence sequence, List<RescueStatement> statements, int quorum) {
        Map<Integer, RescueStatement> all = new TreeMap<>();
        statements.stream()
                .filter(statement -> statement.held().isEmpty())
                .limit(quorum - 1L)
                .forEach(statement -> all.put(statement.authority(), statement));
        for (int authority = 1; all.size() < quorum; authority++) {
            all.putIfAbsent(authority, new RescueStatement(sequence, authority, Optional.empty(), madeUp));
        }
        return RescueOutcome.of(sequence, all.values());
    }
}
