package io.florin.instant.channel.adapter;

import io.florin.instant.account.ShardAnswer;
import io.florin.instant.authority.adapter.Authority;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.channel.RailAnswer;
import io.florin.ledger.rail.channel.RailRequest;
import io.florin.runtime.internal.Peer;
import java.util.function.Consumer;

/// Requests to an authority of a rail of accounts.
public final class AccountRequests implements RailRequests {
    private final Authority authority;

    public AccountRequests(Authority authority) {
        this.authority = authority;
    }

    @Override
    public void ask(Peer caller, RailRequest request, Consumer<RailAnswer> answer) {
        Consumer<ShardAnswer> given = it -> answer.accept(answer(it));
        switch (request) {
            case RailRequest.Order(var order) -> authority.order(order, given);
            case RailRequest.Confirmation(var order) ->
                authority.confirm(order, it -> answer.accept(executed(it, order.certificate())));
            case RailRequest.Account(var account, long fromSequence, long fromPlace) ->
                authority.account(account, fromSequence, fromPlace, given);
            case RailRequest.Certificate(var orderId) -> authority.certificateOf(orderId, given);
            case RailRequest.CertificateAt(var sender, long sequence) ->
                authority.certificateOf(sender, sequence, given);
            case RailRequest.OpenSequence(var account, long sequence) ->
                authority.openSequence(account, sequence, given);
            case RailRequest.Statement(var account, long sequence) -> authority.statement(account, sequence, given);
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
            case RailRequest.Outputs _, RailRequest.OutputsConfirmation _, RailRequest.OutputsCertificate _ ->
                answer.accept(new RailAnswer.Refused(RailRefusal.WRONG_RAIL));
        }
    }

    /// The asker has what it sent, and is not sent it back.
    private static RailAnswer executed(ShardAnswer given, TransferCertificate sent) {
        return given instanceof ShardAnswer.Executed(var certificate, var effects) && certificate.equals(sent)
                ? new RailAnswer.Effects(effects)
                : answer(given);
    }

    private static RailAnswer answer(ShardAnswer given) {
        return switch (given) {
            case ShardAnswer.Voted(var vote) -> new RailAnswer.Voted(vote);
            case ShardAnswer.Executed(var certificate, var effects) -> new RailAnswer.Executed(certificate, effects);
            case ShardAnswer.Waits() -> new RailAnswer.Waits();
            case ShardAnswer.Refused(var reason) -> new RailAnswer.Refused(reason);
            case ShardAnswer.Found(var certificate) -> new RailAnswer.Found(certificate);
            case ShardAnswer.FoundWindow(var window) -> new RailAnswer.FoundWindow(window);
            case ShardAnswer.Open(var statement) -> new RailAnswer.Open(statement);
            case ShardAnswer.Stated(var statement) -> new RailAnswer.Stated(statement);
            case ShardAnswer.Information(var information) -> new RailAnswer.Information(information);
            case ShardAnswer.Decided(var outcome) -> new RailAnswer.Decided(outcome);
            case ShardAnswer.Unknown() -> new RailAnswer.Unknown();
        };
    }
}
