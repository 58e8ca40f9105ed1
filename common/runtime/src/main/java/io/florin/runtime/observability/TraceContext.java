package io.florin.runtime.observability;

import io.florin.crypto.Bytes32;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
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

    private static final int TRACE_DIGITS = 32;
    private static final int SPAN_DIGITS = 16;

    /// Offsets of the parts of a `traceparent`: version, trace id, span id, flags; and where it ends.
    private static final int TRACE_AT = 3;

    private static final int SPAN_AT = TRACE_AT + TRACE_DIGITS + 1;
    private static final int FLAGS_AT = SPAN_AT + SPAN_DIGITS + 1;
    private static final int LENGTH = FLAGS_AT + 2;

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final ThreadLocal<@Nullable TraceContext> CURRENT = new ThreadLocal<>();

    public TraceContext {
        if (traceId.length() != TRACE_DIGITS || !isId(traceId, 0, TRACE_DIGITS)) {
            throw new IllegalArgumentException("not a trace id");
        }
        if (spanId.length() != SPAN_DIGITS || !isId(spanId, 0, SPAN_DIGITS)) {
            throw new IllegalArgumentException("not a span id");
        }
    }

    /// A new trace with random ids.
    public static TraceContext create() {
        return new TraceContext(randomTrace(), randomSpan(), true);
    }

    /// The trace of a transaction on the ledger: the first 16 bytes of its id, which everybody has who has the
    /// transaction. It joins nothing that the id does not join.
    public static TraceContext of(Bytes32 transactionId) {
        String first = transactionId.toHex().substring(0, 32);
        return isId(first, 0, TRACE_DIGITS) ? new TraceContext(first, randomSpan(), true) : create();
    }

    /// Reads a `traceparent` of version 00 to fe; empty when it is missing or malformed.
    public static Optional<TraceContext> parse(@Nullable String traceparent) {
        if (traceparent == null
                || traceparent.length() != LENGTH
                || !isHex(traceparent, 0, 2)
                || traceparent.startsWith("ff")
                || traceparent.charAt(TRACE_AT - 1) != '-'
                || !isId(traceparent, TRACE_AT, TRACE_DIGITS)
                || traceparent.charAt(SPAN_AT - 1) != '-'
                || !isId(traceparent, SPAN_AT, SPAN_DIGITS)
                || traceparent.charAt(FLAGS_AT - 1) != '-'
                || !isHex(traceparent, FLAGS_AT, 2)) {
            return Optional.empty();
        }
        boolean sampled = (HexFormat.fromHexDigits(traceparent, FLAGS_AT, LENGTH) & 1) == 1;
        return Optional.of(new TraceContext(
                traceparent.substring(TRACE_AT, TRACE_AT + TRACE_DIGITS),
                traceparent.substring(SPAN_AT, SPAN_AT + SPAN_DIGITS),
                sampled));
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
        return new TraceContext(traceId, randomSpan(), sampled);
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

    private static boolean isHex(String text, int from, int digits) {
        for (int i = from; i < from + digits; i++) {
            char digit = text.charAt(i);
            if ((digit < '0' || digit > '9') && (digit < 'a' || digit > 'f')) {
                return false;
            }
        }
        return true;
    }

    /// Digits of which one at least is not zero.
    private static boolean isId(String text, int from, int digits) {
        if (!isHex(text, from, digits)) {
            return false;
        }
        for (int i = from; i < from + digits; i++) {
            if (text.charAt(i) != '0') {
                return true;
            }
        }
        return false;
    }

    /// Unlike any other of the platform, whoever made that one.
    private static String randomTrace() {
        byte[] random = new byte[TRACE_DIGITS / 2];
        RANDOM.nextBytes(random);
        String id = HexFormat.of().formatHex(random);
        return isId(id, 0, TRACE_DIGITS) ? id : randomTrace();
    }

    /// Each call has one, and it need only differ from those of its own trace: the secure source is too dear for that.
    private static String randomSpan() {
        long random = ThreadLocalRandom.current().nextLong();
        return random == 0 ? randomSpan() : HexFormat.of().toHexDigits(random);
    }

    /// Ends the time a context is in force.
    @FunctionalInterface
    public interface Scope extends AutoCloseable {
        @Override
        void close();
    }
}
