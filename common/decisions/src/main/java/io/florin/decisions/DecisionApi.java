package io.florin.decisions;

import io.florin.decisions.DecisionLog.Entry;
import io.swagger.v3.oas.annotations.Operation;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// The log of decisions at `/v1/decisions`. A service with pages of its own imports this alone and gives both
/// collaborators.
@RestController
@RequestMapping("/v1/decisions")
public class DecisionApi {
    private final DecisionStore store;
    private final LogWatch watch;

    DecisionApi(DecisionStore store, LogWatch watch) {
        this.store = store;
        this.watch = watch;
    }

    /// @param before number of the entry before which the page ends
    @Operation(summary = "A page of the log of decisions, newest first")
    @GetMapping
    List<Entry> decisions(
            @RequestParam(name = "before", defaultValue = "9223372036854775807") long before,
            @RequestParam(name = "limit", defaultValue = "100") int limit) {
        return store.before(before, Math.max(1, limit));
    }

    /// Reads the whole log and says whether every entry is as it was written.
    @Operation(summary = "Reads the whole log and says whether every entry is as it was written")
    @GetMapping("/check")
    LogCheck check() {
        return watch.checkNow();
    }
}
