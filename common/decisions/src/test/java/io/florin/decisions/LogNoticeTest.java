package io.florin.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.decisions.DecisionChain.Breach;
import io.florin.decisions.LogNotice.Tone;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LogNoticeTest {

    @Test
    void claimsNothingOfWhatNoCheckHasRead() {
        assertThat(of(3, 3)).isEqualTo(new LogNotice(Tone.GOOD, "Every entry is as it was written (3 checked)."));
        for (long checked = 0; checked < 4; checked++) {
            for (long there = 0; there < 4; there++) {
                LogNotice notice = of(checked, there);
                boolean all = checked == there && there > 0;
                assertThat(notice.tone() == Tone.GOOD)
                        .as("%d checked of %d", checked, there)
                        .isEqualTo(all);
                assertThat(notice.text().contains("very entry is as it was written"))
                        .as("%d checked of %d: %s", checked, there, notice.text())
                        .isEqualTo(all);
            }
        }
    }

    @Test
    void saysWhatIsMissingOfTheClaim() {
        assertThat(LogNotice.of(Optional.empty(), 5).text()).contains("has not been checked");
        assertThat(of(0, 0).text()).contains("nothing to check");
        assertThat(of(0, 2).text()).contains("No entry has been checked yet", "2");
        assertThat(of(2, 5).text()).contains("Entries 1 to 2", "newer ones, 3");
        assertThat(of(5, 2)).isEqualTo(new LogNotice(Tone.BAD, "The last check read 5 entries, and 2 are there now."));
        LogNotice broken = LogNotice.of(Optional.of(LogCheck.broken(1, new Breach(2, "entry 2 was changed"))), 5);
        assertThat(broken).isEqualTo(new LogNotice(Tone.BAD, "The log is broken: entry 2 was changed."));
    }

    private static LogNotice of(long checked, long there) {
        return LogNotice.of(Optional.of(LogCheck.intact(checked)), there);
    }
}
