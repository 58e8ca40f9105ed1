package io.florin.ordering.chain.adapter;

import io.florin.ordering.chain.ChainTimings;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// Waits of the header chain, `florin.ordering.chain.*`; see [ChainTimings].
@Validated
@ConfigurationProperties("florin.ordering.chain")
public record ChainProperties(
        @DefaultValue("500ms") @NotNull Duration beat,
        @DefaultValue("4s") @NotNull Duration silent,
        @DefaultValue("5s") @NotNull Duration settle,
        @DefaultValue("5s") @NotNull Duration deadGroup,
        @DefaultValue("30s") @NotNull Duration start,
        @DefaultValue("20s") @NotNull Duration stall,
        @DefaultValue("4s") @NotNull Duration opening,
        @DefaultValue("5s") @NotNull Duration gate,
        @DefaultValue("5s") @NotNull Duration rejoin) {

    ChainTimings timings() {
        return new ChainTimings(
                beat.toMillis(),
                silent.toMillis(),
                settle.toMillis(),
                deadGroup.toMillis(),
                start.toMillis(),
                stall.toMillis(),
                opening.toMillis(),
                gate.toMillis(),
                rejoin.toMillis());
    }
}
