package io.florin.bank.accounts;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/// What a customer states about itself.
///
/// @param kind `PERSON` or `BUSINESS`
/// @param birthDate of a person, or the date a business was founded, may then be empty; ISO 8601
/// @param country ISO 3166 alpha-2
/// @param documentExpiry ISO 8601; some tiers ask for it
public record CustomerForm(
        @NotNull @Pattern(regexp = "PERSON|BUSINESS") String kind,
        @NotBlank @Size(max = 140) String fullName,

        @NotNull @Pattern(regexp = "(\\d{4}-\\d{2}-\\d{2})?")
        String birthDate,

        @NotNull @Pattern(regexp = "[A-Z]{2}") String country,
        @NotBlank @Size(max = 32) String documentType,
        @NotBlank @Size(max = 64) String documentNumber,
        @Nullable @Pattern(regexp = "\\d{4}-\\d{2}-\\d{2}") String documentExpiry) {}
