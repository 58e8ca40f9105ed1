package io.florin.iso20022;

import java.util.List;
import java.util.stream.Collectors;

/// Holds elements against their types: unknown, misplaced, missing and repeated elements, broken choices, attributes,
/// stray text, and the facets of every value. Reports all it finds; does not look into what it does not know.
final class StructureCheck {
    private final MessageModels models;
    private final String namespace;
    private final Findings findings;

    StructureCheck(MessageModels models, String namespace, Findings findings) {
        this.models = models;
        this.namespace = namespace;
        this.findings = findings;
    }

    void check(XmlNode node, ComplexType type) {
        checkAttributes(node, type);
        if (type.text().isPresent()) {
            checkValue(node, type.text().get());
            return;
        }
        if (node.hasText()) {
            findings.add(node, Rule.TEXT_UNEXPECTED, "text where only elements are allowed");
        }
        if (type.anything()) {
            checkAnything(node);
        } else if (type.choice()) {
            checkChoice(node, type);
        } else {
            checkSequence(node, type);
        }
    }

    private void checkAttributes(XmlNode node, ComplexType type) {
        node.attributes().forEach((name, value) -> {
            ComplexType.Attribute attribute = type.attributes().get(name);
            if (attribute == null) {
                findings.addBelow(
                        node, "@" + name, Rule.ATTRIBUTE_UNEXPECTED, "no attribute " + Quoted.of(name) + " here");
            } else {
                attribute
                        .type()
                        .flawOf(value)
                        .ifPresent(flaw -> findings.addBelow(node, "@" + name, flaw.rule(), flaw.message()));
            }
        });
        type.attributes().forEach((name, attribute) -> {
            if (attribute.required() && !node.attributes().containsKey(name)) {
                findings.addBelow(node, "@" + name, Rule.ATTRIBUTE_MISSING, "the attribute " + name + " is missing");
            }
        });
    }

    private void checkAnything(XmlNode node) {
        if (node.children().isEmpty()) {
            findings.addBelow(node, "*", Rule.ELEMENT_MISSING, "one element of any kind is missing");
        } else if (node.children().size() > 1) {
            findings.add(node.children().get(1), Rule.ELEMENT_REPEATED, "only one element is allowed here");
        }
    }

    private void checkChoice(XmlNode node, ComplexType type) {
        String chosen = "";
        int count = 0;
        for (XmlNode child : node.children()) {
            int index = indexOf(child, type);
            if (index < 0) {
                unexpected(child, type.particles());
                continue;
            }
            ComplexType.Particle particle = type.particles().get(index);
            if (chosen.isEmpty()) {
                chosen = child.name();
            }
            if (!chosen.equals(child.name())) {
                findings.add(child, Rule.CHOICE_BROKEN, "only one of these is allowed: " + names(type.particles()));
            } else if (++count == particle.max() + 1) {
                findings.add(child, Rule.ELEMENT_REPEATED, "at most " + particle.max() + " allowed");
            }
            checkContent(child, particle);
        }
        if (chosen.isEmpty()) {
            findings.addBelow(
                    node,
                    type.particles().getFirst().name(),
                    Rule.ELEMENT_MISSING,
                    "one of these is missing: " + names(type.particles()));
        }
    }

    private void checkSequence(XmlNode node, ComplexType type) {
        List<ComplexType.Particle> particles = type.particles();
        int[] counts = new int[particles.size()];
        int reached = 0;
        for (XmlNode child : node.children()) {
            int index = indexOf(child, type);
            if (index < 0) {
                unexpected(child, particles.subList(reached, particles.size()));
                continue;
            }
            ComplexType.Particle particle = particles.get(index);
            if (++counts[index] == particle.max() + 1) {
                findings.add(child, Rule.ELEMENT_REPEATED, "at most " + particle.max() + " allowed");
            } else if (index < reached) {
                findings.add(
                        child,
                        Rule.ELEMENT_OUT_OF_ORDER,
                        "belongs before " + particles.get(reached).name());
            }
            reached = Math.max(reached, index);
            checkContent(child, particle);
        }
        for (int i = 0; i < counts.length; i++) {
            if (particles.get(i).required() && counts[i] == 0) {
                String name = particles.get(i).name();
                findings.addBelow(node, name, Rule.ELEMENT_MISSING, "the element " + name + " is missing");
            }
        }
        type.oneOf().ifPresent(oneOf -> checkOneOf(node, oneOf));
    }

    private void checkOneOf(XmlNode node, Facets.OneOf oneOf) {
        List<String> present = node.children().stream()
                .map(XmlNode::name)
                .filter(oneOf.elements()::contains)
                .distinct()
                .toList();
        if (present.size() > 1) {
            findings.add(
                    node, Rule.CHOICE_BROKEN, "only one of these is allowed: " + String.join(", ", oneOf.elements()));
        } else if (present.isEmpty() && !oneOf.optional()) {
            findings.addBelow(
                    node,
                    oneOf.elements().getFirst(),
                    Rule.ELEMENT_MISSING,
                    "one of these is missing: " + String.join(", ", oneOf.elements()));
        }
    }

    private void checkContent(XmlNode child, ComplexType.Particle particle) {
        switch (particle.content()) {
            case ComplexType.Content.Value value -> {
                child.attributes()
                        .keySet()
                        .forEach(name -> findings.addBelow(
                                child,
                                "@" + name,
                                Rule.ATTRIBUTE_UNEXPECTED,
                                "no attribute " + Quoted.of(name) + " here"));
                checkValue(child, value.type());
            }
            case ComplexType.Content.Elements elements -> check(child, models.typeOf(elements.model()));
            case ComplexType.Content.Anything anything -> {
                // lax: what an extension contains is its owner's business
            }
        }
    }

    private void checkValue(XmlNode node, SimpleType type) {
        if (!node.children().isEmpty()) {
            unexpected(node.children().getFirst(), List.of());
            return;
        }
        type.flawOf(node.text()).ifPresent(flaw -> findings.add(node, flaw.rule(), flaw.message()));
    }

    private int indexOf(XmlNode child, ComplexType type) {
        return child.namespace().equals(namespace) ? type.indexOf(child.name()) : -1;
    }

    private void unexpected(XmlNode child, List<ComplexType.Particle> expected) {
        if (findings.full(child)) {
            return; // a file made of unknown elements is not worth a sentence for each
        }
        String reason = child.namespace().equals(namespace) ? "" : " in namespace " + Quoted.of(child.namespace());
        findings.add(
                child,
                Rule.ELEMENT_UNEXPECTED,
                "no element " + Quoted.of(child.name()) + reason + " here; expected: "
                        + (expected.isEmpty() ? "nothing more" : names(expected)));
    }

    private static String names(List<ComplexType.Particle> particles) {
        String first =
                particles.stream().limit(8).map(ComplexType.Particle::name).collect(Collectors.joining(", "));
        return particles.size() > 8 ? first + ", …" : first;
    }
}
