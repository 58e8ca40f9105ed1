package io.florin.bank.accounts;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// `florin.bank.closing.*`.
///
/// @param idleMax after so long a closing does not wait for more blocks: a ledger on which nothing happens has none
@Validated
@ConfigurationProperties("florin.bank.closing")
public record ClosingProperties(@DefaultValue("1h") Duration idleMax) {}
