package io.florin.bank.accounts;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// `florin.bank.applications.*`: how long a wallet's application is made again that registration does not take.
///
/// @param refusedMax where it answers 4xx: a rule or a conflict is in the way, which people may remove
/// @param failedMax where it answers 5xx, 408, 425 or 429: something is broken or busy there, which has nothing to do
/// with the application
@Validated
@ConfigurationProperties("florin.bank.applications")
public record ApplicationProperties(
        @DefaultValue("7d") Duration refusedMax,
        @DefaultValue("30d") Duration failedMax) {

    public ApplicationProperties {
        if (!refusedMax.isPositive() || failedMax.compareTo(refusedMax) < 0) {
            throw new IllegalArgumentException(
                    "florin.bank.applications: 0 < refused-max <= failed-max, not " + refusedMax + ", " + failedMax);
        }
    }
}
