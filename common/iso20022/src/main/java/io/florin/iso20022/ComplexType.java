package io.florin.iso20022;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A type of elements: its children in their order, its attributes, its own text.
record ComplexType(
        String name,
        boolean choice,
        List<Particle> particles,
        Map<String, Attribute> attributes,
        Optional<SimpleType> text,
        Optional<Facets.OneOf> oneOf) {
    /// One child element: how often it may occur and what it contains.
    record Particle(String name, Content content, boolean required, int max) {}

    /// An attribute and whether it must be there.
    record Attribute(SimpleType type, boolean required) {}

    /// Content of an element.
    sealed interface Content {
        /// Text of a simple type.
        record Value(SimpleType type) implements Content {}

        /// Elements, described by a class of the model.
        record Elements(Class<?> model) implements Content {}

        /// One element of any kind, not looked into.
        record Anything() implements Content {}
    }

    int indexOf(String element) {
        for (int i = 0; i < particles.size(); i++) {
            if (particles.get(i).name().equals(element)) {
                return i;
            }
        }
        return -1;
    }

    ComplexType withoutLookingInto(String element) {
        List<Particle> opened = particles.stream()
                .map(particle -> particle.name().equals(element)
                        ? new Particle(element, new Content.Anything(), particle.required(), particle.max())
                        : particle)
                .toList();
        return new ComplexType(name, choice, opened, attributes, text, oneOf);
    }

    /// Whether the type is a wrapper around one element of any kind.
    boolean anything() {
        return particles.size() == 1 && particles.getFirst().content() instanceof Content.Anything;
    }
}
