package io.florin.centralbank.overview;

import io.florin.centralbank.supply.AuditComparison;
import io.florin.runtime.console.OverviewTile;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/// Numbers of what waits, each leading to its page, and what the auditor announced.
@Controller
class OverviewPage {
    private final List<OverviewTile> tiles;
    private final AuditComparison auditor;

    OverviewPage(List<OverviewTile> tiles, AuditComparison auditor) {
        this.tiles = tiles;
        this.auditor = auditor;
    }

    @GetMapping("/console")
    String overview(Model model) {
        model.addAttribute("tiles", tiles);
        model.addAttribute("news", auditor.news());
        return "overview";
    }
}
