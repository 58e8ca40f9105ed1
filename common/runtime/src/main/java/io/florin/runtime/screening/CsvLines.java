package io.florin.runtime.screening;

import java.util.ArrayList;
import java.util.List;

/// Comma-separated values (RFC 4180): quoted values may hold commas, doubled quotes and line ends.
final class CsvLines {
    private final String text;
    private final List<List<String>> lines = new ArrayList<>();
    private List<String> line = new ArrayList<>();
    private int position;

    private CsvLines(String text) {
        this.text = text;
    }

    /// All lines that are not empty.
    static List<List<String>> parse(String text) {
        return new CsvLines(text).parse();
    }

    private List<List<String>> parse() {
        while (position < text.length()) {
            line.add(text.charAt(position) == '"' ? quoted() : plain());
            if (position >= text.length()) {
                break;
            }
            char end = text.charAt(position++);
            if (end == '\n') {
                endLine();
            } else if (position == text.length()) {
                line.add("");
            }
        }
        endLine();
        return lines;
    }

    private void endLine() {
        boolean empty = line.isEmpty() || line.size() == 1 && line.getFirst().isEmpty();
        if (!empty) {
            lines.add(List.copyOf(line));
        }
        line = new ArrayList<>();
    }

    private String plain() {
        int start = position;
        while (position < text.length() && text.charAt(position) != ',' && text.charAt(position) != '\n') {
            position++;
        }
        return text.substring(start, position).stripTrailing();
    }

    private String quoted() {
        StringBuilder value = new StringBuilder();
        position++;
        while (true) {
            int quote = text.indexOf('"', position);
            if (quote < 0) {
                throw new IllegalArgumentException("a quoted value does not end");
            }
            value.append(text, position, quote);
            position = quote + 1;
            if (position < text.length() && text.charAt(position) == '"') {
                value.append('"');
                position++;
            } else {
                break;
            }
        }
        if (position < text.length() && text.charAt(position) == '\r') {
            position++;
        }
        if (position < text.length() && text.charAt(position) != ',' && text.charAt(position) != '\n') {
            throw new IllegalArgumentException("text after a quoted value");
        }
        return value.toString();
    }
}
