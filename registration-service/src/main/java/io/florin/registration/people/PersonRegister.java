package io.florin.registration.people;

import io.florin.ledger.enrollment.HoldingShare;
import io.florin.runtime.screening.NameLikeness;
import io.florin.runtime.screening.NormalName;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.data.domain.Limit;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Applications of one person, whatever the bank, and the part of the person's holding limit that is left.
///
/// | known by | then |
/// |---|---|
/// | country and number of the document | the same person; an unlike name or another date of birth is a finding |
/// | like name, same date of birth, other document | perhaps: an officer says so before the application is approved |
/// | neither | another person |
///
/// A company has one register number, so it is known by that alone.
///
/// Every method takes part in the caller's transaction. Lock order: enrollment, date of birth, person, log of
/// decisions.
public class PersonRegister {
    private static final String COMPANY = "COMPANY_REGISTER";

    /// First half of the advisory locks of dates of birth.
    private static final int BORN_ON = 7_003;

    /// More people of one date of birth than anybody compares with: the application waits for an officer.
    private static final int COMPARED_MAX = 20_000;

    private static final int POSSIBLE_MAX = 20;

    private final JdbcClient jdbc;
    private final EnrollmentRepository enrollments;
    private final Supplier<UUID> ids;
    private final int alikeFrom;

    /// @param alikeFrom likeness of names per mille from which two may be one person
    public PersonRegister(JdbcClient jdbc, EnrollmentRepository enrollments, Supplier<UUID> ids, int alikeFrom) {
        this.jdbc = jdbc;
        this.enrollments = enrollments;
        this.ids = ids;
        this.alikeFrom = alikeFrom;
    }

    /// Result of comparing an applicant with known people.
    ///
    /// @param otherName whether the document was shown before under an unlike name or another date of birth
    /// @param possible known people who may be the same
    /// @param uncompared whether there were too many to compare with
    record Recognised(UUID person, boolean otherName, List<LikePerson> possible, boolean uncompared) {}

    Recognised recognise(CheckedApplication application) {
        Optional<String> document = document(application);
        UUID person = document.map(this::of).orElseGet(this::another);
        List<KnownName> known = enrollments.namesOf(person);
        NormalName name = NormalName.of(application.fullName());
        Optional<LocalDate> born = application.document().birthDate();
        if (!known.isEmpty()) {
            boolean sameName = known.stream()
                    .anyMatch(one -> Optional.ofNullable(one.birthDate()).equals(born)
                            && NameLikeness.perMille(name, NormalName.of(one.fullName())) >= alikeFrom);
            hold(person);
            return new Recognised(person, !sameName, List.of(), false);
        }
        if (born.isEmpty() || application.document().type().equals(COMPANY)) {
            hold(person);
            return new Recognised(person, false, List.of(), false);
        }
        // two first applications of one day of birth come one after the other, so that the later one sees the earlier
        jdbc.sql("select 1 from pg_advisory_xact_lock(?, ?)")
                .params(BORN_ON, (int) born.get().toEpochDay())
                .query(Integer.class)
                .single();
        hold(person);
        List<KnownName> sameDay = enrollments.bornOn(born.get(), person, Limit.of(COMPARED_MAX));
        return new Recognised(person, false, alike(name, sameDay), sameDay.size() == COMPARED_MAX);
    }

    private List<LikePerson> alike(NormalName name, List<KnownName> others) {
        Map<UUID, LikePerson> best = new LinkedHashMap<>();
        for (KnownName other : others) {
            NormalName known = NormalName.of(other.fullName());
            int score = NameLikeness.perMille(name, known);
            if (score >= alikeFrom) {
                String why = "the same date of birth and another document; " + NameLikeness.explain(name, known);
                best.merge(
                        other.person(),
                        new LikePerson(other.person(), score, why.substring(0, Math.min(why.length(), 400))),
                        (one, two) -> one.score() >= two.score() ? one : two);
            }
        }
        return best.values().stream()
                .sorted(Comparator.comparingInt(LikePerson::score).reversed())
                .limit(POSSIBLE_MAX)
                .toList();
    }

    /// Country and number without blanks and punctuation: whoever calls one document by two types is one person.
    private static Optional<String> document(CheckedApplication application) {
        String number = application.document().number().toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "");
        return number.isEmpty()
                ? Optional.empty()
                : Optional.of(application.document().country() + "/" + number);
    }

    private UUID of(String document) {
        return find(document).orElseGet(() -> {
            UUID fresh = another();
            int inserted = jdbc.sql("insert into person_document values (?, ?) on conflict (document) do nothing")
                    .params(document, fresh)
                    .update();
            return inserted == 1 ? fresh : find(document).orElseThrow();
        });
    }

    private Optional<UUID> find(String document) {
        return jdbc.sql("select person from person_document where document = ?")
                .param(document)
                .query(UUID.class)
                .optional();
    }

    /// A person nobody knew.
    UUID another() {
        UUID fresh = ids.get();
        jdbc.sql("insert into person values (?)").param(fresh).update();
        return fresh;
    }

    /// Lets one transaction at a time give shares of a person's limit.
    void hold(UUID person) {
        jdbc.sql("select id from person where id = ? for update")
                .param(person)
                .query(UUID.class)
                .single();
    }

    /// Share of the limit that no other wallet of the person has, in ten thousandths. Hold the person to give of it.
    int shareLeft(UUID person, UUID except) {
        return (int) Math.max(0, HoldingShare.WHOLE_PARTS - enrollments.sharesOf(person, except));
    }

    /// From now on both are one person: `into`. Both are held.
    ///
    /// @return false when their wallets would have more than one limit together; nothing is changed then
    boolean unite(UUID from, UUID into, UUID application) {
        List<UUID> both = new ArrayList<>(List.of(from, into));
        both.sort(Comparator.naturalOrder());
        both.forEach(this::hold);
        long together = enrollments.sharesOf(from, application) + enrollments.sharesOf(into, application);
        if (together > HoldingShare.WHOLE_PARTS) {
            return false;
        }
        jdbc.sql("update person_document set person = ? where person = ?")
                .params(into, from)
                .update();
        jdbc.sql("update person_likeness set person = ? where person = ?")
                .params(into, from)
                .update();
        enrollments.unite(from, into);
        return true;
    }
}
