package io.florin.registration.people;

import jakarta.persistence.Embeddable;
import java.util.UUID;

/// Somebody known who may be the applicant: a like name and the same date of birth, with another document. As stored
/// with the application.
///
/// @param score likeness of the names, per mille
@Embeddable
record LikePerson(UUID person, int score, String explanation) {}
