package io.florin.instant.channel.adapter;

import io.florin.instant.authority.adapter.OutputAuthority;
import io.florin.instant.output.OutputAnswer;
import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.channel.RailAnswer;
import io.florin.ledger.rail.channel.RailRequest;
import io.florin.runtime.internal.Peer;
import java.util.function.Consumer;

/// Requests to an authority of a rail of outputs.
public final class OutputRequests implements RailRequests {
    private final OutputAuthority authority;

    public OutputRequests(OutputAuthority authority) {
        this.authority = authority;
    }

    @Override
    public void ask(Peer caller, RailRequest request, Consumer<RailAnswer> answer) {
        Consumer<OutputAnswer> given = it -> answer.accept(answer(it));
        switch (request) {
            case RailRequest.Outputs(var asked) -> authority.order(asked, given);
            case RailRequest.OutputsConfirmation(var certificate) ->
                authority.confirm(certificate, it -> answer.accept(executed(it, certificate)));
            case RailRequest.OutputsCertificate(var id) -> authority.certificateOf(id, given);
            case RailRequest.Window(var window) -> {
                if (RailRequests.isOwn(window, caller, authority.scope())) {
                    authority.window(window);
                    answer.accept(new RailAnswer.Told());
                } else {
                    answer.accept(new RailAnswer.Refused(RailRefusal.NOT_ALLOWED));
                }
            }
            case RailRequest.WindowAt(int shard, long number) -> authority.windowOf(shard, number, given);
            case RailRequest.Held() -> answer.accept(new RailAnswer.Held(authority.held(caller.id())));
            case RailRequest.Order _,
                    RailRequest.Confirmation _,
                    RailRequest.Account _,
                    RailRequest.Certificate _,
                    RailRequest.CertificateAt _,
                    RailRequest.OpenSequence _,
                    RailRequest.Statement _ -> answer.accept(new RailAnswer.Refused(RailRefusal.WRONG_RAIL));
        }
    }

    /// The asker has what it sent, and is not sent it back.
    private static RailAnswer executed(OutputAnswer given, OutputCertificate sent) {
        return given instanceof OutputAnswer.Executed(var certificate, var effects) && certificate.equals(sent)
                ? new RailAnswer.Effects(effects)
                : answer(given);
    }

    private static RailAnswer answer(OutputAnswer given) {
        return switch (given) {
            case OutputAnswer.Voted(var vote) -> new RailAnswer.Voted(vote);
            case OutputAnswer.Executed(var certificate, var effects) ->
                new RailAnswer.OutputsExecuted(certificate, effects);
            case OutputAnswer.Waits() -> new RailAnswer.Waits();
            case OutputAnswer.Refused(var reason) -> new RailAnswer.Refused(reason);
            case OutputAnswer.Found(var certificate) -> new RailAnswer.OutputsFound(certificate);
            case OutputAnswer.FoundWindow(var window) -> new RailAnswer.FoundWindow(window);
            case OutputAnswer.Unknown() -> new RailAnswer.Unknown();
        };
    }
}
