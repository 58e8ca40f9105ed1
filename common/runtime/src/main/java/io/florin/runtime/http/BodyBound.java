package io.florin.runtime.http;

import jakarta.servlet.http.HttpServletRequest;
import java.util.OptionalLong;

/// A bean that bounds bodies of some requests otherwise than `florin.http.body-max` does.
@FunctionalInterface
public interface BodyBound {
    /// The longest body of this request in bytes; empty where this bound has no say.
    OptionalLong bytesMax(HttpServletRequest request);
}
