package io.florin.bank.files;

import io.florin.bank.approvals.FourEyes;
import io.florin.bank.payments.adapter.ScheduledPayments;
import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.SearchText;
import io.florin.iso20022.PaymentLine;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.observability.TraceContext;
import jakarta.validation.constraints.Min;
import java.io.IOException;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;

/// Payment files as pages.
@Controller
class FilePages {

    private static final int FILES_SHOWN = 100;
    private static final int LINES_SHOWN = 200;

    private final PaymentFiles files;
    private final FileReports reports;
    private final FileDrafts drafts;
    private final FourEyes fourEyes;
    private final ScheduledPayments schedule;

    FilePages(
            PaymentFiles files, FileReports reports, FileDrafts drafts, FourEyes fourEyes, ScheduledPayments schedule) {
        this.schedule = schedule;
        this.files = files;
        this.reports = reports;
        this.drafts = drafts;
        this.fourEyes = fourEyes;
    }

    /// Lists of files. Those that wait for a second person stand above those that were taken.
    enum Show {
        TAKEN,
        DECIDED,
        REFUSED
    }

    /// @param waiting cursor of the list of those that wait
    @GetMapping("/console/files")
    String list(
            @RequestParam(name = "show", defaultValue = "TAKEN") Show show,
            @RequestParam(name = "text", defaultValue = "") String text,
            @RequestParam(name = "cursor", required = false) @Nullable String cursor,
            @RequestParam(name = "waiting", required = false) @Nullable String waiting,
            Model model) {
        SearchText searched = new SearchText(text);
        model.addAttribute("show", show);
        model.addAttribute("text", searched.text());
        switch (show) {
            case TAKEN -> {
                model.addAttribute("waiting", drafts.newest(true, searched, waiting, FILES_SHOWN));
                model.addAttribute("page", reports.newest(searched, cursor, FILES_SHOWN));
            }
            case DECIDED -> model.addAttribute("page", drafts.newest(false, searched, cursor, FILES_SHOWN));
            case REFUSED -> model.addAttribute("page", reports.newestRefused(searched, cursor, FILES_SHOWN));
        }
        return "files";
    }

    @PostMapping("/console/files")
    String upload(@RequestParam("file") MultipartFile file, Principal clerk, Model model) {
        try {
            byte[] xml = file.getBytes();
            Optional<PaymentFiles.Summary> large =
                    files.summary(xml).filter(summary -> fourEyes.needsSecondPerson(summary.total()));
            if (large.isPresent()) {
                drafts.enter(xml, large.get(), clerk.getName());
                return "redirect:/console/files";
            }
            return received(files.receive(xml, TraceContext.currentOrNew().traceId()));
        } catch (ProblemException refusal) {
            return refused(refusal, model);
        } catch (IOException lost) {
            throw new ProblemException(ProblemCode.MALFORMED_REQUEST, "the upload cannot be read");
        }
    }

    private static String received(PaymentFiles.Receipt receipt) {
        return "redirect:/console/files/" + receipt.file().id() + (receipt.replayed() ? "?replayed=true" : "");
    }

    private String refused(ProblemException refusal, Model model) {
        if (refusal.status() != HttpStatus.UNPROCESSABLE_CONTENT) {
            throw refusal;
        }
        Map<String, Object> more = refusal.problem().getProperties();
        model.addAttribute(
                "problem",
                refusal.problem().getTitle() + ": " + refusal.problem().getDetail());
        model.addAttribute("errors", more == null ? List.of() : more.getOrDefault("errors", List.of()));
        return list(Show.TAKEN, "", null, null, model);
    }

    /// A file that waits, line by line: a person who decides sees what is decided.
    @GetMapping("/console/approvals/files/{id}")
    String held(
            @PathVariable("id") UUID id,
            @RequestParam(name = "from", defaultValue = "1") @Min(1) int from,
            Principal caller,
            Model model) {
        FileDrafts.Draft draft = drafts.find(id).orElseThrow(() -> ApiProblems.unknown("payment file to approve"));
        List<PaymentLine> lines = files.lines(drafts.content(id));
        model.addAttribute("draft", draft);
        model.addAttribute("me", caller.getName());
        model.addAttribute(
                "lines", lines.stream().skip(from - 1L).limit(LINES_SHOWN).toList());
        model.addAttribute("next", from + LINES_SHOWN <= lines.size() ? from + LINES_SHOWN : 0);
        return "held-file";
    }

    @PostMapping("/console/approvals/files/{id}/approval")
    String approve(@PathVariable("id") UUID id, Principal approver, Model model) {
        try {
            return received(drafts.approve(
                    id, approver.getName(), TraceContext.currentOrNew().traceId()));
        } catch (ProblemException refusal) {
            return refused(refusal, model);
        }
    }

    @PostMapping("/console/approvals/files/{id}/refusal")
    String refuse(@PathVariable("id") UUID id, Principal approver, Model model) {
        try {
            drafts.refuse(id, approver.getName());
            return "redirect:/console/files?show=DECIDED";
        } catch (ProblemException refusal) {
            return refused(refusal, model);
        }
    }

    @GetMapping("/console/files/{id}")
    String file(
            @PathVariable("id") UUID id,
            @RequestParam(name = "from", defaultValue = "1") @Min(1) int from,
            @RequestParam(name = "replayed", defaultValue = "false") boolean replayed,
            Model model) {
        model.addAttribute("replayed", replayed);
        return page(id, from, "", model);
    }

    private String page(UUID id, int from, String problem, Model model) {
        FileReports.Progress progress =
                reports.progress(id, from, LINES_SHOWN).orElseThrow(() -> ApiProblems.unknown("payment file"));
        model.addAttribute("progress", progress);
        model.addAttribute("scheduled", progress.states().getOrDefault(PaymentState.SCHEDULED, 0L));
        model.addAttribute("next", from + LINES_SHOWN);
        model.addAttribute("problem", problem);
        return "file";
    }

    @PostMapping("/console/files/{id}/cancellation")
    String cancel(@PathVariable("id") UUID id, Model model) {
        try {
            schedule.cancelFile(id);
            return "redirect:/console/files/" + id;
        } catch (ProblemException late) {
            return page(id, 1, String.valueOf(late.problem().getDetail()), model);
        }
    }

    @GetMapping("/console/files/{id}/report")
    ResponseEntity<byte[]> report(
            @PathVariable("id") UUID id, @RequestParam(name = "customer", defaultValue = "false") boolean customer) {
        byte[] xml = reports.statusReport(id, customer).orElseThrow(() -> ApiProblems.unknown("payment file"));
        String name = customer ? "pain.002-" : "pacs.002-";
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_XML)
                .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"" + name + id + ".xml\"")
                .body(xml);
    }
}
