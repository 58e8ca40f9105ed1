package io.florin.bank.iso20022;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The violations found in one message, kept apart by payment line: what is wrong inside a line refuses that line,
/// everything else refuses the file. Bounded, so a file made to be wrong costs no more than its size.
final class Findings {
    static final int PER_LINE_MAX = 10;
    static final int PER_FILE_MAX = 200;

    private final Set<XmlNode> lines;
    private final List<Violation> ofFile = new ArrayList<>();
    private final Map<XmlNode, List<Violation>> ofLines = new LinkedHashMap<>();

    /// @param lines the elements that are payment lines
    Findings(Collection<XmlNode> lines) {
        this.lines = Set.copyOf(lines);
    }

    void add(XmlNode at, Rule rule, String message) {
        List<Violation> list = listFor(at);
        if (list != null) {
            list.add(new Violation(at.place(), rule, message));
        }
    }

    /// At the place where a child or attribute of this element should be.
    void addBelow(XmlNode parent, String name, Rule rule, String message) {
        List<Violation> list = listFor(parent);
        if (list != null) {
            list.add(new Violation(parent.placeOf(name), rule, message));
        }
    }

    void addToFile(XmlNode at, Rule rule, String message) {
        if (ofFile.size() < PER_FILE_MAX) {
            ofFile.add(new Violation(at.place(), rule, message));
        }
    }

    /// Whether no more is reported at this place.
    boolean full(XmlNode at) {
        return listFor(at) == null;
    }

    List<Violation> ofFile() {
        return List.copyOf(ofFile);
    }

    List<Violation> ofLine(XmlNode line) {
        return List.copyOf(ofLines.getOrDefault(line, List.of()));
    }

    List<Violation> all() {
        List<Violation> all = new ArrayList<>(ofFile);
        ofLines.values().forEach(all::addAll);
        return List.copyOf(all);
    }

    private @Nullable List<Violation> listFor(XmlNode node) {
        XmlNode line = lineOf(node);
        List<Violation> list = line == null ? ofFile : ofLines.computeIfAbsent(line, unused -> new ArrayList<>(1));
        return list.size() < (line == null ? PER_FILE_MAX : PER_LINE_MAX) ? list : null;
    }

    private @Nullable XmlNode lineOf(XmlNode node) {
        for (XmlNode candidate = node; candidate != null; candidate = candidate.parent()) {
            if (lines.contains(candidate)) {
                return candidate;
            }
        }
        return null;
    }
}
