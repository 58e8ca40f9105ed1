package io.florin.auditor.openings.adapter;

import io.florin.auditor.openings.OpeningEvidence;
import io.florin.runtime.http.CompleteJson;
import io.florin.runtime.http.StrictJson;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Evidence as a file: JSON, read strictly.
final class EvidenceFile {
    /// A block has 4 MB at most, and there are three; base64 adds a third.
    static final int SIZE_MAX = 24 * 1024 * 1024;

    private static final JsonMapper JSON = mapper();

    private EvidenceFile() {}

    private static JsonMapper mapper() {
        JsonMapper.Builder builder = JsonMapper.builder();
        new StrictJson().customize(builder);
        new CompleteJson().customize(builder);
        return builder.build();
    }

    static byte[] write(OpeningEvidence evidence) {
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(evidence);
    }

    /// @throws IllegalArgumentException if it is none
    static OpeningEvidence read(byte[] file) {
        try {
            OpeningEvidence evidence = JSON.readValue(file, OpeningEvidence.class);
            if (evidence == null) {
                throw new IllegalArgumentException("it is empty");
            }
            return evidence;
        } catch (JacksonException malformed) {
            throw new IllegalArgumentException("it is no evidence of an opening", malformed);
        }
    }
}
