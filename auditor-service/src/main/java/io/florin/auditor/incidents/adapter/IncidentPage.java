package io.florin.auditor.incidents.adapter;

import io.florin.ledger.audit.IncidentKind.Severity;
import io.florin.runtime.console.NamePart;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/// Findings as a page, to be acknowledged by a person.
@Controller
class IncidentPage {
    private static final int PAGE = 100;

    private final IncidentBook book;
    private final IncidentList list;

    IncidentPage(IncidentBook book, IncidentList list) {
        this.book = book;
        this.list = list;
    }

    @GetMapping("/console/incidents")
    String incidents(
            @RequestParam(name = "text", defaultValue = "") String text,
            @RequestParam(name = "open", defaultValue = "false") boolean open,
            @RequestParam(name = "severity", required = false) @Nullable Severity severity,
            @RequestParam(name = "order", defaultValue = "NEWEST") IncidentList.Order order,
            @RequestParam(name = "cursor", required = false) @Nullable String cursor,
            Model model) {
        var query = new IncidentList.Query(new NamePart(text), open, severity, order);
        model.addAttribute("page", list.find(query, cursor, PAGE));
        model.addAttribute("text", query.text().text());
        model.addAttribute("open", open);
        model.addAttribute("severities", Severity.values());
        model.addAttribute("severity", severity);
        model.addAttribute("order", order.name());
        model.addAttribute("openAlarms", book.openAlarms());
        return "incidents";
    }

    @PostMapping("/console/incidents/{id}/acknowledgement")
    String acknowledge(@PathVariable("id") long id, @RequestParam("note") String note, Principal caller) {
        book.acknowledge(id, caller.getName(), note.strip());
        return "redirect:/console/incidents";
    }
}
