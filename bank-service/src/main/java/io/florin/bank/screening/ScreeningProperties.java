package io.florin.bank.screening;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.io.Resource;
import org.springframework.validation.annotation.Validated;

/// `florin.bank.screening.*`.
///
/// @param list CSV in OpenSanctions' simple columns; the default is fictional
/// @param reportedFrom likeness per mille from which a person must look
/// @param reload how often to look whether the list changed
/// @param noteWait how long a credit waits for the payer's words before persons decide without them
/// @param logCheck how often the log of decisions is checked
@Validated
@ConfigurationProperties("florin.bank.screening")
record ScreeningProperties(
        @DefaultValue("classpath:screening/fictional-sanctions.csv") @NotNull
        Resource list,

        @DefaultValue("920") @Min(500) @Max(1000) int reportedFrom,
        @DefaultValue("30s") @DurationMin(millis = 10) Duration reload,
        @DefaultValue("10m") @DurationMin(seconds = 1) Duration noteWait,
        @DefaultValue("10m") @DurationMin(seconds = 1) Duration logCheck) {}
