package io.florin.auditor.report.adapter;

import io.florin.auditor.protocol.LedgerView;
import io.florin.auditor.protocol.ReportSection;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseBody;

/// The integrity report: for each section its facts and whether they are sound.
@Controller
class ReportController {
    private final List<ReportSection> sections;
    private final LedgerView ledger;
    private final InstantSource clock;

    ReportController(List<ReportSection> sections, LedgerView ledger, InstantSource clock) {
        this.sections = sections.stream()
                .sorted(java.util.Comparator.comparing(ReportSection::name))
                .toList();
        this.ledger = ledger;
        this.clock = clock;
    }

    /// @param facts in a fixed order, by the section's name
    record Report(String network, long block, String at, boolean sound, Map<String, Object> sections) {}

    /// A section on the page.
    record Part(String name, String title, boolean sound, List<Fact> facts) {}

    /// A fact on the page.
    record Fact(String name, String value) {}

    @Operation(summary = "The integrity report: facts by section, and whether they are sound")
    @ApiResponse(responseCode = "200", description = "The report at this moment")
    @GetMapping("/v1/report")
    @ResponseBody
    Report report() {
        Map<String, Object> parts = new LinkedHashMap<>();
        boolean sound = true;
        for (ReportSection section : sections) {
            LinkedHashMap<String, Object> part = new LinkedHashMap<>(section.facts());
            part.putFirst("sound", section.sound());
            parts.put(section.name(), part);
            sound &= section.sound();
        }
        return new Report(
                ledger.network().toHex(), ledger.height(), clock.instant().toString(), sound, parts);
    }

    @GetMapping("/console/report")
    String page(Model model) {
        List<Part> parts = sections.stream()
                .map(section -> new Part(
                        section.name(),
                        section.title(),
                        section.sound(),
                        section.facts().entrySet().stream()
                                .filter(fact -> !(fact.getValue() instanceof List<?>))
                                .map(fact -> new Fact(fact.getKey(), String.valueOf(fact.getValue())))
                                .toList()))
                .toList();
        model.addAttribute("parts", parts);
        model.addAttribute("sound", parts.stream().allMatch(Part::sound));
        model.addAttribute("at", clock.instant());
        model.addAttribute("block", ledger.height());
        return "report";
    }
}
