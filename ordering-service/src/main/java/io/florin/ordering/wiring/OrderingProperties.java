package io.florin.ordering.wiring;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.nio.file.Path;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/// `florin.ordering.*`.
///
/// @param dataDirectory keeps the vote log, the blocks, their index and the consensus key
/// @param standIn how long a bundle of another primary waits before this party submits it too
/// @param batch how batches are cut
@Validated
@ConfigurationProperties("florin.ordering")
public record OrderingProperties(
        @NotNull Path dataDirectory,
        @DefaultValue("2s") @NotNull Duration standIn,
        @DefaultValue @Valid @NotNull BatchProperties batch) {

    /// @param spacing how long no block has come, at least, when a batch is cut without company: at most so often there
    ///     is a block or two of them, while every bundle fits into one
    /// @param company the longest wait for company
    /// @param cut bytes at which a batch is cut at once
    /// @param lanes batches of this party under way at a time
    public record BatchProperties(
            @DefaultValue("50ms") @NotNull Duration spacing,
            @DefaultValue("300ms") @NotNull Duration company,
            @DefaultValue("256KB") @NotNull DataSize cut,
            @DefaultValue("4") @Min(1) @Max(16) int lanes) {}
}
