package io.florin.bank.iso20022.files;

import io.florin.bank.protocol.ApiProblems;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.observability.TraceContext;
import jakarta.validation.constraints.Min;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
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

    FilePages(PaymentFiles files, FileReports reports) {
        this.files = files;
        this.reports = reports;
    }

    @GetMapping("/console/files")
    String list(Model model) {
        model.addAttribute("files", reports.newest(FILES_SHOWN));
        return "files";
    }

    @PostMapping("/console/files")
    String upload(@RequestParam("file") MultipartFile file, Model model) {
        try {
            PaymentFiles.Receipt receipt =
                    files.receive(file.getBytes(), TraceContext.currentOrNew().traceId());
            return "redirect:/console/files/" + receipt.file().id() + (receipt.replayed() ? "?replayed=true" : "");
        } catch (ProblemException refusal) {
            if (refusal.status() != HttpStatus.UNPROCESSABLE_CONTENT) {
                throw refusal;
            }
            Map<String, Object> properties = refusal.problem().getProperties();
            model.addAttribute("problem", refusal.problem().getTitle());
            model.addAttribute("errors", properties == null ? List.of() : properties.getOrDefault("errors", List.of()));
            return list(model);
        } catch (IOException lost) {
            throw new ProblemException(ProblemCode.MALFORMED_REQUEST, "the upload cannot be read");
        }
    }

    @GetMapping("/console/files/{id}")
    String file(
            @PathVariable("id") UUID id,
            @RequestParam(name = "from", defaultValue = "1") @Min(1) int from,
            @RequestParam(name = "replayed", defaultValue = "false") boolean replayed,
            Model model) {
        model.addAttribute(
                "progress",
                reports.progress(id, from, LINES_SHOWN).orElseThrow(() -> ApiProblems.unknown("payment file")));
        model.addAttribute("next", from + LINES_SHOWN);
        model.addAttribute("replayed", replayed);
        return "file";
    }

    @GetMapping("/console/files/{id}/report")
    ResponseEntity<byte[]> report(@PathVariable("id") UUID id) {
        byte[] xml = reports.statusReport(id, false).orElseThrow(() -> ApiProblems.unknown("payment file"));
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_XML)
                .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"pacs.002-" + id + ".xml\"")
                .body(xml);
    }
}
