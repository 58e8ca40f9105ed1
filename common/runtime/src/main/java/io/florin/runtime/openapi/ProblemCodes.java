package io.florin.runtime.openapi;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The codes of problems that an operation answers with at one HTTP status, beside those of every service. An operation
/// that names its own problems has none of those that [ApiDescription] names for all.
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(ProblemCodes.All.class)
public @interface ProblemCodes {

    int status();

    /// None where the general codes of the status say all.
    String[] value() default {};

    /// Several statuses of one operation.
    @Documented
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @interface All {
        ProblemCodes[] value();
    }
}
