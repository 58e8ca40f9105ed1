package io.florin.bank.holdings;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// `florin.bank.notes.*`: bounds of what endorsers may make a bank keep in a currency that hides owners or values.
///
/// @param waitingMax notes of one endorser that wait for their blocks, after which it is not read further until they
/// are fewer
/// @param unknownAge how long a note whose transaction nobody knows is kept at least, an hour or more; no committer may
/// be further behind, or the openings of money that commits after all are given up
@Validated
@ConfigurationProperties("florin.bank.notes")
record NoteProperties(
        @DefaultValue("50000") @Min(1) @Max(10_000_000) int waitingMax,
        @DefaultValue("7d") @DurationMin(hours = 1) Duration unknownAge) {}
