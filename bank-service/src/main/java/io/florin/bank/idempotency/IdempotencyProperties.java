package io.florin.bank.idempotency;

import jakarta.validation.constraints.AssertTrue;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// `florin.bank.idempotency.*`.
///
/// @param retention how long the answer to a key is kept, at least an hour; whoever repeats a request later than that
/// does it a second time
/// @param purgePoll how often it is looked for answers to forget
@Validated
@ConfigurationProperties("florin.bank.idempotency")
public record IdempotencyProperties(
        @DefaultValue("7d") Duration retention,
        @DefaultValue("1m") Duration purgePoll) {

    private static final Duration RETENTION_MIN = Duration.ofHours(1);

    @AssertTrue(message = "the retention is at least an hour, or retries pay twice")
    boolean isLongEnough() {
        return retention.compareTo(RETENTION_MIN) >= 0;
    }
}
