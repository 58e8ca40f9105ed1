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
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferOrder;
import io.florin.simulation.world.Life;
import io.florin.simulation.world.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/// An honest owner: pays one after the other what it means to pay, and asks again until each is final. Now and then it
/// confirms a payment at one authority only and turns to the next: the committee has to bring it to an end by itself.
final class OwnerNode extends Node {
    private static final long TRY_MILLIS = 300;
    private static final long EXPIRY_BLOCKS = 90;
    private static final int ONE_IN_LEAVES = 5;

    private final RailSurroundings around;
    private final Ed25519KeyPair key;
    private final RailAccount account;
    private final boolean carries;
    private final Random random;
    private final List<Wish> wishes;
    private final List<OwnerNode> others;
    private final List<RailPayment> made = new ArrayList<>();
    private final Map<Bytes32, FinalPayment> received = new LinkedHashMap<>();
    private boolean leaves;

    /// Something to pay.
    record Wish(RailRecipient recipient, long amount) {}

    /// @param carries whether it brings with its orders what it was paid; else it waits for authorities to know
    OwnerNode(
            RailSurroundings around,
            String name,
            Ed25519KeyPair key,
            boolean carries,
            List<Wish> wishes,
            List<OwnerNode> others) {
        super(around.world(), name);
        this.around = around;
        this.key = key;
        this.account = TestRail.accountOf(key);
        this.carries = carries;
        this.random = around.world().random(name);
        this.wishes = List.copyOf(wishes);
        this.others = others;
    }

    RailAccount account() {
        return account;
    }

    @Override
    protected void boot(Life begun) {
        begun.every(TRY_MILLIS, () -> act(begun));
    }

    @Override
    protected void forget() {
        // a wallet keeps what it signed and what it was given
    }

    private void act(Life life) {
        made.forEach(this::handOver);
        if (made.isEmpty() || made.getLast().payment().isPresent() || (leaves && isLeft(made.getLast()))) {
            if (made.size() == wishes.size()) {
                return;
            }
            made.add(next(wishes.get(made.size())));
            leaves = random.nextInt(ONE_IN_LEAVES) == 0;
        }
        RailPayment current = made.getLast();
        CarriedPayments carried = carried();
        if (current.certificate().isEmpty()) {
            around.authorities().stream()
                    .filter(authority -> !current.hasVoteOf(authority))
                    .forEach(authority -> current.ask(this, life, authority, carried));
        } else {
            around.authorities().stream()
                    .filter(authority -> !current.hasEffectsOf(authority))
                    .limit(leaves ? 1 : Long.MAX_VALUE)
                    .forEach(authority -> current.confirm(this, life, authority, carried));
        }
    }

    /// Somebody executed it; somebody honest, as far as the judge knows, or it would be up to nobody.
    private boolean isLeft(RailPayment payment) {
        return payment.certificate().isPresent() && around.judge().isExecutedSomewhere(payment.id());
    }

    private RailPayment next(Wish wish) {
        TransferOrder order = new TransferOrder(
                around.rail().scope(),
                new OwnerKey(key.publicKey()),
                wish.recipient(),
                Amount.of(wish.amount()),
                made.size(),
                around.ledger().height() + EXPIRY_BLOCKS,
                Bytes32.ZERO);
        return new RailPayment(around, SignedOrder.sign(order, key));
    }

    private CarriedPayments carried() {
        List<FinalPayment> all = List.copyOf(received.values());
        return carries
                ? new CarriedPayments(all.subList(Math.max(0, all.size() - CarriedPayments.MAX), all.size()))
                : CarriedPayments.NONE;
    }

    /// The file for the payee, over and over until it arrived.
    private void handOver(RailPayment payment) {
        Optional<FinalPayment> file = payment.payment();
        for (OwnerNode other : others) {
            boolean isPayee = payment.order().order().recipient().equals(new RailRecipient.OnRail(other.account));
            if (isPayee && file.isPresent() && !other.received.containsKey(payment.id())) {
                byte[] bytes = file.get().encode();
                around.network().send(this, other, () -> other.receive(bytes));
            }
        }
    }

    private void receive(byte[] file) {
        FinalPayment payment = FinalPayment.decode(file);
        if (payment.refusal(around.rail().scope(), around.verifier()).isEmpty()) {
            received.putIfAbsent(payment.orderId(), payment);
        }
    }

    /// Whether all it meant to pay is final, or executed where it left.
    boolean isDone() {
        return made.size() == wishes.size()
                && made.stream()
                        .allMatch(payment ->
                                payment.payment().isPresent() || around.judge().isFinal(payment.id()));
    }

    @Override
    public String toString() {
        return name() + ": "
                + made.stream().filter(each -> each.payment().isPresent()).count() + " of " + wishes.size()
                + " payments final";
    }
}
