package io.florin.sandbox.rail;

import io.florin.identity.NodeIdentity;
import io.florin.ledger.rail.AccountInformation;
import io.florin.ledger.rail.CarriedPayments;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.RescueEvidence;
import io.florin.ledger.rail.RescueGround;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.rail.RailLink;
import io.florin.sandbox.demo.Await;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.run.SandboxException;
import io.florin.wallet.instant.PaymentForm;
import io.florin.wallet.instant.RailPaymentOutcome;
import io.florin.wallet.instant.adapter.RailClient;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A bank's connections to the authorities of the network's first rail, as genesis has it: over them the wallets of its
/// customers pay, and whoever holds a signed order may finish it. The bank has no key of theirs. Any thread.
public final class RailConnection implements AutoCloseable {
    private static final Duration FINAL_WITHIN = Duration.ofMinutes(1);
    private static final Duration TOLD_WITHIN = Duration.ofSeconds(10);
    private static final Duration OFFERED_FOR = Duration.ofSeconds(2);
    private static final int OPEN_MAX = 256;

    private final NodeIdentity bank;
    private final InstantRail rail;
    private final RailScope scope;
    private final CommitteeVerifier verifier;
    private final Map<Integer, RailLink> links = new TreeMap<>();
    private final RailClient client;

    /// @param bank loaded, and closed with the connection
    private RailConnection(SandboxPlan plan, NodeIdentity bank) {
        this.bank = bank;
        this.rail = bank.genesis().configuration().rails().getFirst();
        this.scope = rail.committee().scope(bank.networkId());
        this.verifier = rail.committee().verifier(bank.networkId(), new SecureRandom());
        for (Peer authority : plan.topology().nodes(NodeRole.INSTANT)) {
            links.put(
                    authority.id(),
                    new RailLink(
                                    bank.tls(),
                                    authority,
                                    new InetSocketAddress(SandboxPlan.HOST, plan.railPort(authority)),
                                    OPEN_MAX,
                                    RailLink.Watcher.none())
                            .start());
        }
        this.client = new RailClient(scope, verifier, links);
    }

    /// @param bank whose certificate the authorities see
    public static RailConnection of(SandboxPlan plan, Peer bank) {
        return new RailConnection(plan, NodeIdentity.load(plan.networkDirectory(), bank));
    }

    public InstantRail rail() {
        return rail;
    }

    public RailScope scope() {
        return scope;
    }

    public CommitteeVerifier verifier() {
        return verifier;
    }

    /// Pays, or finishes what somebody else began.
    ///
    /// @param carried payments to the payer that are to cover the order
    /// @throws SandboxException unless it is final within a minute
    public FinalPayment pay(SignedOrder order, CarriedPayments carried) {
        var outcome = waitFor("a payment", () -> client.pay(new PaymentForm.OfAccount(order, carried), FINAL_WITHIN));
        return switch (outcome) {
            case RailPaymentOutcome.Final<TransferCertificate, FinalPayment>(var file) -> file;
            case RailPaymentOutcome.Certified<TransferCertificate, FinalPayment> _ ->
                throw new SandboxException("certified and not final: " + order.order());
            case RailPaymentOutcome.Open<TransferCertificate, FinalPayment>(var reasons) ->
                throw new SandboxException("not certified: " + order.order() + ": " + reasons);
            case RailPaymentOutcome.Refused<TransferCertificate, FinalPayment>(var reasons) ->
                throw new SandboxException("refused: " + order.order() + ": " + reasons);
        };
    }

    /// Offers an order that too few authorities can vote for.
    ///
    /// @param authorities told of it, for two seconds; they may not have voted by then
    /// @throws SandboxException if it is certified
    void offer(SignedOrder order, List<Integer> authorities) {
        Map<Integer, RailLink> some = new TreeMap<>(links);
        some.keySet().retainAll(authorities);
        RailClient toSome = new RailClient(scope, verifier, some); // whose connections are this one's
        var outcome =
                waitFor("votes", () -> toSome.pay(new PaymentForm.OfAccount(order, CarriedPayments.NONE), OFFERED_FOR));
        if (!(outcome instanceof RailPaymentOutcome.Open)) {
            throw new SandboxException("an order of a locked sequence is not left open: " + outcome);
        }
    }

    /// @throws SandboxException if the sequence is not shown to be open within three minutes
    RescueEvidence evidence(RescueGround ground) {
        return waitFor("evidence", () -> client.evidence(ground, Await.PATIENCE))
                .orElseThrow(() -> new SandboxException("not shown to be open: " + ground.sequence()));
    }

    /// @throws SandboxException if too few authorities state within three minutes what they hold
    RescueOutcome outcome(RailSequence rescue) {
        return waitFor("statements", () -> client.outcome(rescue, Await.PATIENCE))
                .orElseThrow(() -> new SandboxException("too few statements on " + rescue));
    }

    /// An account as one authority sees it, with some of its orders.
    ///
    /// @param fromSequence of the first order wanted
    /// @throws SandboxException if the authority does not answer
    public AccountInformation account(int authority, RailAccount account, long fromSequence) {
        List<AccountInformation> told = new ArrayList<>();
        Await.until("authority " + authority + " to tell of an account", Await.PATIENCE, () -> {
            waitFor("an account", () -> client.account(authority, account, fromSequence, Long.MAX_VALUE, TOLD_WITHIN))
                    .ifPresent(told::add);
            return !told.isEmpty();
        });
        return told.getFirst();
    }

    private interface Wait<T> {
        T end() throws InterruptedException;
    }

    private static <T> T waitFor(String what, Wait<T> wait) {
        try {
            return wait.end();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SandboxException("interrupted while waiting for " + what, e);
        }
    }

    @Override
    public void close() {
        client.close();
        bank.close();
    }
}
