package io.florin.ordering.consenter.bftsmart.adapter;

import io.florin.ordering.protocol.Batch;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// Addresses of the group's members, and how they run: `florin.ordering.consensus.*`.
///
/// @param parties all parties of the network, this one included: its entry says where it listens
/// @param bindAddress the address to listen on, when it is not this party's own host
/// @param timeout after which a request that is not decided starts a change of leader (twice this long in all)
/// @param leaderAway after which a leader whose link is gone is given up, whatever waits
/// @param checkpointPeriod decisions that a member keeps in memory for others to catch up
/// @param requestsMax batches in one decision
/// @param holdFor how long a link waits for this party's member to start before it is refused
@Validated
@ConfigurationProperties("florin.ordering.consensus")
public record ConsensusProperties(
        @NotEmpty List<@Valid Party> parties,
        @Nullable String bindAddress,
        @DefaultValue("2s") @NotNull Duration timeout,
        @DefaultValue("1s") @NotNull Duration leaderAway,
        @DefaultValue("20") @Min(2) @Max(50) int checkpointPeriod,
        @DefaultValue("8") @Min(1) @Max(64) int requestsMax,
        @DefaultValue("5s") @NotNull Duration holdFor) {

    /// @param id of the party in the configuration
    /// @param port where the party takes the links of others
    public record Party(
            @Min(1) @Max(255) int id,
            @NotBlank String host,
            @Min(1) @Max(65_535) int port) {}

    private static final int MESSAGE_OVERHEAD = 64 * 1024;

    public ConsensusProperties {
        parties = List.copyOf(parties);
    }

    Party party(int id) {
        return parties.stream()
                .filter(party -> party.id() == id)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no consensus address for party " + id));
    }

    /// The longest message of the library: the decisions that a member keeps, for one that has to catch up.
    int messageBytesMax() {
        return (checkpointPeriod + 2) * requestsMax * (Batch.ENTRIES_BYTES_MAX + MESSAGE_OVERHEAD);
    }
}
