package io.florin.bank.protocol;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// `florin.bank.approval.*`: when a second person must look at what a clerk brings. One limit for payments and files:
/// what one clerk may not do alone by a form may not be done alone by a file with one line.
///
/// @param above a payment that a clerk enters, or the sum of a file that a clerk uploads, in minor units, needs an
/// approver where it is more
@Validated
@ConfigurationProperties("florin.bank.approval")
public record ApprovalProperties(
        @DefaultValue("100000") @Min(0) long above) {}
