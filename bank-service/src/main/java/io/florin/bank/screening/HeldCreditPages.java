package io.florin.bank.screening;

import io.florin.bank.approvals.FourEyes;
import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.PlainText;
import io.florin.bank.screening.HeldCreditReleases.Wish;
import io.florin.decisions.DecisionLog;
import io.florin.runtime.console.NamePart;
import io.florin.runtime.http.ProblemException;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.security.Principal;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Held credits as pages.
@Controller
class HeldCreditPages {

    private static final int SHOWN = 100;

    private final HeldCredits credits;
    private final HeldCreditReleases releases;
    private final DecisionLog log;
    private final FourEyes fourEyes;
    private final IdSource ids;
    private final JsonMapper json;

    HeldCreditPages(
            HeldCredits credits,
            HeldCreditReleases releases,
            DecisionLog log,
            FourEyes fourEyes,
            IdSource ids,
            JsonMapper json) {
        this.credits = credits;
        this.releases = releases;
        this.log = log;
        this.fourEyes = fourEyes;
        this.ids = ids;
        this.json = json;
    }

    @GetMapping("/console/held-credits")
    String list(
            @RequestParam(name = "text", defaultValue = "") String text,
            @RequestParam(name = "state", required = false) HeldCredit.@Nullable State state,
            @RequestParam(name = "all", defaultValue = "false") boolean all,
            @RequestParam(name = "order", defaultValue = "NEWEST") HeldCredits.Order order,
            @RequestParam(name = "cursor", required = false) @Nullable String cursor,
            Model model) {
        NamePart part = new NamePart(text);
        model.addAttribute("credits", credits.find(new HeldCredits.Query(part, state, all, order), cursor, SHOWN));
        model.addAttribute("text", part.text());
        model.addAttribute("states", HeldCredit.State.values());
        model.addAttribute("state", state);
        model.addAttribute("all", all);
        model.addAttribute("order", order.name());
        return "held-credits";
    }

    @GetMapping("/console/held-credits/{id}")
    String show(@PathVariable("id") UUID id, Model model) {
        return page(id, "", model);
    }

    private String page(UUID id, String problem, Model model) {
        model.addAttribute("credit", credits.find(id).orElseThrow(() -> ApiProblems.unknown("held credit")));
        model.addAttribute("decisions", log.of(HeldCreditReleases.subject(id)));
        model.addAttribute("key", ids.get().toString());
        model.addAttribute("problem", problem);
        return "held-credit";
    }

    /// @param key made with the form, so that sending it twice orders it once
    /// @param version that the page showed
    @PostMapping("/console/held-credits/{id}/release")
    String release(
            @PathVariable("id") UUID id,
            @RequestParam("version") int version,
            @RequestParam("reason") @NotBlank @Size(max = 140) @Pattern(regexp = PlainText.PATTERN) String reason,
            @RequestParam("key") @Size(min = 1, max = 64) String key,
            Principal caller,
            Model model) {
        try {
            ResponseEntity<String> answer =
                    releases.order(fourEyes, new Wish(id, version, reason), caller.getName(), key);
            JsonNode body = json.readTree(String.valueOf(answer.getBody()));
            return answer.getStatusCode().isError()
                    ? page(id, body.path("detail").asString(""), model)
                    : "redirect:" + body.path("page").asString();
        } catch (ProblemException refusal) {
            return refused(id, refusal, model);
        }
    }

    @PostMapping("/console/held-credits/{id}/keep")
    String keep(
            @PathVariable("id") UUID id,
            @RequestParam("reason") @NotBlank @Size(max = 140) @Pattern(regexp = PlainText.PATTERN) String reason,
            Principal caller,
            Model model) {
        try {
            releases.keep(id, reason, caller.getName());
            return "redirect:" + HeldCreditReleases.PAGE + id;
        } catch (ProblemException refusal) {
            return refused(id, refusal, model);
        }
    }

    private String refused(UUID id, ProblemException refusal, Model model) {
        if (refusal.status() == HttpStatus.NOT_FOUND) {
            throw refusal;
        }
        return page(id, String.valueOf(refusal.problem().getDetail()), model);
    }
}
