package io.florin.runtime.screening;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Comparison of a name with every entry of the list. Immutable; any thread.
///
/// A likeness of names is reported from a threshold on, whatever else is known: a date of birth that differs is told to
/// the person who decides, who alone says that it is somebody else. The same document number is reported whatever the
/// name.
public final class NameScreening implements Screening {
    private static final int HITS_MAX = 20;

    /// Version of these rules, part of the list's: when they change, everybody is screened again. Up to version 1 a
    /// date of birth of another time took a likeness away.
    private static final String RULES = "/r2";

    private final SanctionsList list;
    private final int reportedFrom;

    /// @param reportedFrom likeness per mille from which a person must look
    public NameScreening(SanctionsList list, int reportedFrom) {
        this.list = list;
        this.reportedFrom = reportedFrom;
    }

    @Override
    public Result screen(Subject subject) {
        NormalName name = NormalName.of(subject.fullName());
        String document = SanctionsList.comparable(subject.documentNumber());
        List<Hit> hits = new ArrayList<>();
        for (SanctionsList.Entry entry : list.entries()) {
            hit(entry, subject, name, document).ifPresent(hits::add);
        }
        hits.sort(Comparator.comparingInt(Hit::score).reversed().thenComparing(Hit::entry));
        return new Result(listVersion(), hits.subList(0, Math.min(HITS_MAX, hits.size())));
    }

    private Optional<Hit> hit(SanctionsList.Entry entry, Subject subject, NormalName name, String document) {
        if (!document.isEmpty() && entry.identifiers().contains(document)) {
            String listed = entry.names().getFirst().listed();
            String why = "the same document; " + entry.onBirthDate(subject.birthDate());
            return Optional.of(new Hit(entry.id(), listed, NameLikeness.SAME, entry.programme(), why));
        }
        SanctionsList.Name best = entry.names().getFirst();
        int score = 0;
        for (SanctionsList.Name listed : entry.names()) {
            int perMille = NameLikeness.perMille(name, listed.normal());
            if (perMille > score) {
                best = listed;
                score = perMille;
            }
        }
        if (score < reportedFrom) {
            return Optional.empty();
        }
        String why = NameLikeness.explain(name, best.normal()) + "; " + entry.onBirthDate(subject.birthDate());
        return Optional.of(new Hit(entry.id(), best.listed(), score, entry.programme(), why));
    }

    @Override
    public String listVersion() {
        return list.version() + RULES;
    }
}
