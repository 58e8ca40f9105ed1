package io.florin.auditor.member;

import java.util.ArrayList;
import java.util.List;

/// What the log says of parts that a share is given of: every name, in as many entries as they need.
public final class ShareEntries {
    private ShareEntries() {}

    /// @param longest characters of an entry
    public static List<String> of(String reference, List<String> parts, int longest) {
        List<String> entries = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (String part : parts) {
            names.add(part);
            if (text(reference, names).length() > longest && names.size() > 1) {
                names.removeLast();
                entries.add(text(reference, names));
                names.clear();
                names.add(part);
            }
        }
        entries.add(text(reference, names));
        return List.copyOf(entries);
    }

    private static String text(String reference, List<String> names) {
        return "case " + reference + ", " + names.size() + " parts: " + String.join(" ", names);
    }
}
