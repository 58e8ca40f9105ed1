package io.florin.auditor.incidents.adapter;

import java.security.Principal;
import java.util.List;
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

    IncidentPage(IncidentBook book) {
        this.book = book;
    }

    @GetMapping("/console/incidents")
    String incidents(@RequestParam(name = "before", defaultValue = "9223372036854775807") long before, Model model) {
        List<IncidentEntity> page = book.before(before, PAGE);
        model.addAttribute("incidents", page);
        model.addAttribute("older", page.size() == PAGE ? page.getLast().getId() : 0L);
        model.addAttribute("openAlarms", book.openAlarms());
        return "incidents";
    }

    @PostMapping("/console/incidents/{id}/acknowledgement")
    String acknowledge(@PathVariable("id") long id, @RequestParam("note") String note, Principal caller) {
        book.acknowledge(id, caller.getName(), note.strip());
        return "redirect:/console/incidents";
    }
}
