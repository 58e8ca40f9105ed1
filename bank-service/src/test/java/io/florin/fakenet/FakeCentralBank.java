package io.florin.fakenet;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.rules.ClearTokenRules;
import io.florin.ledger.token.Token;
import io.florin.runtime.api.CentralBankInternalApi.ApprovalView;
import io.florin.runtime.api.CentralBankInternalApi.HiddenPayee;
import io.florin.runtime.api.CentralBankInternalApi.ReserveView;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestOrder;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestView;
import io.florin.runtime.api.SupplyPayee;
import io.florin.runtime.http.ProblemException;
import io.florin.wallet.hidden.BuiltPayment;
import io.florin.wallet.hidden.HiddenAddress;
import io.florin.wallet.hidden.HiddenPaymentBuilder;
import io.florin.wallet.payment.LedgerView;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.springframework.http.HttpStatus;

/// Approves every request at once with two officers' keys and issues what banks withdraw.
public final class FakeCentralBank {

    private static final NamespaceId CURRENCY = new NamespaceId(1);

    private final FakeLedger ledger;
    private final List<Ed25519KeyPair> officers;
    private final Ed25519KeyPair auditor;
    private final Random random = new Random(7);
    private final Map<String, SupplyRequestView> requests = new LinkedHashMap<>();
    private boolean confusing;
    private boolean waiting;

    public FakeCentralBank(FakeLedger ledger, List<Ed25519KeyPair> officers, Ed25519KeyPair auditor) {
        this.auditor = auditor;
        this.ledger = ledger;
        this.officers = List.copyOf(officers);
    }

    public synchronized SupplyRequestView request(int participant, SupplyRequestOrder order) {
        return requests.computeIfAbsent(order.id(), _ -> {
            if (waiting) {
                waiting = false;
                return undecided(participant, order);
            }
            boolean strange = confusing;
            confusing = false;
            SupplyRequestView decided = decide(participant, order);
            return strange ? confused(decided) : decided;
        });
    }

    private SupplyRequestView decide(int participant, SupplyRequestOrder order) {
        SupplyRequest request = new SupplyRequest(
                SupplyRequest.Direction.valueOf(order.direction()),
                Bytes32.fromHex(order.id()),
                participant,
                OwnerKey.fromHex(order.owner()),
                Amount.of(order.amount()));
        byte[] message = request.officerMessage(ledger.network(), CURRENCY, rulesVersion());
        List<OfficerApproval> approvals = new ArrayList<>();
        for (int i = 0; i < officers.size(); i++) {
            approvals.add(new OfficerApproval(i, officers.get(i).sign(message)));
        }
        String transaction = "";
        if (request.direction() == SupplyRequest.Direction.WITHDRAWAL && order.hiddenPayee() != null) {
            transaction = issueHidden(request, order.hiddenPayee());
        } else if (request.direction() == SupplyRequest.Direction.WITHDRAWAL) {
            Token token = new Token(request.owner(), CURRENCY.value(), request.amount());
            byte[] nonce = new byte[TransactionHeader.NONCE_SIZE];
            random.nextBytes(nonce);
            TransactionHeader header = new TransactionHeader(
                    ledger.network(),
                    CURRENCY,
                    1,
                    ledger.configuration().version(),
                    ledger.configuration().limits().expiryHeight(ledger.height()),
                    Bytes.of(nonce));
            Issue issue = new Issue(header, request, List.of(token), List.of(Bytes.EMPTY), approvals);
            var answer = ledger.submit(Submission.of(issue));
            if (!answer.accepted()) {
                throw new IllegalStateException("the issue is refused: " + answer.code());
            }
            transaction = issue.id().toHex();
        }
        return new SupplyRequestView(
                order.direction(),
                order.id(),
                participant,
                order.owner(),
                order.amount(),
                "APPROVED",
                "",
                approvals.stream()
                        .map(approval -> new ApprovalView(
                                approval.officer(), approval.signature().toHex()))
                        .toList(),
                transaction);
    }

    private int rulesVersion() {
        return ledger.configuration().namespace(CURRENCY).orElseThrow().rulesVersion();
    }

