package io.florin.registration.people;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// An applicant: the person's wallets at all banks, how the limit is divided among them, and who else it may be.
/// For officers only; a bank is told nothing of it but its own wallet's share.
///
/// @param person null of a bank's treasury
/// @param shareLeft ten thousandths of the holding limit that no wallet has
/// @param undecided whether an officer has to say first who the applicant is
public record PersonFile(
        @Nullable UUID person,
        int shareLeft,
        boolean undecided,
        List<PersonWallet> wallets,
        List<PossiblePerson> possible) {
    public PersonFile {
        wallets = List.copyOf(wallets);
        possible = List.copyOf(possible);
    }

    /// An enrollment of the person, oldest first.
    ///
    /// @param state as in [EnrollmentLine]
    /// @param holdingShare ten thousandths of its tier's holding limit
    public record PersonWallet(
            UUID id, int participant, String reference, String fullName, int tier, String state, int holdingShare) {}

    /// Somebody known who may be the applicant.
    ///
    /// @param fullName under which that person was known first
    /// @param score likeness of the names, per mille
    public record PossiblePerson(UUID person, String fullName, int score, String explanation) {}
}
