package io.florin.testkit.planted.injected;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;

final class FieldInjected {

    @Autowired
    private @Nullable String name;

    @Nullable
    String name() {
        return name;
    }
}
