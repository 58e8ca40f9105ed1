package io.florin.identity;

import jakarta.validation.constraints.NotNull;
import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/// Directory of the network's material: `florin.network.directory`.
@Validated
@ConfigurationProperties("florin.network")
public record NetworkProperties(@NotNull Path directory) {}
