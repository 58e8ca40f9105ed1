package io.florin.bank.accounts;

import io.florin.bank.protocol.PlainText;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/// A customer's statement about itself.
@Schema(description = "What a customer states about itself; it is shown to registration and to nobody else")
public record CustomerForm(
        @Schema(
                description = "A natural person or a business",
                allowableValues = {"PERSON", "BUSINESS"})
        @NotNull
        @Pattern(regexp = "PERSON|BUSINESS")
        String kind,

        @Schema(description = "Full name", example = "Anna Alder")
        @NotBlank
        @Size(max = 140)
        @Pattern(regexp = PlainText.PATTERN)
        String fullName,

        @Schema(
                description = "Date of birth, or the date a business was founded, which may be empty; ISO 8601",
                example = "1980-05-05")
        @NotNull
        @Pattern(regexp = "(\\d{4}-\\d{2}-\\d{2})?")
        String birthDate,

        @Schema(description = "Country, ISO 3166 alpha-2", example = "LU") @NotNull @Pattern(regexp = "[A-Z]{2}")
        String country,

        @Schema(
                description = "Kind of document: `PASSPORT`, `ID_CARD`, `RESIDENCE_PERMIT` or `COMPANY_REGISTER`",
                example = "PASSPORT")
        @NotBlank
        @Size(max = 32)
        @Pattern(regexp = PlainText.PATTERN)
        String documentType,

        @Schema(description = "Number of the document", example = "X1234567")
        @NotBlank
        @Size(max = 64)
        @Pattern(regexp = PlainText.PATTERN)
        String documentNumber,

        @Schema(
                description = "When the document expires, ISO 8601; some tiers ask for it",
                example = "2030-12-31",
                nullable = true)
        @Nullable
        @Pattern(regexp = "\\d{4}-\\d{2}-\\d{2}")
        String documentExpiry) {}
