package io.florin.registration.people;

import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Under what name and date of birth a person is known.
public record KnownName(
        UUID person, String fullName, @Nullable LocalDate birthDate) {}
