package io.florin.auditor.trace.adapter;

import io.florin.auditor.protocol.Money;
import io.florin.auditor.protocol.ReplayPosition;
import io.florin.auditor.status.adapter.CheckpointReconciler;
import io.florin.ledger.NamespaceId;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/// Place of a transaction on the ledger.
@Controller
class TracePage {
    private static final Pattern ID = Pattern.compile("[0-9a-f]{64}");

    private final TraceIndex index;
    private final ReplayPosition ledger;
    private final CheckpointReconciler agreement;

    TracePage(TraceIndex index, ReplayPosition ledger, CheckpointReconciler agreement) {
        this.index = index;
        this.ledger = ledger;
        this.agreement = agreement;
    }

    /// One place at which the transaction was ordered.
    record Place(
            long block,
            long place,
            String status,
            String kind,
            int inputs,
            String amountIn,
            int outputs,
            String amountOut,
            String amountRecorded,
            boolean agreed,
            @Nullable Instant seenAt) {}

    @GetMapping("/console/transactions")
    String transaction(@RequestParam(name = "id", defaultValue = "") String asked, Model model) {
        String id = asked.strip().toLowerCase(Locale.ROOT);
        boolean valid = ID.matcher(id).matches();
        model.addAttribute("id", id);
        model.addAttribute("malformed", !id.isEmpty() && !valid);
        model.addAttribute(
                "places", valid ? index.find(id).stream().map(this::place).toList() : List.<Place>of());
        return "transaction";
    }

    private Place place(TraceLine line) {
        Money money = ledger.configuration()
                .namespace(new NamespaceId(line.namespace()))
                .map(Money::of)
                .orElse(new Money("", 0));
        TraceLine.Values values = line.values();
        return new Place(
                line.block(),
                line.place(),
                line.status(),
                line.kind(),
                values.inputs(),
                money.text(values.amountIn()),
                values.outputs(),
                money.text(values.amountOut()),
                values.amountRecorded() == 0 ? "" : money.text(values.amountRecorded()),
                agreement.agreed(line.block()),
                ledger.seenAt(line.block()).orElse(null));
    }
}
