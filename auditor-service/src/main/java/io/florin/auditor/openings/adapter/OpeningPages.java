package io.florin.auditor.openings.adapter;

import io.florin.auditor.openings.OpenedPayment;
import io.florin.auditor.protocol.Money;
import io.florin.auditor.protocol.ReplayPosition;
import io.florin.ledger.NamespaceId;
import io.florin.runtime.console.NamePart;
import io.florin.runtime.http.ProblemException;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/// Cases and openings as a page. What is opened is shown once, in the answer to the form.
@Controller
class OpeningPages {
    private static final NamespaceId CURRENCY = new NamespaceId(1);
    private static final int LISTED = 100;

    private final DisclosureService disclosures;
    private final EvidenceService evidence;
    private final OpeningLog log;
    private final KeyWatch watch;
    private final ReplayPosition ledger;

    OpeningPages(
            DisclosureService disclosures,
            EvidenceService evidence,
            OpeningLog log,
            KeyWatch watch,
            ReplayPosition ledger) {
        this.disclosures = disclosures;
        this.evidence = evidence;
        this.log = log;
        this.watch = watch;
        this.ledger = ledger;
    }

    /// A member's answer about a case.
    record CaseLine(int member, String state) {}

    /// Somebody of an opened payment.
    record PersonLine(String enrollmentId, String point, boolean registered, String value) {}

    /// The last check of a key.
    record KeyLine(int namespace, long epoch, String at, int good, String wrong, boolean opens) {}

    @GetMapping("/console/openings")
    String openings(
            @RequestParam(name = "reference", defaultValue = "") String reference,
            @RequestParam(name = "about", defaultValue = "") String about,
            @RequestParam(name = "before", defaultValue = "9223372036854775807") long before,
            Model model) {
        fill(model, reference.strip(), "");
        entries(model, before, new NamePart(about));
        try {
            model.addAttribute(
                    "cases",
                    reference.isBlank()
                            ? List.of()
                            : disclosures.cases(reference.strip()).entrySet().stream()
                                    .map(each -> new CaseLine(each.getKey(), each.getValue()))
                                    .toList());
        } catch (ProblemException refused) {
            refuse(model, refused);
        }
        return "openings";
    }

    @PostMapping("/console/openings")
    String open(
            @RequestParam("reference") String reference,
            @RequestParam("transaction") String transaction,
            Principal caller,
            Model model) {
        try {
            OpenedPayment opened = disclosures.open(reference.strip(), transaction.strip(), caller.getName());
            fill(model, reference.strip(), transaction.strip());
            show(model, opened);
        } catch (ProblemException refused) {
            fill(model, reference.strip(), transaction.strip());
            refuse(model, refused);
        }
        return "openings";
    }

    /// Opens it and gives the evidence as a file; the page says why not.
    @PostMapping("/console/openings/evidence")
    Object evidence(
            @RequestParam("reference") String reference,
            @RequestParam("transaction") String transaction,
            Principal caller,
            Model model) {
        try {
            return OpeningController.attachment(
                    evidence.make(reference.strip(), transaction.strip(), caller.getName()));
        } catch (ProblemException refused) {
            fill(model, reference.strip(), transaction.strip());
            refuse(model, refused);
            return "openings";
        }
    }

    private void entries(Model model, long before, NamePart about) {
        List<OpeningLog.Entry> entries = log.before(before, LISTED, about);
        model.addAttribute("about", about.text());
        model.addAttribute("entries", entries);
        model.addAttribute("older", entries.size() == LISTED ? entries.getLast().sequence() : 0L);
    }

    private void fill(Model model, String reference, String transaction) {
        entries(model, Long.MAX_VALUE, new NamePart(""));
        model.addAllAttributes(Map.of(
                "reference",
                reference,
                "transaction",
                transaction,
                "problem",
                "",
                "shown",
                false,
                "cases",
                List.of(),
                "keys",
                keys()));
    }

    private List<KeyLine> keys() {
        return watch.last().entrySet().stream()
                .map(each -> new KeyLine(
                        each.getKey().namespace().value(),
                        each.getKey().epoch(),
                        each.getValue().at().toString(),
                        each.getValue().good(),
                        each.getValue().wrong().toString(),
                        each.getValue().opens()))
                .toList();
    }

    private static void refuse(Model model, ProblemException refused) {
        model.addAttribute(
                "problem", Optional.ofNullable(refused.problem().getDetail()).orElse("It is refused."));
    }

    private void show(Model model, OpenedPayment opened) {
        Money money = ledger.configuration().namespace(CURRENCY).map(Money::of).orElse(new Money("", 0));
        model.addAttribute("shown", true);
        model.addAttribute("opened", opened);
        model.addAttribute(
                "payers",
                opened.payers().stream()
                        .map(payer -> new PersonLine(payer.enrollmentId(), payer.point(), payer.registered(), ""))
                        .toList());
        model.addAttribute(
                "outputs",
                opened.outputs().stream()
                        .map(output -> new PersonLine(
                                output.payee().enrollmentId(),
                                output.payee().point(),
                                output.payee().registered(),
                                money.text(output.value())))
                        .toList());
    }
}
