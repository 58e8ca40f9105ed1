package io.florin.runtime.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.web.client.RestClientException;

class RecordPageTest {
    private static final Bytes FIRST = Bytes.of(new byte[] {1, 2});
    private static final Bytes SECOND = Bytes.of(new byte[] {3});

    @Test
    void readsARecordAfterTheOther() {
        assertThat(RecordPage.after(after -> after == 7 ? List.of("AQI=", "Aw==") : List.of(), 7))
                .isEqualTo(new RecordPage(List.of(FIRST, SECOND), true));
        assertThat(RecordPage.wholeAfter(_ -> List.of(), 7)).isEmpty();
    }

    @Test
    void whatComesBeforeSomethingUnreadableIsKept() {
        assertThat(RecordPage.after(_ -> List.of("AQI=", "not base64 !", "Aw=="), 0))
                .isEqualTo(new RecordPage(List.of(FIRST), false));
        assertThatThrownBy(() -> RecordPage.wholeAfter(_ -> List.of("AQI=", "not base64 !"), 0))
                .isInstanceOf(RestClientException.class)
                .hasMessageContaining("cannot be read");
    }

    @Test
    void anAnswerWithNothingInItIsNoAnswer() {
        assertThatThrownBy(() -> RecordPage.after(_ -> null, 0)).isInstanceOf(RestClientException.class);
    }
}
