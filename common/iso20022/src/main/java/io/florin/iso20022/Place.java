package io.florin.iso20022;

/// Place in a message: an XPath without prefixes, and line and column of the XML text (1-based; 0 when
/// the text could not be read that far).
public record Place(String path, int line, int column) {
    static final Place FILE = new Place("/", 0, 0);

    @Override
    public String toString() {
        return path + " (line " + line + ", column " + column + ")";
    }
}
