package io.florin.centralbank.configuration;

import io.florin.centralbank.configuration.LedgerConfiguration.Seen;
import io.florin.centralbank.officers.KeyFileOfficers;
import io.florin.centralbank.protocol.ConfigurationProblem;
import io.florin.centralbank.protocol.MoneyText;
import io.florin.crypto.hash.Sha256;
import io.florin.decisions.DecisionLog;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.rules.AuditWarnings;
import io.florin.runtime.Failure;
import io.florin.runtime.http.ProblemException;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import tools.jackson.databind.json.JsonMapper;

/// The configuration in force and its changes as pages.
@Controller
class ConfigurationPages {
    private static final int NEWEST = 100;

    private final ChangeService changes;
    private final LedgerConfiguration ledger;
    private final KeyFileOfficers officers;
    private final DecisionLog log;
    private final MoneyText money;
    private final JsonMapper json;
    private final ChangesConfiguration.IdSource ids;

    ConfigurationPages(
            ChangeService changes,
            LedgerConfiguration ledger,
            KeyFileOfficers officers,
            DecisionLog log,
            MoneyText money,
            JsonMapper json,
            ChangesConfiguration.IdSource ids) {
        this.changes = changes;
        this.ledger = ledger;
        this.officers = officers;
        this.log = log;
        this.money = money;
        this.json = json;
        this.ids = ids;
    }

    @GetMapping("/console/configuration")
    String configuration(
            @RequestParam(name = "cursor", required = false) @Nullable String cursor, Principal caller, Model model) {
        Optional<Seen> asked = ask();
        Seen seen = asked.orElseGet(ledger::known);
        model.addAttribute("answered", asked.isPresent());
        model.addAttribute("now", CurrentConfiguration.of(seen, ledger.network().toHex()));
        model.addAttribute("settings", SettingsText.of(seen.configuration()));
        model.addAttribute("policies", AuditPolicy.values());
        model.addAttribute("warnings", AuditWarnings.of(seen.configuration()));
        model.addAttribute("changes", changes.newest(cursor, NEWEST));
        model.addAttribute("key", ids.get().toString());
        model.addAttribute(
                "mayPropose",
                asked.isPresent() && officers.officerOf(caller.getName()).isPresent());
        return "configuration";
    }

    private Optional<Seen> ask() {
        try {
            return Optional.of(ledger.ask());
        } catch (Failure away) {
            return Optional.empty();
        }
    }

    /// @param fields as the form on the page has them
    @PostMapping("/console/configuration/changes")
    String propose(
            @RequestParam("key") @NotBlank @Size(max = 128) String key,
            @RequestParam("reason") @NotBlank @Size(max = 140) String reason,
            @RequestParam Map<String, String> fields,
            Principal caller,
            RedirectAttributes after) {
        try {
            ChangeForm form = form(reason.strip(), fields);
            byte[] request = json.writeValueAsBytes(form);
            ConfigurationProposal proposal = changes.propose(key, Sha256.hash(request), form, caller.getName());
            return "redirect:/console/configuration/changes/" + proposal.id();
        } catch (ProblemException refused) {
            after.addFlashAttribute("refused", refused.problem().getDetail());
            return "redirect:/console/configuration";
        }
    }

    private ChangeForm form(String reason, Map<String, String> fields) {
        try {
            List<ChangeForm.TierLimits> tiers = new ArrayList<>();
            for (var tier : ledger.known().configuration().tiers()) {
                tiers.add(new ChangeForm.TierLimits(
                        tier.id(), money(fields, "paymentMax-" + tier.id()), money(fields, "holdingMax-" + tier.id())));
            }
            return new ChangeForm(
                    number(fields, "baseVersion"),
                    reason,
                    new ChangeForm.Audit(
                            AuditPolicy.valueOf(field(fields, "auditPolicy")), money(fields, "auditThreshold")),
                    new ChangeForm.Officers(
                            Math.toIntExact(number(fields, "approvalsRequired")), lines(fields, "officerKeys")),
                    lines(fields, "auditorKeys"),
                    tiers,
                    new ChangeForm.Limits(number(fields, "expiryBlocksMax")),
                    keys(fields));
        } catch (IllegalArgumentException | ArithmeticException unreadable) {
            throw ConfigurationProblem.IMPOSSIBLE_CONFIGURATION.refusal("A field of the form cannot be read.");
        }
    }

