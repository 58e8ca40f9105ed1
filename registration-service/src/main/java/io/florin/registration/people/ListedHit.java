package io.florin.registration.people;

import io.florin.crypto.hash.Sha256;
import io.florin.runtime.screening.Screening;
import jakarta.persistence.Embeddable;
import java.nio.charset.StandardCharsets;

/// A likeness found at screening, as stored with the application. A list's texts have no bound and columns have: of a
/// longer text the beginning is stored, and the beginning of its digest, so that two texts stay two.
@Embeddable
record ListedHit(String entry, String listedName, int score, String programme, String explanation) {

    private static final int ENTRY_MAX = 64;
    private static final int NAME_MAX = 200;
    private static final int PROGRAMME_MAX = 100;
    private static final int DIGEST_CHARS = 12;

    static ListedHit of(Screening.Hit hit) {
        return new ListedHit(
                fitting(hit.entry(), ENTRY_MAX),
                fitting(hit.listedName(), NAME_MAX),
                hit.score(),
                fitting(hit.programme(), PROGRAMME_MAX),
                hit.explanation());
    }

    private static String fitting(String text, int max) {
        if (text.codePointCount(0, text.length()) <= max) {
            return text;
        }
        String digest =
                Sha256.hash(text.getBytes(StandardCharsets.UTF_8)).toHex().substring(0, DIGEST_CHARS);
        return text.substring(0, text.offsetByCodePoints(0, max - DIGEST_CHARS - 1)) + "~" + digest;
    }

    Screening.Hit hit() {
        return new Screening.Hit(entry, listedName, score, programme, explanation);
    }
}
