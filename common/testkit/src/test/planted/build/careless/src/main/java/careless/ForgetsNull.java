package careless;

import org.jspecify.annotations.Nullable;

final class ForgetsNull {

    private ForgetsNull() {}

    static int length(@Nullable String name) {
        return name.length();
    }
}
