package io.florin.runtime.http;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Longest answer of a contract; a client reads no more of one. Without it [AnswerBound#DEFAULT_BYTES]
/// hold.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface AnswerMax {
    long bytes();
}