    /// Each line of what is added is the public part of a key; each line of what ends names whose, namespace and epoch.
    private static ChangeForm.Keys keys(Map<String, String> fields) {
        List<ChangeForm.KeyName> ended = new ArrayList<>();
        for (String line : optionalLines(fields, "keysEnded")) {
            String[] words = line.split("\\s+");
            if (words.length != 3) {
                throw new IllegalArgumentException(line);
            }
            ended.add(new ChangeForm.KeyName(
                    ChangeForm.KeyHolders.valueOf(words[0].toUpperCase(Locale.ROOT)),
                    Integer.parseInt(words[1]),
                    Long.parseLong(words[2])));
        }
        return new ChangeForm.Keys(optionalLines(fields, "keysAdded"), ended);
    }

    private static String field(Map<String, String> fields, String name) {
        String value = fields.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name);
        }
        return value.strip();
    }

    private static long number(Map<String, String> fields, String name) {
        return Long.parseLong(field(fields, name));
    }

    private long money(Map<String, String> fields, String name) {
        return money.minorUnits(field(fields, name))
                .filter(amount -> amount >= 0)
                .orElseThrow(() -> new IllegalArgumentException(name));
    }

    private static List<String> optionalLines(Map<String, String> fields, String name) {
        return fields.containsKey(name) ? lines(fields, name) : List.of();
    }

    private static List<String> lines(Map<String, String> fields, String name) {
        return field(fields, name)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
    }

    @GetMapping("/console/configuration/changes/{id}")
    String change(@PathVariable("id") UUID id, Principal caller, Model model) {
        Seen seen = ask().orElseGet(ledger::known);
        ConfigurationProposal proposal = changes.proposal(id).orElseThrow(ConfigurationProblem.NO_SUCH_CHANGE::refusal);
        Optional<Integer> officer = officers.officerOf(caller.getName());
        boolean signed = officer.isPresent()
                && proposal.approvals().stream()
                        .anyMatch(approval -> approval.officer() == KeyFileOfficers.number(officer.get()));
        boolean waits = proposal.state() == ChangeState.PROPOSED
                && proposal.baseVersion() == seen.configuration().version();
        model.addAttribute("change", proposal);
        model.addAttribute("open", proposal.state().isOpen());
        model.addAttribute("mayApprove", officer.isPresent() && !signed && waits);
        model.addAttribute("mayRefuse", officer.isPresent() && proposal.state() == ChangeState.PROPOSED);
        model.addAttribute("signed", signed);
        model.addAttribute("history", log.of(ChangeService.subject(id)));
        return "configuration-change";
    }

    /// @param digest of the change on the page that the officer read
    @PostMapping("/console/configuration/changes/{id}/approval")
    String approve(
            @PathVariable("id") UUID id,
            @RequestParam("digest") @NotBlank @Size(max = 64) String digest,
            @RequestParam("passphrase") @NotBlank @Size(max = 256) String passphrase,
            Principal officer,
            RedirectAttributes after) {
        try {
            changes.approve(id, officer.getName(), digest, passphrase.toCharArray());
        } catch (ProblemException refused) {
            after.addFlashAttribute("refused", refused.problem().getDetail());
        }
        return "redirect:/console/configuration/changes/" + id;
    }

    @PostMapping("/console/configuration/changes/{id}/refusal")
    String refuse(
            @PathVariable("id") UUID id,
            @RequestParam("reason") @NotBlank @Size(max = 140) String reason,
            Principal officer,
            RedirectAttributes after) {
        try {
            changes.refuse(id, officer.getName(), reason.strip());
        } catch (ProblemException refused) {
            after.addFlashAttribute("refused", refused.problem().getDetail());
        }
        return "redirect:/console/configuration/changes/" + id;
    }
}
