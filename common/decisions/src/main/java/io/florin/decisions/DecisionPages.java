package io.florin.decisions;

import io.florin.decisions.DecisionLog.Entry;
import java.util.List;
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
    String decisions(@RequestParam(name = "before", defaultValue = "9223372036854775807") long before, Model model) {
        List<Entry> entries = store.before(before, PAGE);
        model.addAttribute("entries", entries);
        model.addAttribute("older", entries.size() == PAGE ? entries.getLast().sequence() : 0);
        model.addAttribute("notice", watch.notice());
        return "decisions";
    }

    @PostMapping("/console/decisions/check")
    String check() {
        watch.checkNow();
        return "redirect:/console/decisions";
    }
}