    private String issueHidden(SupplyRequest request, HiddenPayee payee) {
        Bytes address = Bytes.fromHex(payee.hiddenAddress());
        boolean treasurys = Ed25519.verify(
                request.owner().value(),
                SupplyPayee.message(ledger.network(), request, address),
                Bytes.fromHex(payee.signature()).toArray());
        if (!treasurys) {
            throw new IllegalStateException("the treasury did not sign its address");
        }
        LedgerView view = new LedgerView(
                ledger.network(),
                CURRENCY,
                rulesVersion(),
                ledger.configuration().version(),
                ledger.height(),
                ledger.configuration().limits());
        BuiltPayment issue = new HiddenPaymentBuilder(
                        new HiddenCurrencies(ledger.network()), ledger.configuration(), view, new SecureRandom())
                .issue(request, HiddenAddress.decode(address.toArray()), List.of(request.amount()), List.of());
        byte[] message = issue.payment().officerMessage();
        List<OfficerApproval> approvals = new ArrayList<>();
        for (int i = 0; i < officers.size(); i++) {
            approvals.add(new OfficerApproval(i, officers.get(i).sign(message)));
        }
        HiddenPayment payment = issue.payment().withApprovals(approvals);
        Submission submission = ClearTokenRules.auditRequired(payment, ledger.configuration())
                ? new Submission(payment, Optional.of(audited(issue)))
                : Submission.of(payment);
        var answer = ledger.submit(submission);
        if (!answer.accepted()) {
            throw new IllegalStateException("the issue is refused: " + answer.code());
        }
        return issue.payment().id().toHex();
    }

    private AuditorApproval audited(BuiltPayment issue) {
        byte[] message = AuditorApproval.message(
                issue.payment().header(), issue.payment().id());
        return new AuditorApproval(0, auditor.sign(message));
    }

    /// The next request that comes is answered in words that no bank understands.
    public synchronized void confuseNext() {
        confusing = true;
    }

    /// The next request that comes waits for officers.
    public synchronized void leaveNextToOfficers() {
        waiting = true;
    }

    private static SupplyRequestView undecided(int participant, SupplyRequestOrder order) {
        return new SupplyRequestView(
                order.direction(),
                order.id(),
                participant,
                order.owner(),
                order.amount(),
                "REQUESTED",
                "",
                List.of(),
                "");
    }

    /// Ends what waits for officers; the same again changes nothing.
    public synchronized SupplyRequestView cancel(String id) {
        SupplyRequestView view = requests.get(id);
        if (view == null) {
            throw new ProblemException(HttpStatus.NOT_FOUND, "no-such-request", "There is no such request", "x");
        }
        if (!view.state().equals("REQUESTED") && !view.reason().equals("the bank took it back")) {
            throw new ProblemException(HttpStatus.CONFLICT, "already-decided", "It is decided already", "x");
        }
        SupplyRequestView ended = new SupplyRequestView(
                view.direction(),
                view.id(),
                view.participant(),
                view.owner(),
                view.amount(),
                "REFUSED",
                "the bank took it back",
                List.of(),
                "");
        requests.put(id, ended);
        return ended;
    }

    public synchronized boolean has(String id) {
        return requests.containsKey(id);
    }

    private static SupplyRequestView confused(SupplyRequestView view) {
        return new SupplyRequestView(
                view.direction(),
                view.id(),
                view.participant(),
                view.owner(),
                view.amount(),
                "ON_HOLIDAY",
                "",
                view.approvals(),
                view.transactionId());
    }

    public synchronized SupplyRequestView find(String id) {
        SupplyRequestView view = java.util.Objects.requireNonNull(requests.get(id));
        boolean issued = view.direction().equals("WITHDRAWAL")
                && ledger.status(view.transactionId()).isPresent();
        return issued
                ? new SupplyRequestView(
                        view.direction(),
                        view.id(),
                        view.participant(),
                        view.owner(),
                        view.amount(),
                        "SETTLED",
                        "",
                        view.approvals(),
                        view.transactionId())
                : view;
    }

    public ReserveView reserves(int participant) {
        return new ReserveView(participant, 1_000_000_00, 0);
    }
}
