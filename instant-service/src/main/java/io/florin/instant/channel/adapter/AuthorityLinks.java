package io.florin.instant.channel.adapter;

import io.florin.crypto.Bytes32;
import io.florin.instant.authority.adapter.InstantLog;
import io.florin.instant.authority.adapter.OtherAuthorities;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.HeldWindow;
import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.channel.RailAnswer;
import io.florin.ledger.rail.channel.RailRequest;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.NodeTls;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.rail.RailLink;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// A connection to each other authority. What cannot be sent, or is not answered, is dropped: shards say it again.
public final class AuthorityLinks implements OtherAuthorities, AutoCloseable {
    private static final int OPEN_MAX = 1024;

    private final Map<Integer, RailLink> links = new TreeMap<>();

    /// @param others the other authorities' ports, by their numbers
    public AuthorityLinks(NodeTls tls, Map<Integer, InetSocketAddress> others, InstantLog log) {
        var watcher = new RailLink.Watcher() {
            @Override
            public void away(Peer authority, String cause) {
                log.peerAway(authority.id(), cause);
            }

            @Override
            public void back(Peer authority) {
                log.peerBack(authority.id());
            }
        };
        others.forEach((number, address) ->
                links.put(number, new RailLink(tls, new Peer(NodeRole.INSTANT, number), address, OPEN_MAX, watcher)));
    }

    public void start() {
        links.values().forEach(RailLink::start);
    }

    /// Other authorities that are connected now.
    public long connected() {
        return links.values().stream().filter(RailLink::isConnected).count();
    }

    @Override
    public void publish(ExecutedWindow window) {
        links.values().forEach(link -> link.ask(new RailRequest.Window(window), _ -> {}));
    }

    @Override
    public void fetchOrder(int authority, Bytes32 orderId, Consumer<TransferCertificate> found) {
        ask(authority, new RailRequest.Certificate(orderId), answer -> certificate(answer, found));
    }

    @Override
    public void fetchSequence(int authority, RailAccount sender, long sequence, Consumer<TransferCertificate> found) {
        ask(authority, new RailRequest.CertificateAt(sender, sequence), answer -> certificate(answer, found));
    }

    private static void certificate(RailAnswer answer, Consumer<TransferCertificate> found) {
        if (answer instanceof RailAnswer.Found(var certificate)) {
            found.accept(certificate);
        }
    }

    @Override
    public void fetchTransaction(int authority, Bytes32 id, Consumer<OutputCertificate> found) {
        ask(authority, new RailRequest.OutputsCertificate(id), answer -> {
            if (answer instanceof RailAnswer.OutputsFound(var certificate)) {
                found.accept(certificate);
            }
        });
    }

    @Override
    public void fetchWindow(int authority, int shard, long number, Consumer<ExecutedWindow> found) {
        ask(authority, new RailRequest.WindowAt(shard, number), answer -> {
            if (answer instanceof RailAnswer.FoundWindow(var window)) {
                found.accept(window);
            }
        });
    }

    @Override
    public void askHeld(BiConsumer<Integer, List<HeldWindow>> answered) {
        links.keySet()
                .forEach(authority -> ask(authority, new RailRequest.Held(), answer -> {
                    if (answer instanceof RailAnswer.Held(var windows)) {
                        answered.accept(authority, windows);
                    }
                }));
    }

    private void ask(int authority, RailRequest request, Consumer<RailAnswer> answered) {
        Optional.ofNullable(links.get(authority))
                .ifPresent(link -> link.ask(request, answer -> answer.ifPresent(answered)));
    }

    @Override
    public void close() {
        links.values().forEach(RailLink::close);
    }
}
