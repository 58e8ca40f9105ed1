package io.florin.runtime.openapi;

import io.swagger.v3.oas.models.media.Schema;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// A field that may be null. A reference says what it refers to and nothing else, so beside it stands the other choice.
public final class OrNull {
    private static final String NULL = "null";

    private OrNull() {}

    public static void allow(Schema<?> field) {
        if (field.get$ref() == null) {
            Set<String> types = new LinkedHashSet<>(field.getTypes() == null ? Set.of() : field.getTypes());
            types.add(NULL);
            field.setTypes(types);
            return;
        }
        Schema<?> referred = new Schema<>().$ref(field.get$ref());
        Schema<?> nothing = new Schema<>();
        nothing.setTypes(Set.of(NULL));
        field.set$ref(null);
        field.setTypes(null);
        field.setAnyOf(List.of(referred, nothing));
    }
}
