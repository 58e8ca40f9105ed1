package io.florin.runtime.observability;

import io.florin.crypto.Bytes32;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/// A W3C trace context: one trace id from a REST call through internal calls to the endorser that takes the payment,
/// and another, which the transaction's id names, from there through topics to the final status ([#of(Bytes32)]).
///
/// The context in force belongs to the thread that opened it and ends with its [Scope]. It is a label for people and
/// log searches, never an authority: whoever calls may choose it, so it is kept to the form of the standard (55
/// characters, hexadecimal), and anything else is replaced. No sampling and no spans are recorded.
public record TraceContext(String traceId, String spanId, boolean sampled) {
    /// The header's name, in HTTP and in Kafka.
    public static final String HEADER = "traceparent";

    /// The key under which log lines carry the trace id.
    public static final String MDC_KEY = "traceId";

    private static final Pattern FORM = Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})");
    private static final Pattern TRACE_ID = Pattern.compile("[0-9a-f]{32}");
    private static final Pattern SPAN_ID = Pattern.compile("[0-9a-f]{16}");
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final ThreadLocal<@Nullable TraceContext> CURRENT = new ThreadLocal<>();

    public TraceContext {
        if (!TRACE_ID.matcher(traceId).matches() || isZero(traceId)) {
            throw new IllegalArgumentException("not a trace id");
        }
        if (!SPAN_ID.matcher(spanId).matches() || isZero(spanId)) {
            throw new IllegalArgumentException("not a span id");
        }
    }

    /// A new trace with random ids.
    public static TraceContext create() {
        return new TraceContext(randomHex(16), randomHex(8), true);
    }

    /// The trace of a transaction on the ledger: the first 16 bytes of its id, which everybody has who has the
    /// transaction. It joins nothing that the id does not join.
    public static TraceContext of(Bytes32 transactionId) {
        String first = transactionId.toHex().substring(0, 32);
        return isZero(first) ? create() : new TraceContext(first, randomHex(8), true);
    }

    /// Reads a `traceparent` of version 00 to fe; empty when it is missing or malformed.
    public static Optional<TraceContext> parse(@Nullable String traceparent) {
        if (traceparent == null) {
            return Optional.empty();
        }
        Matcher form = FORM.matcher(traceparent);
        if (!form.matches() || traceparent.startsWith("ff") || isZero(form.group(1)) || isZero(form.group(2))) {
            return Optional.empty();
        }
        boolean sampled = (HexFormat.fromHexDigits(form.group(3)) & 1) == 1;
        return Optional.of(new TraceContext(form.group(1), form.group(2), sampled));
    }

    /// The context in force on this thread.
    public static Optional<TraceContext> current() {
        return Optional.ofNullable(CURRENT.get());
    }

    /// The context in force on this thread, or a new one.
    public static TraceContext currentOrNew() {
        TraceContext current = CURRENT.get();
        return current == null ? create() : current;
    }

    /// The same trace under a new span id: what a callee is told.
    public TraceContext child() {
        return new TraceContext(traceId, randomHex(8), sampled);
    }

    /// The header's value.
    public String traceparent() {
        return "00-" + traceId + "-" + spanId + (sampled ? "-01" : "-00");
    }

    /// Puts this context in force on this thread, and the one before back when the scope closes.
    public Scope open() {
        TraceContext before = CURRENT.get();
        install(this);
        return () -> install(before);
    }

    private static void install(@Nullable TraceContext context) {
        if (context == null) {
            CURRENT.remove();
            MDC.remove(MDC_KEY);
        } else {
            CURRENT.set(context);
            MDC.put(MDC_KEY, context.traceId);
        }
    }

    private static boolean isZero(String hex) {
        return hex.chars().allMatch(digit -> digit == '0');
    }

    private static String randomHex(int bytes) {
        byte[] random = new byte[bytes];
        do {
            RANDOM.nextBytes(random);
        } while (isZero(HexFormat.of().formatHex(random)));
        return HexFormat.of().formatHex(random);
    }

    /// Ends the time a context is in force.
    @FunctionalInterface
    public interface Scope extends AutoCloseable {
        @Override
        void close();
    }
}
