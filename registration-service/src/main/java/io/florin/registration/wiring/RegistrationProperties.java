package io.florin.registration.wiring;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.io.Resource;
import org.springframework.validation.annotation.Validated;

/// Settings of this registration authority: `florin.registration.*`.
///
/// @param autoApproveTiers tiers whose clean applications need no person
/// @param autoApproveTreasuries whether a bank's own treasury (tier 255) needs none either; for demonstrations
/// @param credentialValidity of customers' X.509 credentials
/// @param credentialEpoch how long an anonymous credential holds, and so how late a revocation acts in a hidden
/// currency;
///     endorsers take the epoch before for a grace of their own after it
/// @param credentialLead how long before an epoch its credentials begin to be signed
/// @param credentialBatch anonymous credentials signed in one transaction
/// @param logCheck how often the log of decisions is checked
@Validated
@ConfigurationProperties("florin.registration")
public record RegistrationProperties(
        @DefaultValue @NotNull Set<Integer> autoApproveTiers,
        @DefaultValue("false") boolean autoApproveTreasuries,
        @DefaultValue("365d") @NotNull Duration credentialValidity,
        @DefaultValue("1h") @NotNull Duration credentialEpoch,
        @DefaultValue("15m") @NotNull Duration credentialLead,
        @DefaultValue("500") @Min(1) @Max(10_000) int credentialBatch,
        @DefaultValue("10m") @NotNull Duration logCheck,
        @DefaultValue @Valid @NotNull Records records,
        @DefaultValue @Valid @NotNull Conformance conformance,
        @DefaultValue @Valid @NotNull Authority authority,
        @Valid @NotNull Screening screening,
        @DefaultValue @Valid @NotNull Bootstrap bootstrap) {

    /// @param heartbeat the longest silence of the records; well below the configuration's `heartbeatMillisMax`
    /// @param publish how often the outbox is looked at while records are made
    /// @param acknowledgedWithin how long a record may wait for the broker
    /// @param lagMax how long records may wait for the topic before the service is not ready
    public record Records(
            @DefaultValue("3s") @NotNull Duration heartbeat,
            @DefaultValue("100ms") @NotNull Duration publish,
            @DefaultValue("10s") @NotNull Duration acknowledgedWithin,
            @DefaultValue("15s") @NotNull Duration lagMax) {}

    /// @param required whether a bank is admitted only after its endpoints answered
    public record Conformance(
            @DefaultValue("true") boolean required,
            @DefaultValue("3s") @NotNull Duration timeout) {}

    /// The network's TLS authority, where this service issues banks' certificates.
    ///
    /// @param key PKCS#8 in PEM; without it certificate requests are kept and signed elsewhere
    public record Authority(
            @Nullable Path certificate, @Nullable Path key) {}

    /// @param list CSV in OpenSanctions' simple columns
    /// @param reportedFrom likeness per mille from which a person must look
    /// @param reload how often to look whether the list changed; everybody is screened again when it did
    /// @param tiers what each tier asks of documents; a tier not named asks for none
    public record Screening(
            @NotNull Resource list,
            @DefaultValue("920") @Min(500) @Max(1000) int reportedFrom,
            @DefaultValue("30s") @NotNull Duration reload,
            @DefaultValue @NotNull Set<String> countriesNotTaken,
            @DefaultValue @NotNull Map<Integer, @Valid TierDemand> tiers) {}

    public record TierDemand(
            @NotNull Set<String> documentTypes,
            @DefaultValue("0") @Min(0) @Max(30) int ageMin,
            @DefaultValue("false") boolean expiryAsked) {}

    /// Banks admitted at the first start, for networks whose first members are agreed on paper.
    public record Bootstrap(@DefaultValue @NotNull List<@Valid Bank> participants) {}

    public record Bank(
            @Min(1) @Max(65_535) int id,
            @NotBlank @Size(max = 140) String name,

            @NotNull @Pattern(regexp = "[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?")
            String bic) {}
}
