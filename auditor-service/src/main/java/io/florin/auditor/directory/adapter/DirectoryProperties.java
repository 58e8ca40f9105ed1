package io.florin.auditor.directory.adapter;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// Settings of following registration's records: `florin.auditor.registration.*`.
///
/// @param poll how often it is looked whether records are missing
@Validated
@ConfigurationProperties("florin.auditor.registration")
public record DirectoryProperties(
        @DefaultValue("1s") @NotNull Duration poll) {}
