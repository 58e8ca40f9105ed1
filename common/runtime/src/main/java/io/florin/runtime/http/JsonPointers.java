package io.florin.runtime.http;

import java.util.List;
import tools.jackson.core.JacksonException;

/// JSON pointers (RFC 6901) from Jackson's and Jakarta Validation's ideas of a place.
final class JsonPointers {

    private JsonPointers() {}

    /// The place where reading failed; the whole document is the empty pointer.
    static String of(List<JacksonException.Reference> path) {
        var pointer = new StringBuilder();
        for (JacksonException.Reference step : path) {
            String name = step.getPropertyName();
            pointer.append('/').append(name == null ? Integer.toString(step.getIndex()) : escape(name));
        }
        return pointer.toString();
    }

    /// The pointer of a validation path such as `lines[3].amount`.
    static String ofValidationPath(String path) {
        if (path.isEmpty()) {
            return "";
        }
        var pointer = new StringBuilder();
        for (String step : path.split("\\.")) {
            for (String part : step.split("\\[")) {
                if (!part.isEmpty()) {
                    pointer.append('/')
                            .append(escape(part.endsWith("]") ? part.substring(0, part.length() - 1) : part));
                }
            }
        }
        return pointer.toString();
    }

    private static String escape(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }
}
