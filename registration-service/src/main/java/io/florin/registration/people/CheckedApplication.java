package io.florin.registration.people;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.enrollment.HoldingShare;
import io.florin.registration.protocol.RegistrationProblem;
import io.florin.registration.screening.DocumentRules.Document;
import io.florin.runtime.api.ProofOfPossession;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentApplication;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// An application whose fields have their form and whose applicant has shown to know the owner key's secret.
///
/// @param holdingShare ten thousandths of the person's holding limit that are asked for; empty for what is left
/// @param digest SHA-256 over all fields but the share, which changes later without being another application; to tell
/// a
///     repeat from another application under the same reference
record CheckedApplication(
        String reference,
        String fullName,
        Document document,
        int tier,
        boolean custodial,
        OwnerKey owner,
        Bytes32 noteKey,
        Optional<Integer> holdingShare,
        String digest) {
    private static final Set<String> COUNTRIES = Set.of(Locale.getISOCountries());
    private static final Pattern USER_ASSIGNED = Pattern.compile("AA|Q[M-Z]|X[A-Z]|ZZ");

    /// @throws io.florin.runtime.http.ProblemException when a field is malformed or the proof does not fit
    static CheckedApplication of(NetworkId network, int participant, EnrollmentApplication application) {
        require(matches(application.reference(), "[\\x21-\\x7e]{1,64}"), "reference: 1 to 64 visible ASCII characters");
        require(
                length(application.fullName()) > 0 && length(application.fullName()) <= 140,
                "fullName: 1 to 140 characters");
        require(isCountry(text(application.country())), "country: ISO 3166 alpha-2");
        require(length(application.documentType()) <= 32, "documentType: at most 32 characters");
        require(length(application.documentNumber()) <= 64, "documentNumber: at most 64 characters");
        OwnerKey owner = new OwnerKey(key(application.ownerKey(), "ownerKey"));
        if (!Ed25519.isValidPublicKey(owner.value())) {
            throw RegistrationProblem.BAD_KEY.refusal("ownerKey is not an Ed25519 public key.");
        }
        Bytes32 noteKey = key(application.noteKey(), "noteKey");
        byte[] message = ProofOfPossession.message(network, owner, noteKey, participant, application.reference());
        if (!Ed25519.verify(owner.value(), message, signature(application.proofOfPossession()))) {
            throw RegistrationProblem.BAD_PROOF_OF_POSSESSION.refusal();
        }
        Document document = new Document(
                text(application.documentType()),
                text(application.documentNumber()),
                application.country(),
                date(application.birthDate(), "birthDate"),
                date(application.documentExpiry(), "documentExpiry"));
        return new CheckedApplication(
                application.reference(),
                application.fullName().strip(),
                document,
                application.requestedTier(),
                application.custodial(),
                owner,
                noteKey,
                share(application.holdingShare()),
                digest(application));
    }

    private static Optional<Integer> share(@Nullable Integer tenThousandths) {
        require(
                tenThousandths == null || tenThousandths >= 1 && tenThousandths <= HoldingShare.WHOLE_PARTS,
                "holdingShare: 1 to " + HoldingShare.WHOLE_PARTS);
        return Optional.ofNullable(tenThousandths);
    }

    private static String digest(EnrollmentApplication application) {
        return Sha256.hash(new CanonicalWriter(512)
                        .text(application.reference())
                        .text(application.fullName())
                        .text(text(application.birthDate()))
                        .text(application.country())
                        .text(text(application.documentType()))
                        .text(text(application.documentNumber()))
                        .text(text(application.documentExpiry()))
                        .u32(Math.max(0, application.requestedTier()))
                        .flag(application.custodial())
                        .text(application.ownerKey().toLowerCase(Locale.ROOT))
                        .text(application.noteKey().toLowerCase(Locale.ROOT))
                        .toByteArray())
                .toHex();
    }

    private static Bytes32 key(String hex, String field) {
        try {
            return Bytes32.fromHex(text(hex));
        } catch (IllegalArgumentException malformed) {
            throw RegistrationProblem.BAD_KEY.refusal(field + " has 64 hexadecimal digits.");
        }
    }

    private static byte[] signature(String hex) {
        try {
            return HexFormat.of().parseHex(text(hex));
        } catch (IllegalArgumentException malformed) {
            throw RegistrationProblem.BAD_PROOF_OF_POSSESSION.refusal("proofOfPossession has 128 hexadecimal digits.");
        }
    }

    private static Optional<LocalDate> date(@Nullable String iso, String field) {
        if (iso == null || iso.isBlank()) {
            return Optional.empty();
        }
        try {
            return Optional.of(LocalDate.parse(iso));
        } catch (DateTimeException malformed) {
            throw RegistrationProblem.BAD_FIELD.refusal(field + " is an ISO 8601 date.");
        }
    }

    /// A country's code, or one of those that ISO 3166 leaves to its users (a demonstration's own country).
    private static boolean isCountry(String code) {
        return COUNTRIES.contains(code) || USER_ASSIGNED.matcher(code).matches();
    }

    private static boolean matches(@Nullable String value, String pattern) {
        return value != null && value.matches(pattern);
    }

    private static int length(@Nullable String value) {
        return value == null ? 0 : value.strip().length();
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw RegistrationProblem.BAD_FIELD.refusal(rule + ".");
        }
    }
}
