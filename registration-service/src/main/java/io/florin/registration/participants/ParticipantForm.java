package io.florin.registration.participants;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/// A bank's statements when it applies.
///
/// @param participant the id it asks for, also that of its node
/// @param lei ISO 17442, may be missing
/// @param apiEndpoint base of the bank's public API
/// @param internalEndpoint base of its internal port, https
/// @param certificateRequest PKCS#10 in PEM for its TLS key, ECDSA over P-256
public record ParticipantForm(
        @Min(1) @Max(65_535) int participant,
        @NotBlank @Size(max = 140) String name,

        @NotNull @Pattern(regexp = "[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?")
        String bic,

        @Nullable @Pattern(regexp = "([A-Z0-9]{18}[0-9]{2})?")
        String lei,

        @NotNull URI apiEndpoint,
        @NotNull URI internalEndpoint,
        @NotBlank @Size(max = 16_384) String certificateRequest) {
    private static final int URI_MAX = 200;

    @Override
    public String lei() {
        return lei == null ? "" : lei;
    }

    /// The check digits of ISO 17442: letters as 10 to 35, the whole number leaves 1 when divided by 97.
    @AssertTrue(message = "the LEI's check digits are wrong")
    boolean isLeiValid() {
        int remainder = 0;
        for (char letter : lei().toCharArray()) {
            int value = Character.digit(letter, 36);
            remainder = (value > 9 ? remainder * 100 + value : remainder * 10 + value) % 97;
        }
        return lei().isEmpty() || remainder == 1;
    }

    @AssertTrue(message = "the API endpoint is an http or https address, the internal endpoint an https address")
    boolean isReachable() {
        return isAddress(apiEndpoint, true) && isAddress(internalEndpoint, false);
    }

    private static boolean isAddress(@Nullable URI address, boolean plainToo) {
        return address != null
                && address.getHost() != null
                && address.getUserInfo() == null
                && address.toString().length() <= URI_MAX
                && ("https".equals(address.getScheme()) || plainToo && "http".equals(address.getScheme()));
    }
}
