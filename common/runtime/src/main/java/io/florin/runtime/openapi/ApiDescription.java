package io.florin.runtime.openapi;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A service's words about its API.
///
/// @param problems the codes of its own problems by HTTP status; those of every service are added
public record ApiDescription(String title, String description, Map<Integer, List<String>> problems) {

    public ApiDescription {
        problems = Map.copyOf(new TreeMap<>(problems));
    }
}
