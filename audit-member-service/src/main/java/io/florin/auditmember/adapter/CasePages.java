package io.florin.auditmember.adapter;

import io.florin.auditmember.AuditCase;
import io.florin.auditmember.AuditCase.State;
import io.florin.auditmember.CaseScope;
import io.florin.crypto.Bytes32;
import io.florin.crypto.group.Scalar;
import io.florin.decisions.DecisionQuery;
import io.florin.decisions.DecisionStore;
import io.florin.decisions.LogWatch;
import io.florin.ledger.TransactionId;
import io.florin.runtime.console.ListPage;
import io.florin.runtime.console.NamePart;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/// Cases and the log as pages. Officers ask for, approve, refuse and end cases; viewers read. [CaseService] decides
/// about roles, here as for the API.
@Controller
class CasePages {
    private static final int PAGE = 100;
    private static final ListPage<AuditCase> NONE = new ListPage<>(List.of(), "", "");

    private final CaseService cases;
    private final CasePreview preview;
    private final ShareHistory shares;
    private final DecisionStore decisions;
    private final LogWatch watch;

    CasePages(CaseService cases, CommitVerifier sight, ShareHistory shares, DecisionStore decisions, LogWatch watch) {
        this.cases = cases;
        this.preview = new CasePreview(sight);
        this.shares = shares;
        this.decisions = decisions;
        this.watch = watch;
    }

    @GetMapping("/console")
    String start() {
        return "redirect:/console/cases";
    }

    /// Each of the four lists has a cursor of its own.
    @GetMapping("/console/cases")
    String all(
            @RequestParam(name = "waiting", required = false) @Nullable String waiting,
            @RequestParam(name = "own", required = false) @Nullable String own,
            @RequestParam(name = "open", required = false) @Nullable String open,
            @RequestParam(name = "ended", required = false) @Nullable String ended,
            @RequestParam(name = "text", defaultValue = "") String text,
            HttpServletRequest request,
            Model model) {
        String caller = caller(request);
        NamePart part = new NamePart(text);
        model.addAttribute("text", part.text());
        model.addAttribute("check", watch.last().orElse(null));
        boolean broken = watch.isBroken();
        model.addAttribute("waiting", broken ? NONE : cases.askedByOthers(caller, part, waiting, PAGE));
        model.addAttribute("own", broken ? NONE : cases.askedBy(caller, part, own, PAGE));
        model.addAttribute("open", broken ? NONE : cases.list(CaseSelection.OPEN, part, open, PAGE));
        model.addAttribute("ended", broken ? NONE : cases.list(CaseSelection.ENDED, part, ended, PAGE));
        return "cases";
    }

    @GetMapping("/console/cases/{reference}")
    String one(
            @PathVariable("reference") String reference,
            @RequestParam(name = "given", required = false) @Nullable String given,
            HttpServletRequest request,
            Model model) {
        AuditCase found = cases.find(reference)
                .orElseThrow(() -> new ProblemException(ProblemCode.NOT_FOUND, "There is no such case here."));
        boolean asker = found.askedBy().equals(caller(request));
        model.addAttribute("found", found);
        model.addAttribute("scope", found.scope().text());
        model.addAttribute("mayDecide", !asker && found.state() == State.ASKED);
        model.addAttribute("mayEnd", found.state() == State.OPEN || asker && found.state() == State.ASKED);
        model.addAttribute("isAsker", asker && found.state() == State.ASKED);
        if (found.state() != State.ENDED) {
            model.addAttribute("preview", preview.of(found));
        }
        model.addAttribute("history", cases.history(reference));
        model.addAttribute("given", shares.under(reference, given, PAGE));
        return "case";
    }

