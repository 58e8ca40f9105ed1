package io.florin.registration.screening;

import io.florin.registration.protocol.Screening;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Compares an applicant with every entry of the list. Immutable; any thread.
///
/// A likeness is reported from a threshold on, unless the dates of birth speak against it; the same document number is
/// reported whatever the name.
public final class NameScreening implements Screening {
    private static final int HITS_MAX = 20;

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
        return new Result(list.version(), hits.subList(0, Math.min(HITS_MAX, hits.size())));
    }

    private Optional<Hit> hit(SanctionsList.Entry entry, Subject subject, NormalName name, String document) {
        if (!document.isEmpty() && entry.identifiers().contains(document)) {
            String listed = entry.names().getFirst().listed();
            return Optional.of(new Hit(entry.id(), listed, NameLikeness.SAME, entry.programme()));
        }
        if (subject.birthDate().filter(entry::bornAtAnotherTime).isPresent()) {
            return Optional.empty();
        }
        return entry.names().stream()
                .map(listed -> new Hit(
                        entry.id(), listed.listed(), NameLikeness.perMille(name, listed.normal()), entry.programme()))
                .max(Comparator.comparingInt(Hit::score))
                .filter(hit -> hit.score() >= reportedFrom);
    }

    @Override
    public String listVersion() {
        return list.version();
    }
}
