package io.florin.ordering.intake.adapter;

import io.florin.ordering.protocol.BlockStore;
import io.florin.ordering.protocol.Head;
import io.florin.runtime.api.OrderingInternalApi.ChainHead;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.internal.AllowPeers;
import io.florin.runtime.internal.Peer;
import java.time.Duration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// Bundles and blocks without Kafka, for the nodes of the network: the paths of [OrderingInternalApi], with the caller.
@RestController
@AllowPeers({"endorser", "ordering", "committer", "auditor", "certifier", "audit-member"})
public class OrderingController {
    private static final long WAIT_MILLIS_MAX = 10_000;

    private final BundleIngress ingress;
    private final BlockStore blocks;

    public OrderingController(BundleIngress ingress, BlockStore blocks) {
        this.ingress = ingress;
        this.blocks = blocks;
    }

    @PostMapping(value = "/internal/v1/bundles", consumes = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    @AllowPeers("endorser")
    @ResponseStatus(HttpStatus.ACCEPTED)
    void submit(@RequestBody byte[] bundle, Peer caller) throws InterruptedException {
        switch (ingress.submit(bundle, caller)) {
            case TAKEN -> {}
            case UNREADABLE -> throw new ProblemException(ProblemCode.INVALID_REQUEST, "This is no bundle.");
            case NOT_ENDORSED ->
                throw new ProblemException(
                        ProblemCode.INVALID_REQUEST,
                        "The endorsers in force have not signed this change of the configuration.");
            case FULL -> throw new ProblemException(ProblemCode.UNAVAILABLE, "Too many bundles wait for their block.");
        }
    }

    @GetMapping(value = "/internal/v1/blocks/{number}", produces = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    byte[] block(@PathVariable("number") long number) {
        return blocks.read(number)
                .orElseThrow(() -> new ProblemException(ProblemCode.NOT_FOUND, "This party has no such block yet."));
    }

    @GetMapping("/internal/v1/blocks/head")
    ChainHead head() {
        return view(blocks.head());
    }

    @GetMapping("/internal/v1/blocks/head/awaited")
    ChainHead headAbove(@RequestParam("above") long above, @RequestParam("waitMillis") long waitMillis) {
        return view(blocks.headAbove(above, Duration.ofMillis(Math.clamp(waitMillis, 0, WAIT_MILLIS_MAX))));
    }

    private static ChainHead view(Head head) {
        return new ChainHead(head.number(), head.hash().toHex());
    }

    /// Before the ports close, which wait for requests under way.
    @EventListener(ContextClosedEvent.class)
    void stops() {
        blocks.release();
    }
}
