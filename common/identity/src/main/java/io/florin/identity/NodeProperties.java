package io.florin.identity;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/// Role and number of this process's node: `florin.node.role` and `florin.node.id`.
@Validated
@ConfigurationProperties("florin.node")
public record NodeProperties(@NotBlank String role, @Min(1) int id) {}
