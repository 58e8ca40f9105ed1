package io.florin.registration.overview;

import io.florin.runtime.console.OverviewTile;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/// Numbers of what waits, each leading to its page.
@Controller
class OverviewPage {
    private final List<OverviewTile> tiles;

    OverviewPage(List<OverviewTile> tiles) {
        this.tiles = tiles;
    }

    @GetMapping("/console")
    String overview(Model model) {
        model.addAttribute("tiles", tiles);
        return "overview";
    }
}
