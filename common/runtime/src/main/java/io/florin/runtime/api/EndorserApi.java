package io.florin.runtime.api;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PostExchange;

/// An endorser's interface for wallets, on its public port. Client transactions authorise themselves by their
/// signatures.
public interface EndorserApi {

    /// Header of a submission, with a ticket, and of the question how far one of its transactions is, with a handle
    /// ([ProgressTicket]): 64 hexadecimal digits.
    String PROGRESS = "Florin-Progress";

    /// @param submission an encoded `Submission`
    /// @param ticket of a submitter that is going to ask how far it is, in hexadecimal digits; null if it is not
    /// @return 202 once the threshold of endorsers holds the transaction durably; 422 with the refusal's code otherwise
    @PostExchange(value = "/v1/client-transactions", contentType = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    SubmissionAnswer submit(
            @RequestBody byte[] submission, @RequestHeader(name = PROGRESS, required = false) @Nullable String ticket);

    /// Of a submitter that is not going to ask.
    default SubmissionAnswer submit(byte[] submission) {
        return submit(submission, null);
    }

    /// Submissions in an order that one bundle keeps: later ones may spend outputs of earlier ones.
    ///
    /// @param submissions an encoded list of 1 to 512 `Submission`s
    /// @param ticket of a submitter that is going to ask how far they are, in hexadecimal digits; null if it is not
    /// @return 202 with one answer for each, refused ones included
    @PostExchange(value = "/v1/client-transactions/batch", contentType = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    List<SubmissionAnswer> submitAll(
            @RequestBody byte[] submissions, @RequestHeader(name = PROGRESS, required = false) @Nullable String ticket);

    /// Of a submitter that is not going to ask.
    default List<SubmissionAnswer> submitAll(byte[] submissions) {
        return submitAll(submissions, null);
    }

    /// Encrypted notes in the order in which this endorser stored them; wallets try to open each (protocol decision
    /// 24).
    ///
    /// @param after position of the last note already seen, 0 for the first page
    /// @param limit at most 1000
    @GetExchange("/v1/notes")
    NotePage notes(@RequestParam("after") long after, @RequestParam("limit") int limit);

    /// @param handle of the transaction under the ticket of the submission that brought it here, in hexadecimal digits
    /// @return where the transaction is as this endorser knows it; 404 to everybody else, whether it holds it or not
    @GetExchange("/v1/client-transactions/progress")
    SubmissionProgress progress(@RequestHeader(PROGRESS) String handle);

    /// @param id transaction id, hex
    /// @param accepted false when refused
    /// @param reason number of the refusal reason, 0 when accepted
    /// @param code the reason's code, empty when accepted
    record SubmissionAnswer(String id, boolean accepted, int reason, String code) {}

    /// @param next value for `after` of the next page
    record NotePage(List<NoteEntry> notes, long next) {}

    /// @param position place in this endorser's order of notes, from 1
    /// @param note base64
    record NoteEntry(long position, String transactionId, int output, String note) {}

    /// @param stage `STORED`, `PUBLISHED` or the name of a final status
    /// @param times milliseconds since 1970 at which each stage was reached, in order
    record SubmissionProgress(String id, String stage, List<StageTime> times) {}

    /// One step of a transaction's way and when it was taken (milliseconds since 1970).
    record StageTime(String stage, long atMillis) {}
}
