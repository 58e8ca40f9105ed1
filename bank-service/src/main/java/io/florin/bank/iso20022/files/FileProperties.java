package io.florin.bank.iso20022.files;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// `florin.bank.files.*`.
///
/// @param approvalAbove files that clerks upload and whose lines are more in sum, in minor units, need an approver
@Validated
@ConfigurationProperties("florin.bank.files")
record FileProperties(@DefaultValue("100000") @Min(0) long approvalAbove) {}
