package io.florin.runtime.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;

class TraceContextTest {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String SPAN = "b7ad6b7169203331";

    @Test
    void readsWhatItWrites() {
        var context = TraceContext.create();

        assertThat(TraceContext.parse(context.traceparent())).hasValue(context);
        assertThat(context.child().traceId()).isEqualTo(context.traceId());
        assertThat(context.child().spanId()).isNotEqualTo(context.spanId());
    }

    /// Whoever makes an id must not stop a service by it: the standard has no trace of zeros.
    @Test
    void aTransactionsTraceIsTheStartOfItsId() {
        Bytes32 id = Bytes32.fromHex(TRACE + "0".repeat(32));

        assertThat(TraceContext.of(id).traceId()).isEqualTo(TRACE);
        assertThat(TraceContext.of(Bytes32.fromHex("0".repeat(32) + TRACE)).traceId())
                .isNotEqualTo("0".repeat(32));
    }

    @Test
    void readsTheStandardsExample() {
        assertThat(TraceContext.parse("00-" + TRACE + "-" + SPAN + "-01"))
                .hasValue(new TraceContext(TRACE, SPAN, true));
        assertThat(TraceContext.parse("00-" + TRACE + "-" + SPAN + "-00"))
                .hasValue(new TraceContext(TRACE, SPAN, false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\nx"
            })
    void takesNothingElse(String malformed) {
        assertThat(TraceContext.parse(malformed)).isEmpty();
        assertThat(TraceContext.parse(null)).isEmpty();
    }

    @Test
    void isInForceUntilItsScopeCloses() {
        var outer = TraceContext.create();
        var inner = TraceContext.create();
        assertThat(TraceContext.current()).isEmpty();
        try (var _ = outer.open()) {
            try (var _ = inner.open()) {
                assertThat(TraceContext.current()).hasValue(inner);
                assertThat(MDC.get(TraceContext.MDC_KEY)).isEqualTo(inner.traceId());
            }
            assertThat(TraceContext.currentOrNew()).isEqualTo(outer);
        }
        assertThat(TraceContext.current()).isEmpty();
        assertThat(MDC.get(TraceContext.MDC_KEY)).isNull();
    }

    @Test
    void namesMetricsInOneForm() {
        assertThat(new Metrics("committer").name("intake", "blocks.read"))
                .isEqualTo("florin.committer.intake.blocks.read");
        assertThatThrownBy(() -> new Metrics("committer").name("intake", "Blocks"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
