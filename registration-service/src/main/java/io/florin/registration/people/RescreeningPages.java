package io.florin.registration.people;

import io.florin.decisions.Decision;
import io.florin.registration.protocol.Actor;
import io.florin.runtime.console.NamePart;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.security.Principal;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/// Tasks of rescreening as a page.
@Controller
class RescreeningPages {
    private static final int SHOWN = 100;

    private final RescreeningService rescreening;
    private final TaskList list;

    RescreeningPages(RescreeningService rescreening, TaskList list) {
        this.rescreening = rescreening;
        this.list = list;
    }

    @GetMapping("/console/rescreening")
    String tasks(
            @RequestParam(name = "text", defaultValue = "") String text,
            @RequestParam(name = "state", required = false) RescreeningTask.@Nullable State state,
            @RequestParam(name = "order", defaultValue = "NEWEST") TaskList.Order order,
            @RequestParam(name = "cursor", required = false) @Nullable String cursor,
            Model model) {
        NamePart part = new NamePart(text);
        model.addAttribute("page", list.find(new TaskList.Query(part, state, order), cursor, SHOWN));
        model.addAttribute("text", part.text());
        model.addAttribute("states", RescreeningTask.State.values());
        model.addAttribute("state", state);
        model.addAttribute("order", order.name());
        model.addAttribute("due", rescreening.dueCount());
        model.addAttribute("listVersion", rescreening.listVersion());
        return "rescreening";
    }

    @PostMapping("/console/rescreening/{id}/suspension")
    String suspend(
            @PathVariable("id") UUID id,
            @RequestParam("reason") @NotBlank @Size(max = Decision.REASON_MAX) String reason,
            Principal caller) {
        rescreening.suspend(id, Actor.person(caller.getName()), reason.strip());
        return "redirect:/console/rescreening";
    }

    @PostMapping("/console/rescreening/{id}/clearance")
    String clear(
            @PathVariable("id") UUID id,
            @RequestParam("reason") @NotBlank @Size(max = Decision.REASON_MAX) String reason,
            Principal caller) {
        rescreening.clear(id, Actor.person(caller.getName()), reason.strip());
        return "redirect:/console/rescreening";
    }
}
