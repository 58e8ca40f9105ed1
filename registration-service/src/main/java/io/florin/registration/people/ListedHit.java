package io.florin.registration.people;

import io.florin.registration.protocol.Screening;
import jakarta.persistence.Embeddable;

/// A likeness found at screening, as stored with the application.
@Embeddable
record ListedHit(String entry, String listedName, int score, String programme) {

    Screening.Hit hit() {
        return new Screening.Hit(entry, listedName, score, programme);
    }
}
