package io.florin.sandbox.check;

import java.util.Set;
import java.util.function.Function;

/// One promise and how to look whether it holds.
///
/// @param sabotages names of what breaks exactly this promise, for `--sabotage`
public record Check(String name, String promise, Set<String> sabotages, Function<CheckContext, CheckResult> look) {

    /// A check that cannot be done has failed.
    public CheckResult run(CheckContext context) {
        try {
            return look.apply(context);
        } catch (RuntimeException e) {
            String message = e.getMessage() == null ? "" : e.getMessage();
            return CheckResult.broken(e.getClass().getSimpleName() + ": "
                    + message.lines().findFirst().orElse(""));
        }
    }
}
