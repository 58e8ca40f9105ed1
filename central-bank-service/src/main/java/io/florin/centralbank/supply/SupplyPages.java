package io.florin.centralbank.supply;

import io.florin.centralbank.officers.KeyFileOfficers;
import io.florin.centralbank.protocol.SupplyProblem;
import io.florin.centralbank.supply.SupplySummary.SupplyPoint;
import io.florin.decisions.DecisionLog;
import io.florin.runtime.console.NamePart;
import io.florin.runtime.http.ProblemException;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.security.Principal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/// Approvals and supply as pages.
@Controller
class SupplyPages {
    private static final int SHOWN = 100;
    private static final int POINTS = 1000;
    private static final int ROWS = 20;

    private final SupplyService supply;
    private final RequestList requests;
    private final SupplySummary book;
    private final SupplyCheck check;
    private final KeyFileOfficers officers;
    private final DecisionLog log;

    SupplyPages(
            SupplyService supply,
            RequestList requests,
            SupplySummary book,
            SupplyCheck check,
            KeyFileOfficers officers,
            DecisionLog log) {
        this.supply = supply;
        this.requests = requests;
        this.book = book;
        this.check = check;
        this.officers = officers;
        this.log = log;
    }

    @GetMapping("/console/supply")
    String supply(Model model) {
        SupplyFigures view = book.view();
        model.addAttribute("supply", view);
        model.addAttribute("banks", book.byBank());
        model.addAttribute("points", book.history(ROWS).reversed());
        model.addAttribute("share", SupplyChart.share(view.outstanding(), view.opened()));
        model.addAttribute("comparedBlock", check.comparedBlock().orElse(-1L));
        return "supply";
    }

    /// Points of the chart.
    @GetMapping("/console/supply/points")
    @ResponseBody
    List<SupplyPoint> points() {
        return book.overview(POINTS);
    }

    @GetMapping("/console/approvals")
    String approvals(
            @RequestParam(name = "id", defaultValue = "") String id,
            @RequestParam(name = "bank", required = false) @Nullable Integer bank,
            @RequestParam(name = "state", required = false) @Nullable RequestState state,
            @RequestParam(name = "order", defaultValue = "NEWEST") RequestList.Order order,
            @RequestParam(name = "cursor", required = false) @Nullable String cursor,
            Model model) {
        NamePart part = new NamePart(id);
        model.addAttribute("states", RequestState.values());
        model.addAttribute("id", part.text());
        model.addAttribute("bank", bank);
        model.addAttribute("state", state);
        model.addAttribute("order", order.name());
        model.addAttribute("waiting", supply.waiting());
        model.addAttribute("page", requests.find(new RequestList.Query(part, bank, state, order), cursor, SHOWN));
        return "approvals";
    }

    @GetMapping("/console/approvals/{id}")
    String request(@PathVariable("id") String id, Principal caller, Model model) {
        RequestFile request = supply.view(SupplyController.id(id)).orElseThrow(SupplyProblem.NO_SUCH_REQUEST::refusal);
        Optional<Integer> officer = officers.officerOf(caller.getName());
        boolean signed = officer.isPresent()
                && request.approvals().stream().anyMatch(approval -> approval.index() == officer.get());
        model.addAttribute("order", request);
        model.addAttribute(
                "mayApprove", officer.isPresent() && !signed && request.state().equals("REQUESTED"));
        model.addAttribute("signed", signed);
        model.addAttribute("history", log.of("supply-request/" + request.id()));
        return "approval";
    }

    /// @param digest of the request on the page that the officer read
    @PostMapping("/console/approvals/{id}/approval")
    String approve(
            @PathVariable("id") String id,
            @RequestParam("digest") @NotBlank @Size(max = 64) String digest,
            @RequestParam("passphrase") @NotBlank @Size(max = 256) String passphrase,
            Principal officer,
            RedirectAttributes after) {
        try {
            supply.approve(SupplyController.id(id), officer.getName(), digest, passphrase.toCharArray());
        } catch (ProblemException refused) {
            after.addFlashAttribute("refused", refused.problem().getDetail());
        }
        return "redirect:/console/approvals/" + id;
    }

    @PostMapping("/console/approvals/{id}/refusal")
    String refuse(
            @PathVariable("id") String id,
            @RequestParam("reason") @NotBlank @Size(max = 140) String reason,
            Principal officer,
            RedirectAttributes after) {
        try {
            supply.refuse(SupplyController.id(id), officer.getName(), reason.strip());
        } catch (ProblemException refused) {
            after.addFlashAttribute("refused", refused.problem().getDetail());
        }
        return "redirect:/console/approvals/" + id;
    }
}
