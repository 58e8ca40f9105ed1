package io.florin.simulation.rail;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.CarriedPayments;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.TransferOrder;
import io.florin.simulation.world.Life;
import io.florin.simulation.world.Node;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/// Somebody with two accounts who signs whatever may bring money: several orders of one sequence, each shown to some
/// authorities only, orders without cover, certificates as if they were final payments. Some certificates he keeps to
/// himself until a rescue has begun, and shows them to the authority that is the last to hear of it: what that one
/// executes is about to become void. What he gathers he keeps, and tries again with.
final class EquivocatorNode extends Node {
    private static final long TRY_MILLIS = 150;
    private static final int ORDERS_MAX = 12;
    private static final int EXPIRY_BLOCKS_MAX = 20;

    private final RailSurroundings around;
    private final List<Ed25519KeyPair> keys;
    private final List<RailAccount> victims;
    private final long amountMax;
    private final Random random;
    private final List<RailPayment> made = new ArrayList<>();
    private final Set<RailPayment> kept = new HashSet<>();
    private boolean over;

    /// @param victims other accounts that he pays
    /// @param amountMax of one order
    EquivocatorNode(RailSurroundings around, List<Ed25519KeyPair> keys, List<RailAccount> victims, long amountMax) {
        super(around.world(), "equivocator");
        this.around = around;
        this.keys = List.copyOf(keys);
        this.victims = List.copyOf(victims);
        this.amountMax = amountMax;
        this.random = around.world().random("equivocator");
    }

    @Override
    protected void boot(Life begun) {
        begun.every(TRY_MILLIS, () -> act(begun));
    }

    @Override
    protected void forget() {
        // he keeps everything
    }

    /// From now on he does nothing.
    void stop() {
        over = true;
    }

    private void act(Life life) {
        if (over) {
            return;
        }
        if (made.size() < ORDERS_MAX && random.nextInt(3) != 0) {
            made.add(new RailPayment(around, order()));
            if (random.nextBoolean()) {
                kept.add(made.getLast());
            }
        }
        for (RailPayment payment : made) {
            if (random.nextBoolean()) {
                work(life, payment);
            }
        }
    }

    private void work(Life life, RailPayment payment) {
        for (RailAuthority authority : around.authorities()) {
            if (random.nextBoolean()) {
                if (mayConfirm(payment, authority) && random.nextInt(4) != 0) {
                    payment.confirm(this, life, authority, carried(payment));
                } else {
                    payment.ask(this, life, authority, carried(payment));
                }
            }
        }
    }

    private boolean mayConfirm(RailPayment payment, RailAuthority authority) {
        if (payment.certificate().isEmpty() || !kept.contains(payment)) {
            return payment.certificate().isPresent();
        }
        RailSequence sequence = RailSequence.of(payment.order().order());
        return around.ledger().tellsOf(sequence) && authority.equals(lastToHear());
    }

    private RailAuthority lastToHear() {
        return Collections.max(around.authorities(), Comparator.comparingLong(RailAuthority::lagMillis));
    }

    private SignedOrder order() {
        Ed25519KeyPair key = keys.get(random.nextInt(keys.size()));
        TransferOrder order = new TransferOrder(
                around.rail().scope(),
                new OwnerKey(key.publicKey()),
                recipient(),
                Amount.of(1 + random.nextLong(amountMax)),
                random.nextInt(3) == 0 ? random.nextInt(3) : executed(key),
                around.ledger().height() + random.nextInt(EXPIRY_BLOCKS_MAX),
                Bytes32.ZERO);
        return SignedOrder.sign(order, key);
    }

    /// Key that signed an order of his.
    Ed25519KeyPair keyOf(SignedOrder order) {
        return keys.stream()
                .filter(key -> key.publicKey().equals(order.order().owner().value()))
                .findFirst()
                .orElseThrow();
    }

    /// Certificates of a sequence that he keeps to himself, or means to.
    List<Optional<TransferCertificate>> kept(RailSequence sequence) {
        return made.stream()
                .filter(payment -> kept.contains(payment)
                        && RailSequence.of(payment.order().order()).equals(sequence))
                .map(RailPayment::certificate)
                .toList();
    }

    /// Orders that he signed, by sequence.
    Map<RailSequence, List<SignedOrder>> orders() {
        return made.stream()
                .map(RailPayment::order)
                .collect(Collectors.groupingBy(
                        order -> RailSequence.of(order.order()), LinkedHashMap::new, Collectors.toList()));
    }

    /// Number of sequences of an account that he knows to be certified or rescued.
    private int executed(Ed25519KeyPair key) {
        return (int) made.stream()
                .filter(payment -> payment.certificate().isPresent()
                        || around.ledger()
                                .hasOutcome(RailSequence.of(payment.order().order())))
                .filter(payment -> payment.order().order().owner().value().equals(key.publicKey()))
                .map(payment -> payment.order().order().sequence())
                .distinct()
                .count();
    }

    private RailRecipient recipient() {
        return switch (random.nextInt(4)) {
            case 0 -> new RailRecipient.OnLedger(new OwnerKey(keys.getFirst().publicKey()));
            case 1 -> new RailRecipient.OnRail(victims.get(random.nextInt(victims.size())));
            default -> new RailRecipient.OnRail(TestRail.accountOf(keys.get(random.nextInt(keys.size()))));
        };
    }

    /// Payments to the sender, final or with a certificate alone.
    private CarriedPayments carried(RailPayment payment) {
        RailRecipient sender = new RailRecipient.OnRail(payment.order().order().sender());
        return new CarriedPayments(made.stream()
                .filter(each -> each.order().order().recipient().equals(sender))
                .flatMap(each -> each.payment().or(() -> each.certificate().map(EquivocatorNode::asIfFinal)).stream())
                .limit(CarriedPayments.MAX)
                .toList());
    }

    private static FinalPayment asIfFinal(TransferCertificate certificate) {
        return new FinalPayment(certificate, certificate.votes());
    }
}
