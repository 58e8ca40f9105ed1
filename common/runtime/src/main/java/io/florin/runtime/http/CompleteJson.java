package io.florin.runtime.http;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import tools.jackson.databind.json.JsonMapper;

/// Refuses JSON in which a field of a record or an element of a list is missing or null: for services that read answers
/// of others whom they do not trust, and whose contracts have no optional fields. An answer without a field is then an
/// answer that cannot be read, and nothing that a caller of a contract has to think of.
public final class CompleteJson implements JsonMapperBuilderCustomizer {

    @Override
    public void customize(JsonMapper.Builder builder) {
        builder.changeDefaultNullHandling(_ -> JsonSetter.Value.construct(Nulls.FAIL, Nulls.FAIL));
    }
}
