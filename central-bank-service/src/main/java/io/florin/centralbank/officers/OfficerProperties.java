package io.florin.centralbank.officers;

import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/// `florin.central-bank.officers`: in the order of the configuration's officer keys.
@Validated
@ConfigurationProperties("florin.central-bank")
public record OfficerProperties(@NotEmpty List<@Valid Officer> officers) {

    /// No login belongs to two officers: one person would approve twice.
    @AssertTrue(message = "a login belongs to one officer")
    boolean isEachLoginOfOneOfficer() {
        List<String> logins =
                officers.stream().flatMap(officer -> officer.logins().stream()).toList();
        return Set.copyOf(logins).size() == logins.size();
    }

    /// @param logins names under which the officer logs in
    /// @param key the officer's encrypted key file
    public record Officer(
            @NotEmpty Set<String> logins, @NotNull Path key) {}
}
