package io.florin.auditor.supply.adapter;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// The proof of supply: `florin.auditor.supply.*`.
///
/// @param namespace the currency that the public contract and the page show
/// @param recountBlocks after how many blocks all unspent tokens are counted one by one
/// @param chartBlocks blocks on the page's curve
@Validated
@ConfigurationProperties("florin.auditor.supply")
public record SupplyProperties(
        @DefaultValue("1") @Min(1) int namespace,
        @DefaultValue("100") @Min(1) int recountBlocks,
        @DefaultValue("500") @Min(2) int chartBlocks) {}
