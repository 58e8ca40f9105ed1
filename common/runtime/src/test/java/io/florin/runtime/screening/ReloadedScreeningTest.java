package io.florin.runtime.screening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.runtime.Failure;
import io.florin.runtime.screening.Screening.Hit;
import io.florin.runtime.screening.Screening.Subject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReloadedScreeningTest {
    private static final String HEADER = "id,schema,name,aliases,birth_date,identifiers,sanctions,last_change\n";
    private static final Subject SUBJECT = new Subject("Tamsin Quillfeather", Optional.empty(), "");

    private String list = HEADER + "A,Person,Vorgan Draskill,,,,P,2026-01-01\n";

    @Test
    void screensByTheNewestListThatItCouldRead() {
        ReloadedScreening screening = new ReloadedScreening(this::bytes, 920);
        String first = screening.listVersion();
        assertThat(screening.screen(SUBJECT).hits()).isEmpty();

        list += "B,Person,Tamsin Quillfeather,,,,P,2026-02-01\n";
        screening.reload();
        assertThat(screening.listVersion()).startsWith("2026-02-01/").isNotEqualTo(first);
        assertThat(screening.screen(SUBJECT).hits()).extracting(Hit::entry).containsExactly("B");

        list = "no list";
        screening.reload();
        assertThat(screening.isCurrent()).isFalse();
        assertThat(screening.screen(SUBJECT).hits()).hasSize(1);

        list = HEADER + "A,Person,Vorgan Draskill,,,,P,2026-03-01\n";
        screening.reload();
        assertThat(screening.isCurrent()).isTrue();
        assertThat(screening.screen(SUBJECT).hits()).isEmpty();
    }

    @Test
    void doesNotBeginWithoutAList() {
        assertThatThrownBy(() -> new ReloadedScreening(
                        () -> {
                            throw new IOException("away");
                        },
                        920))
                .isInstanceOf(Failure.class);
        list = "no list";
        assertThatThrownBy(() -> new ReloadedScreening(this::bytes, 920)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void asksAgainOnlyAboutMoreThanWasDecided() {
        Hit known = new Hit("B", "Tamsin", 950, "P", "why");

        assertThat(known.covers(new Hit("B", "Tamsin", 950, "P", "why"))).isTrue();
        assertThat(known.covers(new Hit("B", "Tamsin", 940, "P", "why"))).isTrue();
        assertThat(known.covers(new Hit("B", "Tamsin", 951, "P", "why"))).isFalse();
        assertThat(known.covers(new Hit("B", "Tamsin", 950, "Q", "why"))).isFalse();
        assertThat(known.covers(new Hit("C", "Tamsin", 950, "P", "why"))).isFalse();
    }

    private byte[] bytes() {
        return list.getBytes(StandardCharsets.UTF_8);
    }
}
