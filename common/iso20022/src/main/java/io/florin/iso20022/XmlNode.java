package io.florin.iso20022;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An XML element as read: names, attributes, text, children and its place. Built by [XmlText] and then only read.
final class XmlNode {
    private final String namespace;
    private final String name;
    private final @Nullable XmlNode parent;
    private final int line;
    private final int column;
    private final Map<String, String> attributes = new LinkedHashMap<>(2);
    private final List<XmlNode> children = new ArrayList<>(4);
    private final StringBuilder text = new StringBuilder(0);
    private boolean childrenNumbered;
    private boolean alone = true;
    private int index = 1;

    XmlNode(String namespace, String name, @Nullable XmlNode parent, int line, int column) {
        this.namespace = namespace;
        this.name = name;
        this.parent = parent;
        this.line = line;
        this.column = column;
    }

    void addAttribute(String attribute, String value) {
        attributes.put(attribute, value);
    }

    void addChild(XmlNode child) {
        children.add(child);
    }

    void addText(String characters) {
        text.append(characters);
    }

    String namespace() {
        return namespace;
    }

    String name() {
        return name;
    }

    @Nullable
    XmlNode parent() {
        return parent;
    }

    Map<String, String> attributes() {
        return attributes;
    }

    List<XmlNode> children() {
        return children;
    }

    String text() {
        return text.toString();
    }

    boolean hasText() {
        return !text.toString().isBlank();
    }

    /// The first child reached by these names, one level each.
    Optional<XmlNode> at(String... names) {
        XmlNode node = this;
        for (String step : names) {
            XmlNode next = null;
            for (XmlNode child : node.children) {
                if (child.name.equals(step)) {
                    next = child;
                    break;
                }
            }
            if (next == null) {
                return Optional.empty();
            }
            node = next;
        }
        return Optional.of(node);
    }

    /// The trimmed text of the first child reached by these names, if there is one and it is not blank.
    Optional<String> textAt(String... names) {
        return at(names).map(node -> node.text().strip()).filter(value -> !value.isEmpty());
    }

    List<XmlNode> all(String child) {
        return children.stream().filter(node -> node.name.equals(child)).toList();
    }

    /// This element and everything below it, in the order of the document.
    Stream<XmlNode> everything() {
        return Stream.concat(Stream.of(this), children.stream().flatMap(XmlNode::everything));
    }

    Place place() {
        return new Place(path(), line, column);
    }

    /// The place where a child of this name would be.
    Place placeOf(String child) {
        return new Place(path() + "/" + child, line, column);
    }

    private String path() {
        if (parent == null) {
            return "/" + name;
        }
        parent.numberChildren();
        return parent.path() + "/" + name + (alone ? "" : "[" + index + "]");
    }

    /// Numbers all children at once: asking each child to count its siblings would be quadratic in a file of lines.
    private void numberChildren() {
        if (childrenNumbered) {
            return;
        }
        Map<String, Integer> counts = new HashMap<>();
        for (XmlNode child : children) {
            child.index = counts.merge(child.name, 1, Integer::sum);
        }
        for (XmlNode child : children) {
            child.alone = counts.getOrDefault(child.name, 0) == 1;
        }
        childrenNumbered = true;
    }
}
