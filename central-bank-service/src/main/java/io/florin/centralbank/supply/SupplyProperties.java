package io.florin.centralbank.supply;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// `florin.supply.*`.
///
/// @param reserves accounts to open at the first start, with what each bank brings
/// @param follow how often the ledger is asked when there was nothing new
/// @param issue how often approved and submitted requests are looked at
/// @param check how often books, ledger and auditor are compared
/// @param agreementWithin how long committers' agreement with the auditor about a block may stay away
/// @param requestLifetime how long a request waits for officers before it expires
@Validated
@ConfigurationProperties("florin.supply")
public record SupplyProperties(
        @DefaultValue List<@Valid Opening> reserves,
        @DefaultValue("200ms") @NotNull Duration follow,
        @DefaultValue("500ms") @NotNull Duration issue,
        @DefaultValue("5s") @NotNull Duration check,
        @DefaultValue("30s") @NotNull Duration agreementWithin,

        @DefaultValue("72h") @NotNull @DurationMin(minutes = 1)
        Duration requestLifetime) {

    /// @param balance minor units
    public record Opening(
            @Min(1) @Max(65_535) int participant, @Min(0) long balance) {}
}
