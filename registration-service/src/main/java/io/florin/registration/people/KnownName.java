package io.florin.registration.people;

import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Name and date of birth under which a person is known.
public record KnownName(
        UUID person, String fullName, @Nullable LocalDate birthDate) {}
