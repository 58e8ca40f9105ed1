package io.florin.iso20022;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads a file, takes the document out of its envelope, and holds it and its business application header against
/// their structure and against the rules that need no knowledge of accounts.
final class MessageCheck {
    private static final int ENVELOPE_DEPTH_MAX = 5;
    private static final String DOCUMENT = "Document";
    private static final String HEADER = "AppHdr";

    private final MessageModels models;
    private final ReadLimits limits;

    /// A message that could be read, with all that was found wrong with it.
    ///
    /// @param body the one element inside `Document`; the document itself when it has none
    record Checked(MessageDefinition definition, XmlNode body, List<XmlNode> lines, Findings findings) {}

    MessageCheck(MessageModels models, ReadLimits limits) {
        this.models = models;
        this.limits = limits;
    }

    Checked check(byte[] xml) throws RefusedFile {
        XmlNode root = new XmlText(limits).read(xml);
        XmlNode document = document(root);
        MessageDefinition definition = models.definitionOf(document.namespace())
                .orElseThrow(() -> new RefusedFile(
                        document.place(),
                        Rule.MESSAGE_NOT_SUPPORTED,
                        "no message or version we know: " + Quoted.of(document.namespace())));
        XmlNode body =
                document.children().isEmpty() ? document : document.children().getFirst();
        Optional<PaymentForm> form = PaymentForm.of(definition.type());
        List<XmlNode> lines = form.map(payments -> payments.lines(body)).orElse(List.of());
        if (lines.size() > limits.linesMax()) {
            throw new RefusedFile(
                    lines.getLast().place(),
                    Rule.TOO_MANY_LINES,
                    "the file has more than " + limits.linesMax() + " payment lines");
        }
        List<XmlNode> batches = form.map(payments -> payments.parts(body)).orElse(List.of());
        Findings findings = new Findings(batches, lines);
        new StructureCheck(models, document.namespace(), findings).check(document, models.documentType(definition));
        checkHeader(root, definition, body, findings);
        new IdentifierRules(findings, form.isPresent()).check(document);
        form.ifPresent(payments -> {
            new TotalRules(payments, findings).check(body);
            new DuplicateRules(findings).check(lines);
        });
        return new Checked(definition, body, lines, findings);
    }

    private static XmlNode document(XmlNode root) throws RefusedFile {
        List<XmlNode> documents = new ArrayList<>();
        collect(root, DOCUMENT, 1, documents);
        if (documents.isEmpty()) {
            throw new RefusedFile(root.place(), Rule.DOCUMENT_MISSING, "no ISO 20022 document in the file");
        }
        if (documents.size() > 1) {
            throw new RefusedFile(
                    documents.get(1).place(), Rule.DOCUMENT_REPEATED, "only one document is allowed in a file");
        }
        return documents.getFirst();
    }

    /// Elements of this name in an envelope; neither documents nor headers are searched for more of them.
    private static void collect(XmlNode node, String name, int depth, List<XmlNode> found) {
        if (node.name().equals(name)) {
            found.add(node);
        } else if (depth < ENVELOPE_DEPTH_MAX
                && !node.name().equals(DOCUMENT)
                && !node.name().equals(HEADER)) {
            node.children().forEach(child -> collect(child, name, depth + 1, found));
        }
    }

    private void checkHeader(XmlNode root, MessageDefinition definition, XmlNode body, Findings findings) {
        List<XmlNode> headers = new ArrayList<>();
        collect(root, HEADER, 1, headers);
        if (headers.isEmpty()) {
            return;
        }
        if (headers.size() > 1) {
            findings.addToFile(headers.get(1), Rule.ELEMENT_REPEATED, "only one header is allowed in a file");
        }
        XmlNode header = headers.getFirst();
        Optional<ComplexType> type = models.headerType(header.namespace());
        if (type.isEmpty()) {
            findings.addToFile(
                    header, Rule.MESSAGE_NOT_SUPPORTED, "no header we know: " + Quoted.of(header.namespace()));
            return;
        }
        new StructureCheck(models, header.namespace(), findings).check(header, type.get());
        new HeaderRules(findings).check(header, definition, body);
    }
}
