package io.florin.runtime.http;

/// One entry of a problem's `errors`: where in the body (a JSON pointer, RFC 6901) and what is wrong there.
public record FieldError(String pointer, String detail) {}
