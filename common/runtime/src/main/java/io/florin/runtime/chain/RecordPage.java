package io.florin.runtime.chain;

import io.florin.crypto.Bytes;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.web.client.RestClientException;

/// Page of registration's records, as registration itself answers it
/// ([io.florin.runtime.api.RegistrationInternalApi#records]). Whether they are the next ones, and registration's own,
/// is [io.florin.ledger.enrollment.RecordSequence]'s to say.
///
/// @param records encoded, in the order given, up to the first that is no Base64
/// @param whole whether there was none such
public record RecordPage(List<Bytes> records, boolean whole) {

    public RecordPage {
        records = List.copyOf(records);
    }

    /// @param registration is asked for the records after a sequence
    /// @param sequence of the last record known, 0 for the first page
    /// @throws RestClientException when registration does not answer, or answers nothing
    public static RecordPage after(LongFunction<@Nullable List<String>> registration, long sequence) {
        List<String> answer = registration.apply(sequence);
        if (answer == null) {
            throw new RestClientException("an answer with nothing in it");
        }
        List<Bytes> records = new ArrayList<>();
        for (String encoded : answer) {
            try {
                records.add(Bytes.of(Base64.getDecoder().decode(encoded)));
            } catch (IllegalArgumentException unreadable) {
                return new RecordPage(records, false);
            }
        }
        return new RecordPage(records, true);
    }

    /// The records of a page that can be read to its end.
    ///
    /// @param registration is asked for the records after a sequence
    /// @param sequence of the last record known, 0 for the first page
    /// @throws RestClientException as [#after], and when it cannot be read
    public static List<Bytes> wholeAfter(LongFunction<@Nullable List<String>> registration, long sequence) {
        RecordPage page = after(registration, sequence);
        if (!page.whole()) {
            throw new RestClientException("an answer that cannot be read");
        }
        return page.records();
    }
}
