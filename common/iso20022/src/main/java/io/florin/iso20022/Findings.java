package io.florin.iso20022;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The violations found in one message, kept apart by the smallest unit they are in: what is wrong inside a line
/// refuses that line, what is wrong in a batch outside its lines refuses the batch, everything else refuses the file.
/// Bounded, so a file made to be wrong costs no more than its size.
final class Findings {
    static final int PER_LINE_MAX = 10;
    static final int PER_BATCH_MAX = 50;
    static final int PER_FILE_MAX = 200;

    private final Set<XmlNode> lines;
    private final Set<XmlNode> batches;
    private final List<Violation> ofFile = new ArrayList<>();
    private final Map<XmlNode, List<Violation>> ofBatches = new LinkedHashMap<>();
    private final Map<XmlNode, List<Violation>> ofLines = new LinkedHashMap<>();

    /// @param batches the elements that hold lines, below the message itself; none where the message is one batch
    /// @param lines the elements that are payment lines
    Findings(Collection<XmlNode> batches, Collection<XmlNode> lines) {
        this.batches = Set.copyOf(batches);
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

    List<Violation> ofBatch(XmlNode batch) {
        return List.copyOf(ofBatches.getOrDefault(batch, List.of()));
    }

    List<Violation> ofLine(XmlNode line) {
        return List.copyOf(ofLines.getOrDefault(line, List.of()));
    }

    List<Violation> all() {
        List<Violation> all = new ArrayList<>(ofFile);
        ofBatches.values().forEach(all::addAll);
        ofLines.values().forEach(all::addAll);
        return List.copyOf(all);
    }

    private @Nullable List<Violation> listFor(XmlNode node) {
        for (XmlNode candidate = node; candidate != null; candidate = candidate.parent()) {
            if (lines.contains(candidate)) {
                return room(ofLines.computeIfAbsent(candidate, _ -> new ArrayList<>(1)), PER_LINE_MAX);
            }
            if (batches.contains(candidate)) {
                return room(ofBatches.computeIfAbsent(candidate, _ -> new ArrayList<>(1)), PER_BATCH_MAX);
            }
        }
        return room(ofFile, PER_FILE_MAX);
    }

    private static @Nullable List<Violation> room(List<Violation> list, int max) {
        return list.size() < max ? list : null;
    }
}
