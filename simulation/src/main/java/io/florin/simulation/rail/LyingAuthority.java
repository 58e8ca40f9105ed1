package io.florin.simulation.rail;

import io.florin.crypto.Bytes32;
import io.florin.instant.account.ShardAnswer;
import io.florin.ledger.rail.ConfirmationOrder;
import io.florin.ledger.rail.ExecutedOrder;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.OpenSequence;
import io.florin.ledger.rail.OrderRequest;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.RailStatements;
import io.florin.ledger.rail.SignedEffects;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.TransferOrder;
import io.florin.ledger.rail.Vote;
import io.florin.ledger.rail.signing.AuthoritySignature;
import io.florin.simulation.world.Life;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/// An authority that signs everything: votes for every order, effects of what it never executed, windows that name all
/// that it has heard of, also in others' names, that every sequence is open, and of a rescue now this and now that. It
/// gives nobody what he fetches.
final class LyingAuthority extends RailAuthority {
    private static final long ROUND_MILLIS = 250;
    private static final int ORDERS_MAX = 64;

    private final RailSurroundings around;
    private final RailScope scope;
    private final Random random;
    private final List<ExecutedOrder> heard = new ArrayList<>();
    private final Map<RailSequence, TransferCertificate> held = new HashMap<>();
    private int told;
    private long window;

    LyingAuthority(RailSurroundings around, int number) {
        super(around.world(), number);
        this.around = around;
        this.scope = around.rail().scope();
        this.random = around.world().random("liar " + number);
    }

    @Override
    protected void boot(Life begun) {
        begun.every(ROUND_MILLIS, this::publish);
    }

    @Override
    protected void forget() {
        // it never knew anything
    }

    private AuthoritySignature sign(byte[] statement) {
        return around.rail().sign(number(), statement);
    }

    @Override
    void ask(byte[] request, Consumer<ShardAnswer> answer) {
        TransferOrder order = OrderRequest.decode(request).signedOrder().order();
        heard.add(ExecutedOrder.of(order));
        Bytes32 id = order.id();
        answer.accept(new ShardAnswer.Voted(new Vote(number(), id, sign(RailStatements.vote(scope, id)))));
    }

    @Override
    void confirm(byte[] confirmation, Consumer<ShardAnswer> answer) {
        TransferCertificate certificate = ConfirmationOrder.decode(confirmation).certificate();
        Bytes32 id = certificate.orderId();
        held.put(RailSequence.of(certificate.order()), certificate);
        var effects = new SignedEffects(number(), id, sign(RailStatements.effects(scope, id)));
        answer.accept(new ShardAnswer.Executed(certificate, effects));
    }

    private void publish() {
        List<ExecutedOrder> fresh = heard.subList(told, Math.min(heard.size(), told + ORDERS_MAX));
        if (fresh.isEmpty()) {
            return;
        }
        List<ExecutedOrder> executed = List.copyOf(fresh);
        told += executed.size();
        publish(number(), 0, window++, executed);
        int other = 1 + random.nextInt(around.authorities().size());
        publish(other, 0, 0, executed);
        publish(other, ORDERS_MAX, window, executed); // a shard that the other does not have
    }

    private void publish(int name, int shard, long windowNumber, List<ExecutedOrder> executed) {
        byte[] statement = ExecutedWindow.statement(scope, name, shard, windowNumber, executed);
        byte[] signed = new ExecutedWindow(scope, name, shard, windowNumber, executed, sign(statement)).encode();
        for (RailAuthority peer : around.authorities()) {
            if (peer != this) {
                around.network().send(this, peer, () -> peer.window(signed));
            }
        }
    }

    @Override
    void window(byte[] others) {
        // it learns of orders from clients
    }

    @Override
    void certificateOf(Bytes32 orderId, Consumer<ShardAnswer> answer) {
        answer.accept(new ShardAnswer.Unknown());
    }

    @Override
    void certificateOf(RailAccount sender, long sequence, Consumer<ShardAnswer> answer) {
        // silence
    }

    @Override
    long lagMillis() {
        return 0;
    }

    @Override
    void openSequence(RailAccount account, long sequence, Consumer<ShardAnswer> answer) {
        var signature = sign(RailStatements.openSequence(scope, account, sequence));
        answer.accept(new ShardAnswer.Open(new OpenSequence(number(), account, sequence, signature)));
    }

    @Override
    void rescueStatement(RailAccount account, long sequence, Consumer<ShardAnswer> answer) {
        RailSequence rescue = new RailSequence(scope, account, sequence);
        Optional<TransferCertificate> shown =
                Optional.ofNullable(held.get(rescue)).filter(_ -> random.nextBoolean());
        answer.accept(new ShardAnswer.Stated(around.rail().statement(number(), rescue, shown)));
    }

    @Override
    void windowOf(int shard, long windowNumber, Consumer<ShardAnswer> answer) {
        // silence
    }
}
