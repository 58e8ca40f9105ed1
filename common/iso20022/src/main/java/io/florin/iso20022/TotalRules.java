package io.florin.iso20022;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Stated totals agree with the lines: number of transactions, control sum, total settlement amount. Those of the group
/// header are of the whole message and refuse it, those of a batch refuse the batch. All lines count, refused ones too.
/// A line with a negative amount is refused for that alone: the sum agrees if it counts such amounts with their sign,
/// without it, or not at all. A sum cannot be recomputed when the amount of a line is unreadable (that line is refused
/// for it); then the readable amounts must at least not exceed it.
final class TotalRules {
    private final PaymentForm form;
    private final Findings findings;

    TotalRules(PaymentForm form, Findings findings) {
        this.form = form;
        this.findings = findings;
    }

    void check(XmlNode body) {
        body.at("GrpHdr").ifPresent(header -> {
            Totals totals = Totals.of(form, form.lines(body));
            check(header, totals);
            header.at("TtlIntrBkSttlmAmt").ifPresent(total -> checkSettlementTotal(total, body));
        });
        if (form == PaymentForm.CUSTOMER) {
            for (XmlNode batch : form.batches(body)) {
                check(batch, Totals.of(form, batch.all(PaymentForm.LINE)));
            }
        }
    }

    private void check(XmlNode holder, Totals totals) {
        holder.at("NbOfTxs")
                .filter(node -> node.text().matches("[0-9]{1,15}"))
                .filter(node -> Long.parseLong(node.text()) != totals.lines())
                .ifPresent(node -> findings.add(
                        node,
                        Rule.NUMBER_OF_TRANSACTIONS,
                        "stated " + Quoted.of(node.text()) + ", the lines are " + totals.lines()));
        holder.at("CtrlSum").ifPresent(node -> checkSum(node, totals));
    }

    /// Lines of another currency cannot add up with the rest: each is refused for it, and the sum is that of the
    /// others.
    private void checkSettlementTotal(XmlNode total, XmlNode body) {
        String currency = currencyOf(total);
        List<XmlNode> others = form.lines(body).stream()
                .filter(line -> form.amount(line)
                        .filter(amount -> !currencyOf(amount).equals(currency))
                        .isPresent())
                .toList();
        others.forEach(line -> findings.add(
                form.amount(line).orElse(line),
                Rule.CONTROL_SUM,
                "not in the currency of the total settlement amount"));
        Set<XmlNode> apart = Set.copyOf(others);
        Totals same = Totals.of(
                form,
                form.lines(body).stream().filter(line -> !apart.contains(line)).toList());
        checkSum(total, others.isEmpty() ? same : same.open());
    }

    private static String currencyOf(XmlNode amount) {
        return amount.attributes().getOrDefault("Ccy", "");
    }

    private void checkSum(XmlNode stated, Totals totals) {
        Optional<BigDecimal> sum = Totals.number(stated);
        if (sum.isEmpty()) {
            return;
        }
        if (!totals.agreeWith(sum.get())) {
            findings.add(
                    stated,
                    Rule.CONTROL_SUM,
                    "stated " + Quoted.of(stated.text()) + ", the lines add up to "
                            + totals.sum().stripTrailingZeros().toPlainString());
        }
    }

    /// Number and sum of some lines.
    ///
    /// @param sum with the signs as written
    /// @param negative sum of the negative amounts, zero or less
    /// @param complete whether every amount could be read
    private record Totals(int lines, BigDecimal sum, BigDecimal negative, boolean complete) {
        private static final int DIGITS_MAX = 30;

        static Totals of(PaymentForm form, List<XmlNode> lines) {
            BigDecimal sum = BigDecimal.ZERO;
            BigDecimal negative = BigDecimal.ZERO;
            boolean complete = true;
            for (XmlNode line : lines) {
                Optional<BigDecimal> amount = form.amount(line).flatMap(Totals::number);
                complete &= amount.isPresent();
                sum = sum.add(amount.orElse(BigDecimal.ZERO));
                negative = negative.add(amount.orElse(BigDecimal.ZERO).min(BigDecimal.ZERO));
            }
            return new Totals(lines.size(), sum, negative, complete);
        }

        /// The same with more to come: a lower bound.
        Totals open() {
            return new Totals(lines, sum, negative, false);
        }

        boolean agreeWith(BigDecimal stated) {
            BigDecimal positive = sum.subtract(negative);
            return complete
                    ? Stream.of(sum, positive, positive.subtract(negative))
                            .anyMatch(possible -> possible.compareTo(stated) == 0)
                    : sum.compareTo(stated) <= 0;
        }

        /// Numbers with more digits than the schemas allow are not computed with.
        static Optional<BigDecimal> number(XmlNode node) {
            return DecimalText.parse(node.text())
                    .filter(number -> number.totalDigits() <= DIGITS_MAX && number.fractionDigits() <= DIGITS_MAX)
                    .map(DecimalText::value);
        }
    }
}
