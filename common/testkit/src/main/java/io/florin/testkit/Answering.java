package io.florin.testkit;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Interfaces of which a test needs a few methods and has to see that no other is called.
public final class Answering {

    private Answering() {}

    /// Answers to calls by the names of methods, from their arguments; any other call is a failure.
    public static <T> T answering(Class<T> type, Map<String, Function<Object[], @Nullable Object>> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (_, called, arguments) -> {
                    Object answer = Optional.ofNullable(answers.get(called.getName()))
                            .orElseThrow(() -> new UnsupportedOperationException(called.getName()))
                            .apply(arguments);
                    return called.getReturnType() == void.class ? null : answer;
                }));
    }
}
