package io.florin.bank.reserves;

import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.Treasury;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.bank.reserves.SupplyOrder.State;
import io.florin.crypto.Bytes;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.SupplyRequest.Direction;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.rules.ClearTokenRules;
import io.florin.ledger.rules.RefusalReason;
import io.florin.runtime.api.AuditorApi;
import io.florin.runtime.api.CentralBankInternalApi;
import io.florin.runtime.api.CentralBankInternalApi.HiddenPayee;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestOrder;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestView;
import io.florin.runtime.submission.SubmissionClient;
import io.florin.runtime.submission.SubmissionClient.Answer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.RestClientException;
import org.springframework.web.client.RestClientResponseException;

/// Carries out supply orders step by step; every step may be repeated, and an order in trouble keeps no other waiting.
/// A transaction that may have left is replaced by none before the ledger says that it cannot commit, whatever auditor
/// and endorsers answer; after a restart each may have left. One thread drives it.
public final class SupplyLoop {

    private static final Logger LOG = LoggerFactory.getLogger(SupplyLoop.class);
    private static final Duration POLL = Duration.ofMillis(300);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(2);
    private static final Duration RESEND = Duration.ofSeconds(5);

    private final SupplyOrders orders;
    private final Bank bank;
    private final CentralBankInternalApi centralBank;
    private final SubmissionClient endorsers;
    private final AuditorApi auditor;
    private final TransactionTemplate transactions;

    /// Transactions that were made since the last step, or in it.
    private final Set<TransactionId> neverSent = new HashSet<>();

    SupplyLoop(
            SupplyOrders orders,
            Bank bank,
            CentralBankInternalApi centralBank,
            SubmissionClient endorsers,
            AuditorApi auditor,
            TransactionTemplate transactions) {
        this.orders = orders;
        this.bank = bank;
        this.centralBank = centralBank;
        this.endorsers = endorsers;
        this.auditor = auditor;
        this.transactions = transactions;
    }

    /// @param participant this bank's
    record Bank(int participant, WalletBook wallets, Holdings holdings, Treasury treasury, LedgerAccess ledger) {}

    /// @return 0: an order that waits for officers keeps no other loop awake
    public int step() {
        List<SupplyOrder> due = orders.due();
        forgetEnded(due);
        for (SupplyOrder order : due) {
            try {
                carryOut(order);
            } catch (RestClientException e) {
                LOG.debug("a supply order waits for others: {}", e.getMessage());
                orders.postpone(order.id(), AFTER_FAILURE);
            } catch (RuntimeException strange) {
                LOG.warn("a supply order cannot be carried out now: {}", strange.toString());
                orders.postpone(order.id(), AFTER_FAILURE);
            }
        }
        return 0;
    }

    /// An order is due when its transaction is made and stays so until it is submitted. One that is not, or has another
    /// transaction, was ended by the ledger or by somebody. What is forgotten counts as sent.
    private void forgetEnded(List<SupplyOrder> due) {
        if (!neverSent.isEmpty()) {
            neverSent.retainAll(due.stream()
                    .flatMap(order -> order.transaction().stream())
                    .map(ClientTransaction::id)
                    .toList());
        }
    }

    private void carryOut(SupplyOrder order) {
        WalletInfo treasury = bank.wallets().wallet(WalletInfo.TREASURY).orElseThrow();
        switch (order.state()) {
            case CREATED -> request(order, treasury);
            case REQUESTED -> follow(order, centralBank.supplyRequest(order.id().toHex()));
            case APPROVED -> {
                SupplyRequestView view = centralBank.supplyRequest(order.id().toHex());
                if (order.direction() == Direction.REDEMPTION && !view.state().equals("SETTLED")) {
                    complete(order, view, treasury);
                } else {
                    follow(order, view);
                }
            }
            case SUBMITTED -> {
                if (order.transaction().isPresent()) {
                    submit(order, order.transaction().get());
                } else {
                    follow(order, centralBank.supplyRequest(order.id().toHex()));
                }
            }
            case SETTLED, REFUSED -> {}
        }
    }