    @PostMapping("/console/cases")
    String ask(
            @RequestParam("reference") String reference,
            @RequestParam("reason") String reason,
            @RequestParam(name = "transaction", defaultValue = "") String transaction,
            @RequestParam(name = "enrollment", defaultValue = "") String enrollment,
            @RequestParam(name = "first", defaultValue = "") String first,
            @RequestParam(name = "last", defaultValue = "") String last,
            HttpServletRequest request,
            RedirectAttributes after) {
        String asked = reference.strip();
        return act(
                after,
                "/console/cases",
                () -> cases.ask(
                        asked,
                        scope(transaction.strip(), enrollment.strip(), first.strip(), last.strip()),
                        reason.strip(),
                        name(request)));
    }

    @PostMapping("/console/cases/{reference}/approval")
    String approve(@PathVariable("reference") String reference, HttpServletRequest request, RedirectAttributes after) {
        return act(after, page(reference), () -> cases.approve(reference, name(request)));
    }

    @PostMapping("/console/cases/{reference}/refusal")
    String refuse(
            @PathVariable("reference") String reference,
            @RequestParam("reason") String reason,
            HttpServletRequest request,
            RedirectAttributes after) {
        return act(after, page(reference), () -> cases.refuse(reference, reason.strip(), name(request)));
    }

    @PostMapping("/console/cases/{reference}/end")
    String end(
            @PathVariable("reference") String reference,
            @RequestParam("reason") String reason,
            HttpServletRequest request,
            RedirectAttributes after) {
        return act(after, page(reference), () -> cases.end(reference, reason.strip(), name(request)));
    }

    @GetMapping("/console/log")
    String log(
            @RequestParam(name = "text", defaultValue = "") String text,
            @RequestParam(name = "day", required = false) @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) @Nullable
                    LocalDate day,
            @RequestParam(name = "order", defaultValue = "NEWEST") DecisionQuery.Order order,
            @RequestParam(name = "cursor", required = false) @Nullable String cursor,
            Model model) {
        DecisionQuery query = new DecisionQuery(new NamePart(text), day, order);
        model.addAttribute("query", query);
        model.addAttribute("page", decisions.find(query, cursor, PAGE));
        model.addAttribute("notice", watch.notice());
        model.addAttribute("broken", watch.isBroken());
        return "log";
    }

    /// Reads the whole log again.
    @PostMapping("/console/log/check")
    String check() {
        watch.checkNow();
        return "redirect:/console/log";
    }

    /// To the case, or back with the reason why not.
    private static String act(RedirectAttributes after, String back, Supplier<AuditCase> act) {
        try {
            return "redirect:" + page(act.get().reference());
        } catch (ProblemException refused) {
            after.addFlashAttribute(
                    "refused",
                    Optional.ofNullable(refused.problem().getDetail()).orElse("It is refused."));
            return "redirect:" + back;
        }
    }

    private static String page(String reference) {
        return AuditCase.isReference(reference) ? "/console/cases/" + reference : "/console/cases";
    }

    private static String caller(HttpServletRequest request) {
        return CaseService.actor(name(request));
    }

    private static String name(HttpServletRequest request) {
        return request.getUserPrincipal().getName();
    }

    private static CaseScope scope(String transaction, String enrollment, String first, String last) {
        try {
            if (!transaction.isEmpty() && enrollment.isEmpty() && first.isEmpty() && last.isEmpty()) {
                return new CaseScope.OfTransaction(TransactionId.fromHex(transaction));
            }
            if (transaction.isEmpty() && !enrollment.isEmpty()) {
                return new CaseScope.OfEnrollment(
                        Scalar.ofCanonical(Bytes32.fromHex(enrollment).toArray()),
                        Long.parseLong(first),
                        Long.parseLong(last));
            }
        } catch (IllegalArgumentException malformed) {
            throw new ProblemException(
                    ProblemCode.INVALID_REQUEST,
                    "Ids have 64 hexadecimal digits, and a period 1 to " + CaseScope.BLOCKS_MAX + " blocks.");
        }
        throw new ProblemException(
                ProblemCode.INVALID_REQUEST,
                "A case is of a transaction, or of an enrollment from a first to a last block.");
    }
}
