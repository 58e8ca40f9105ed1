package io.florin.auditor.approval.adapter;

import io.florin.auditor.approval.adapter.ApprovalEntity.State;
import io.florin.auditor.protocol.Money;
import io.florin.auditor.protocol.ReplayPosition;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.RailDeposit;
import io.florin.ledger.client.RailRescue;
import io.florin.ledger.client.RailRescueOutcome;
import io.florin.ledger.client.RailWithdrawal;
import io.florin.ledger.client.Redeem;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.console.NamePart;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.security.Principal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/// Transactions above limits as pages; a person decides on those that wait.
@Controller
class ApprovalPages {
    private static final int LISTED = 100;
    private final ApprovalService approvals;
    private final ApprovalList list;
    private final ReplayPosition ledger;

    ApprovalPages(ApprovalService approvals, ApprovalList list, ReplayPosition ledger) {
        this.approvals = approvals;
        this.list = list;
        this.ledger = ledger;
    }

    /// A line of a list.
    record Line(ApprovalEntity approval, String amount) {}

    /// A token of the transaction.
    record TokenLine(String owner, String value) {}

    @GetMapping("/console/approvals")
    String approvals(
            @RequestParam(name = "waiting", required = false) @Nullable String waiting,
            @RequestParam(name = "decided", required = false) @Nullable String decided,
            @RequestParam(name = "id", defaultValue = "") String id,
            @RequestParam(name = "state", required = false) @Nullable State state,
            @RequestParam(name = "order", defaultValue = "TIME") ApprovalList.Order order,
            Model model) {
        var query = new ApprovalList.Query(new NamePart(id), state, order);
        model.addAttribute("waiting", list.waiting(query, waiting, LISTED).map(this::lines));
        model.addAttribute("decided", list.decided(query, decided, LISTED).map(this::lines));
        model.addAttribute("id", query.id().text());
        model.addAttribute("states", List.of(State.APPROVED, State.REFUSED, State.EXPIRED));
        model.addAttribute("state", state);
        model.addAttribute("order", order.name());
        model.addAttribute("height", ledger.height());
        return "approvals";
    }

    @GetMapping("/console/approvals/{id}")
    String approval(@PathVariable("id") String id, Model model) {
        ApprovalEntity row = approvals
                .find(id)
                .orElseThrow(() -> new ProblemException(ProblemCode.NOT_FOUND, "There is no such transaction."));
        Money money = money(row);
        ClientTransaction transaction = row.transaction();
        model.addAttribute("approval", row);
        model.addAttribute("amount", money.text(row.amount()));
        model.addAttribute("pending", row.getState() == State.PENDING);
        model.addAttribute(
                "inputs",
                tokens(
                        switch (transaction) {
                            case Transfer transfer -> of(transfer.inputs());
                            case Redeem redeem -> of(redeem.inputs());
                            case RailDeposit deposit -> of(deposit.inputs());
                            case Issue _,
                                    HiddenPayment _,
                                    ConfigurationChange _,
                                    RailWithdrawal _,
                                    RailRescue _,
                                    RailRescueOutcome _ -> List.of();
                        },
                        money));
        model.addAttribute(
                "outputs",
                tokens(
                        switch (transaction) {
                            case Transfer transfer -> transfer.outputs();
                            case Redeem redeem -> redeem.change();
                            case Issue issue -> issue.outputs();
                            case RailDeposit deposit -> deposit.change();
                            case RailWithdrawal withdrawal -> withdrawal.outputs();
                            case HiddenPayment _, ConfigurationChange _, RailRescue _, RailRescueOutcome _ -> List.of();
                        },
                        money));
        return "approval";
    }

    @PostMapping("/console/approvals/{id}/approval")
    String approve(@PathVariable("id") String id, Principal caller) {
        approvals.approveByPerson(id, caller.getName());
        return "redirect:/console/approvals/" + id;
    }

    @PostMapping("/console/approvals/{id}/refusal")
    String refuse(@PathVariable("id") String id, @RequestParam("reason") String reason, Principal caller) {
        approvals.refuseByPerson(id, caller.getName(), reason.strip());
        return "redirect:/console/approvals/" + id;
    }

    private List<Line> lines(List<ApprovalEntity> rows) {
        return rows.stream()
                .map(row -> new Line(row, money(row).text(row.amount())))
                .toList();
    }

    private Money money(ApprovalEntity row) {
        return ledger.configuration()
                .namespace(new NamespaceId(row.namespace()))
                .map(Money::of)
                .orElse(new Money("", 0));
    }

    private static List<Token> of(List<TokenReference> inputs) {
        return inputs.stream().map(TokenReference::token).toList();
    }

    private static List<TokenLine> tokens(List<Token> tokens, Money money) {
        return tokens.stream()
                .map(token -> new TokenLine(
                        token.owner().toHex(), money.text(token.value().minorUnits())))
                .toList();
    }
}
