package io.florin.registration.people;

import io.florin.registration.people.TaskList.Selection;
import io.florin.registration.protocol.Actor;
import io.florin.registration.protocol.ReasonForm;
import io.florin.registration.protocol.RegistrationProblem;
import io.florin.runtime.console.NextLink;
import io.florin.runtime.openapi.PagedAnswer;
import io.swagger.v3.oas.annotations.Operation;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.security.Principal;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Tasks of rescreening for registration officers.
@RestController
@RequestMapping("/v1")
class RescreeningApi {
    private final RescreeningService rescreening;
    private final TaskList list;

    RescreeningApi(RescreeningService rescreening, TaskList list) {
        this.rescreening = rescreening;
        this.list = list;
    }

    /// @param listVersion in use
    /// @param due how many people it has not been applied to yet
    record Rescreening(String listVersion, long due, long open) {}

    @Operation(summary = "The sanctions list in use and how far it has been applied")
    @GetMapping("/rescreening")
    Rescreening state() {
        return new Rescreening(rescreening.listVersion(), rescreening.dueCount(), rescreening.openCount());
    }

    /// @param select `open` or `all`
    @Operation(summary = "Admitted customers whom a later list names: open tasks, or all")
    @PagedAnswer
    @GetMapping("/rescreening-tasks")
    ResponseEntity<List<RescreeningView>> tasks(
            @RequestParam(name = "select", defaultValue = "open") String select,
            @RequestParam(name = "cursor", required = false) @Nullable String cursor,
            @RequestParam(name = "limit", defaultValue = "" + NextLink.PAGE_MAX) @Min(1) @Max(NextLink.PAGE_MAX)
                    int limit) {
        Selection selection = switch (select) {
            case "open" -> Selection.OPEN;
            case "all" -> Selection.ALL;
            default -> throw RegistrationProblem.BAD_FIELD.refusal("select is open or all.");
        };
        return NextLink.answer(list.find(selection, cursor, limit));
    }

    @Operation(summary = "A task of rescreening")
    @GetMapping("/rescreening-tasks/{id}")
    RescreeningView task(@PathVariable("id") UUID id) {
        return rescreening.view(id);
    }

    @Operation(summary = "Suspends the customer; another person than who approved")
    @PostMapping("/rescreening-tasks/{id}/suspension")
    RescreeningView suspend(@PathVariable("id") UUID id, @Valid @RequestBody ReasonForm form, Principal caller) {
        return rescreening.suspend(id, Actor.person(caller.getName()), form.reason());
    }

    @Operation(summary = "Says that the customer is not the listed one; another person than who approved")
    @PostMapping("/rescreening-tasks/{id}/clearance")
    RescreeningView clear(@PathVariable("id") UUID id, @Valid @RequestBody ReasonForm form, Principal caller) {
        return rescreening.clear(id, Actor.person(caller.getName()), form.reason());
    }
}
