package io.florin.testkit;

import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/// Puts the command that replays a failed [Seeded] test into the report of its failure.
final class SeedReport implements InvocationInterceptor {

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        try {
            invocation.proceed();
        } catch (Throwable failure) {
            if (!method.getArguments().isEmpty()) {
                String replay = "replay " + context.getRequiredTestClass().getSimpleName() + "."
                        + context.getRequiredTestMethod().getName() + " with -Dseed="
                        + method.getArguments().getFirst();
                System.err.println(replay);
                failure.addSuppressed(new ReplaySeed(replay));
            }
            throw failure;
        }
    }

    /// Carries the replay command; it has no stack of its own, since only its message says something.
    static final class ReplaySeed extends RuntimeException {

        private static final long serialVersionUID = 1L;

        ReplaySeed(String message) {
            super(message, null, false, false);
        }
    }
}
