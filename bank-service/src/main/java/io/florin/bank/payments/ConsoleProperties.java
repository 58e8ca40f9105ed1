package io.florin.bank.payments;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// `florin.bank.console.*`.
///
/// @param approvalAbove payments that clerks enter above it, in minor units, need an approver
@Validated
@ConfigurationProperties("florin.bank.console")
record ConsoleProperties(@DefaultValue("100000") @Min(0) long approvalAbove) {}
