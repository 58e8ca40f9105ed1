package io.florin.endorser.api.adapter;

import io.florin.crypto.Bytes32;
import io.florin.endorser.protocol.StoredNote;
import io.florin.endorser.protocol.SubmissionOutcome;
import io.florin.endorser.protocol.TransactionProgress;
import io.florin.endorser.protocol.TransactionStore;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.Submission;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.rules.RefusalReason;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.ProgressTicket;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// The endorser's interface for wallets.
@RestController
public class EndorserController implements EndorserApi {

    private final SubmissionService service;
    private final TransactionStore store;
    private final ApiProperties properties;

    public EndorserController(SubmissionService service, TransactionStore store, ApiProperties properties) {
        this.service = service;
        this.store = store;
        this.properties = properties;
    }

    @Operation(
            summary = "Submit a client transaction",
            description = "A repeat gets the same answer and has no further effect.")
    @ApiResponse(responseCode = "202", description = "The threshold of endorsers holds it durably")
    @Override
    @ResponseStatus(HttpStatus.ACCEPTED)
    public SubmissionAnswer submit(
            @RequestBody byte[] submission, @RequestHeader(name = PROGRESS, required = false) @Nullable String ticket) {
        SubmissionService.Answer answer = service.submit(
                        List.of(decode(submission, Submission::decode)), ticket(ticket))
                .getFirst();
        return switch (answer.outcome()) {
            case SubmissionOutcome.Endorsed() -> accepted(answer.id());
            case SubmissionOutcome.Refused(RefusalReason reason) -> throw refusal(answer.id(), reason);
            case SubmissionOutcome.Unavailable() -> throw unavailable();
        };
    }

    @Operation(summary = "Submit 1 to 512 client transactions that one bundle keeps in order")
    @ApiResponse(responseCode = "202", description = "One answer for each, refused ones included")
    @Override
    @ResponseStatus(HttpStatus.ACCEPTED)
    public List<SubmissionAnswer> submitAll(
            @RequestBody byte[] submissions,
            @RequestHeader(name = PROGRESS, required = false) @Nullable String ticket) {
        List<Submission> list = decode(submissions, Submission::decodeList);
        if (list.isEmpty()) {
            throw new ProblemException(ProblemCode.INVALID_REQUEST, "A batch has 1 to 512 submissions.");
        }
        return service.submit(list, ticket(ticket)).stream()
                .map(answer -> switch (answer.outcome()) {
                    case SubmissionOutcome.Endorsed() -> accepted(answer.id());
                    case SubmissionOutcome.Refused(RefusalReason reason)
                    when reason == RefusalReason.REGISTRATION_NOT_CURRENT -> throw refusal(answer.id(), reason);
                    case SubmissionOutcome.Refused(RefusalReason reason) ->
                        new SubmissionAnswer(answer.id().toHex(), false, reason.number(), reason.code());
                    case SubmissionOutcome.Unavailable() -> throw unavailable();
                })
                .toList();
    }

    @Operation(summary = "Encrypted notes in the order in which they were stored")
    @ApiResponse(responseCode = "200", description = "The next notes")
    @Override
    public NotePage notes(@RequestParam("after") long after, @RequestParam("limit") int limit) {
        if (after < 0 || limit < 1 || limit > properties.notesMax()) {
            throw new ProblemException(
                    ProblemCode.INVALID_REQUEST,
                    "after is at least 0 and limit is from 1 to " + properties.notesMax() + ".");
        }
        List<StoredNote> notes = store.notes(after, limit);
        List<NoteEntry> entries = notes.stream()
                .map(note -> new NoteEntry(
                        note.position(),
                        note.transaction().toHex(),
                        note.output(),
                        Base64.getEncoder().encodeToString(note.note().toArray())))
                .toList();
        return new NotePage(entries, notes.isEmpty() ? after : notes.getLast().position());
    }

    /// One answer whatever the reason: an asker without the submitter's ticket does not learn what is held here.
    @Operation(summary = "How far a transaction is, as this endorser knows it, for whoever submitted it here")
    @ApiResponse(responseCode = "200", description = "Its stage and times")
    @Override
    public SubmissionProgress progress(@RequestHeader(PROGRESS) String handle) {
        Bytes32 key = ProgressTicket.key(decode(handle, Bytes32::fromHex));
        TransactionId wanted = store.submittedUnder(key).orElseThrow(EndorserController::notSubmitted);
        TransactionProgress progress = store.progress(wanted).orElseThrow(EndorserController::notSubmitted);
        return new SubmissionProgress(
                wanted.toHex(),
                progress.stage(),
                progress.steps().stream()
                        .map(step -> new StageTime(step.stage(), step.atMillis()))
                        .toList());
    }

    private static ProblemException notSubmitted() {
        return new ProblemException(ProblemCode.NOT_FOUND, "Nothing was submitted to this endorser under this ticket.");
    }

    private static Optional<ProgressTicket> ticket(@Nullable String hex) {
        return Optional.ofNullable(hex).map(digits -> decode(digits, ProgressTicket::fromHex));
    }

    private static SubmissionAnswer accepted(TransactionId id) {
        return new SubmissionAnswer(id.toHex(), true, 0, "");
    }

    /// Missing registration records are this endorser's trouble and pass; all other reasons are the transaction's.
    private static ProblemException refusal(TransactionId id, RefusalReason reason) {
        HttpStatus status = reason == RefusalReason.REGISTRATION_NOT_CURRENT
                ? HttpStatus.SERVICE_UNAVAILABLE
                : HttpStatus.UNPROCESSABLE_CONTENT;
        return new ProblemException(
                status,
                reason.code(),
                "The transaction is not endorsed",
                reason.explanation(),
                Map.of("id", id.toHex(), "reason", reason.number()));
    }

    private static ProblemException unavailable() {
        return new ProblemException(
                HttpStatus.SERVICE_UNAVAILABLE,
                "too-few-endorsers",
                "Too few endorsers answer",
                "The transaction is neither refused nor endorsed; submit the same bytes again.");
    }

    private static <S, T> T decode(S source, Function<S, T> decoder) {
        try {
            return decoder.apply(source);
        } catch (DecodeException | IllegalArgumentException unreadable) {
            throw new ProblemException(ProblemCode.MALFORMED_REQUEST, String.valueOf(unreadable.getMessage()));
        }
    }
}
