package io.florin.decisions;

import io.florin.runtime.console.NamePart;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/// The log of decisions as pages.
@Controller
class DecisionPages {
    private static final int PAGE = 100;

    private final DecisionStore store;
    private final LogWatch watch;

    DecisionPages(DecisionStore store, LogWatch watch) {
        this.store = store;
        this.watch = watch;
    }

    @GetMapping("/console/decisions")
    String decisions(
            @RequestParam(name = "text", defaultValue = "") String text,
            @RequestParam(name = "day", required = false) @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) @Nullable
                    LocalDate day,
            @RequestParam(name = "order", defaultValue = "NEWEST") DecisionQuery.Order order,
            @RequestParam(name = "cursor", required = false) @Nullable String cursor,
            Model model) {
        DecisionQuery query = new DecisionQuery(new NamePart(text), day, order);
        model.addAttribute("query", query);
        model.addAttribute("page", store.find(query, cursor, PAGE));
        model.addAttribute("notice", watch.notice());
        return "decisions";
    }

    @PostMapping("/console/decisions/check")
    String check() {
        watch.checkNow();
        return "redirect:/console/decisions";
    }
}
