package io.florin.bank.certification;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// `florin.bank.certification.*`.
///
/// @param namingWait at most so long, and half of it on average, a confirmed token waits at random before certifiers
/// are asked for it by name: the shorter, the more the time of that question tells of when the bank learned of the
/// token
@Validated
@ConfigurationProperties("florin.bank.certification")
record CertificationProperties(
        @DefaultValue("60s") @DurationMin(seconds = 1) @DurationMax(hours = 1)
        Duration namingWait) {}
