package io.florin.auditor.report.adapter;

import io.florin.auditor.protocol.AuditedCurrency;
import io.florin.auditor.protocol.ReplayPosition;
import io.florin.auditor.protocol.ReportSection;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseBody;

/// The integrity report: for each section its facts and whether they are sound.
@Controller
class ReportController {
    private final List<ReportSection> sections;
    private final ReplayPosition ledger;
    private final AuditedCurrency currency;
    private final InstantSource clock;

    ReportController(
            List<ReportSection> sections, ReplayPosition ledger, AuditedCurrency currency, InstantSource clock) {
        this.sections = sections.stream()
                .sorted(Comparator.comparing(ReportSection::name))
                .toList();
        this.ledger = ledger;
        this.currency = currency;
        this.clock = clock;
    }

    /// @param facts in a fixed order, by the section's name
    record Report(String network, long block, String at, boolean sound, Map<String, Object> sections) {}

    /// A section on the page.
    record Part(String name, String title, boolean sound, List<Fact> facts, List<Lines> tables) {}

    /// A fact that is a list: a table of its own.
    record Lines(String title, List<String> headings, List<List<String>> rows) {}

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

    /// The same file for people who are signed in to the pages.
    @GetMapping("/console/report/export")
    ResponseEntity<Report> export() {
        Report report = report();
        String name = "florin-report-block-" + report.block() + ".json";
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_JSON)
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        ContentDisposition.attachment().filename(name).build().toString())
                .body(report);
    }

    @GetMapping("/console/report")
    String page(Model model) {
        var words = new ReportWords(currency.money());
        List<Part> parts =
                sections.stream().map(section -> part(section, words)).toList();
        model.addAttribute("parts", parts);
        model.addAttribute("sound", parts.stream().allMatch(Part::sound));
        model.addAttribute("at", clock.instant());
        model.addAttribute("block", ledger.height());
        return "report";
    }

    private static Part part(ReportSection section, ReportWords words) {
        List<Fact> facts = new ArrayList<>();
        List<Lines> tables = new ArrayList<>();
        section.facts().forEach((name, value) -> {
            if (value instanceof List<?> lines && !lines.isEmpty()) {
                tables.add(lines(words.label(name), lines, words));
            } else if (!(value instanceof List<?>)) {
                facts.add(new Fact(words.label(name), words.value(name, value)));
            }
        });
        return new Part(section.name(), section.title(), section.sound(), facts, tables);
    }

    private static Lines lines(String title, List<?> lines, ReportWords words) {
        List<String> keys = lines.getFirst() instanceof Map<?, ?> first
                ? first.keySet().stream().map(String::valueOf).toList()
                : List.of("");
        List<List<String>> rows = lines.stream()
                .map(line -> line instanceof Map<?, ?> cells
                        ? keys.stream()
                                .map(key -> words.value(key, Objects.requireNonNullElse(cells.get(key), "")))
                                .toList()
                        : List.of(String.valueOf(line)))
                .toList();
        return new Lines(title, keys.stream().map(words::label).toList(), rows);
    }
}
