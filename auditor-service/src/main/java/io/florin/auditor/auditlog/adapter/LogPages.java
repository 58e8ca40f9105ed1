package io.florin.auditor.auditlog.adapter;

import io.florin.decisions.DecisionQuery;
import io.florin.decisions.DecisionStore;
import io.florin.decisions.LogCheck;
import io.florin.decisions.LogWatch;
import io.florin.runtime.console.NamePart;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;

/// The log as a page, and its check for machines.
@Controller
class LogPages {
    private static final int PAGE = 100;

    private final DecisionStore store;
    private final LogWatch watch;

    LogPages(DecisionStore store, LogWatch watch) {
        this.store = store;
        this.watch = watch;
    }

    @GetMapping("/console/log")
    String entries(
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
        return "log";
    }

    @PostMapping("/console/log/check")
    String check() {
        watch.checkNow();
        return "redirect:/console/log";
    }

    /// Reads the whole log and says whether every entry is as it was written.
    @Operation(summary = "Read the whole log of decisions and say whether every entry is as it was written")
    @ApiResponse(responseCode = "200", description = "The result, naming the first broken entry")
    @GetMapping("/v1/log/check")
    @ResponseBody
    LogCheck checkNow() {
        return watch.checkNow();
    }
}
