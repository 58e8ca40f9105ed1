package io.florin.runtime.http;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// On a contract: no answer of it is longer, and a client reads no more of one. Without it [AnswerBound#DEFAULT_BYTES]
/// hold.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface AnswerMax {
    long bytes();
}
