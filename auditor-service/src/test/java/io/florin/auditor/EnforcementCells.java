package io.florin.auditor;

import io.florin.ledger.fixture.AuditedModel;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.http.StrictJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// docs/enforcement.json: who enforces which rule in which model under which audit.
final class EnforcementCells {
    static final Path DOCS = Path.of("..", "docs");
    static final List<String> RULES =
            List.of("revoke", "freeze", "tier limit", "holding limit", "AML stream", "supply");

    private final List<JsonNode> all = read();

    private static List<JsonNode> read() {
        try {
            List<JsonNode> cells = new ArrayList<>();
            StrictJson.mapper()
                    .readTree(Files.readString(DOCS.resolve("enforcement.json")))
                    .forEach(cells::add);
            return List.copyOf(cells);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    List<JsonNode> all() {
        return all;
    }

    /// The one cell of a rule in the clear.
    JsonNode clear(String rule) {
        return one(PrivacyModel.CLEAR, "-", rule);
    }

    /// The one cell of a rule where something is hidden.
    JsonNode cell(AuditedModel model, String rule) {
        return one(model.model(), model.audit(), rule);
    }

    /// Component that enforces the rule.
    String by(AuditedModel model, String rule) {
        return cell(model, rule).get("by").asString();
    }

    private JsonNode one(PrivacyModel model, String audit, String rule) {
        return all.stream()
                .filter(cell -> cell.get("model").asString().equals(model.name().toLowerCase(Locale.ROOT))
                        && cell.get("audit").asString().equals(audit)
                        && cell.get("rule").asString().equals(rule))
                .reduce((_, _) -> {
                    throw new IllegalStateException("a cell twice: " + model + ", " + audit + ", " + rule);
                })
                .orElseThrow(() -> new IllegalStateException("no cell: " + model + ", " + audit + ", " + rule));
    }
}