    private void request(SupplyOrder order, WalletInfo treasury) {
        try {
            follow(
                    order,
                    centralBank.request(new SupplyRequestOrder(
                            order.direction().name(),
                            order.id().toHex(),
                            treasury.address().owner().toHex(),
                            order.amount().minorUnits(),
                            payee(order, treasury))));
        } catch (RestClientResponseException e) {
            int status = e.getStatusCode().value();
            if (status != 422 && status != 400) {
                throw e;
            }
            LOG.warn("the central bank refuses a supply order: status={}", status);
            orders.moved(order.id(), State.REFUSED, "central-bank-answers-" + status);
        }
    }

    private @Nullable HiddenPayee payee(SupplyOrder order, WalletInfo treasury) {
        return order.direction() == Direction.WITHDRAWAL
                ? bank.treasury().payee(requestOf(order, treasury)).orElse(null)
                : null;
    }

    /// Takes over the central bank's state. A redemption is settled by this bank's own view of the ledger, unless that
    /// missed it because its transaction had been given up.
    private void follow(SupplyOrder order, SupplyRequestView view) {
        State state = State.valueOf(view.state());
        boolean ownToComplete = order.direction() == Direction.REDEMPTION && state == State.SUBMITTED;
        State next = ownToComplete ? State.APPROVED : state;
        if (next != order.state()) {
            orders.moved(order.id(), next, view.reason());
        } else {
            orders.postpone(order.id(), POLL);
        }
    }

    /// Signs or proves the redemption; where it takes too many tokens they are merged first.
    private void complete(SupplyOrder order, SupplyRequestView view, WalletInfo treasury) {
        List<OfficerApproval> approvals = view.approvals().stream()
                .map(approval -> new OfficerApproval(approval.officer(), Bytes.fromHex(approval.signature())))
                .toList();
        if (approvals.isEmpty()) {
            orders.postpone(order.id(), POLL);
            return;
        }
        Optional<TransactionId> signed = Objects.requireNonNull(transactions.execute(_ -> {
            bank.holdings().lock(WalletInfo.TREASURY);
            return bank.treasury()
                    .redemption(requestOf(order, treasury), approvals)
                    .filter(made -> orders.signed(order.id(), made))
                    .map(made -> made.transaction().id());
        }));
        signed.ifPresentOrElse(neverSent::add, () -> orders.postpone(order.id(), POLL));
    }

    private SupplyRequest requestOf(SupplyOrder order, WalletInfo treasury) {
        return new SupplyRequest(
                order.direction(),
                order.id(),
                bank.participant(),
                treasury.address().owner(),
                order.amount());
    }

    private void submit(SupplyOrder order, ClientTransaction transaction) {
        boolean first = neverSent.remove(transaction.id());
        if (bank.ledger().isSuperseded(transaction.header().configurationVersion())) {
            orders.failed(order, RefusalReason.STALE_CONFIGURATION.code());
            return;
        }
        orders.postpone(order.id(), RESEND); // before it leaves: its verdict may be here before the answer is
        Supplier<Submission> submission = () -> new Submission(transaction, audited(order, transaction));
        EndorserGroup group = bank.ledger()
                .configuration()
                .endorserGroup(transaction.header().namespace())
                .orElseThrow();
        Answer answer = first ? endorsers.submit(submission, group) : endorsers.submitAgain(submission, group);
        switch (answer) {
            case Answer.Taken _ -> {}
            case Answer.Again(String code) -> {
                LOG.warn("a supply order's transaction is not taken yet: {}", code);
                orders.postpone(order.id(), AFTER_FAILURE);
            }
            case Answer.Outdated(String code) -> {
                LOG.warn("a supply order needs another transaction: {}", code);
                orders.failed(order, code);
                orders.postpone(order.id(), AFTER_FAILURE);
            }
        }
    }

    private Optional<AuditorApproval> audited(SupplyOrder order, ClientTransaction transaction) {
        if (!ClearTokenRules.auditRequired(transaction, bank.ledger().configuration())) {
            return Optional.empty();
        }
        AuditorApi.ApprovalAnswer answer =
                auditor.approve(order.approvalRequest().get().toArray());
        return Optional.of(new AuditorApproval(answer.auditor(), Bytes.fromHex(answer.signature())));
    }
}
