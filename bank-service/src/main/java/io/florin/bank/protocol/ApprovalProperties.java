package io.florin.bank.protocol;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// `florin.bank.approval.*`: when a second person must look at what a clerk brings. One limit for all that moves money:
/// what one clerk may not do alone by a form may not be done alone by another form, or by a file with one line.
///
/// @param above an order that a clerk enters, or the sum of a file that a clerk uploads, in minor units, needs an
/// approver where it is more
/// @param programsAbove an order of a program, or the sum of its file, in minor units, is refused where it is more; a
/// program speaks for customers who signed at its own counter, so the default is no limit
@Validated
@ConfigurationProperties("florin.bank.approval")
public record ApprovalProperties(
        @DefaultValue("100000") @Min(0) long above,
        @DefaultValue("9223372036854775807") @Min(0) long programsAbove) {

    /// Whether a program may order any amount.
    public boolean areProgramsUnlimited() {
        return programsAbove == Long.MAX_VALUE;
    }
}
