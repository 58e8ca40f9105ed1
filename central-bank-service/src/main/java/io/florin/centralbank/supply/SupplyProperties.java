package io.florin.centralbank.supply;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// `florin.supply.*`.
///
/// @param reserves accounts to open at the first start, with what each bank brings
/// @param follow how often the ledger is asked when there was nothing new
/// @param issue how often approved and submitted requests are looked at
@Validated
@ConfigurationProperties("florin.supply")
public record SupplyProperties(
        @DefaultValue List<@Valid Opening> reserves,
        @DefaultValue("200ms") Duration follow,
        @DefaultValue("500ms") Duration issue) {

    /// @param balance minor units
    public record Opening(@Min(1) int participant, @Min(0) long balance) {}
}
