package io.florin.ordering.intake.adapter;

import io.florin.ordering.protocol.BlockStore;
import io.florin.ordering.protocol.Head;
import io.florin.runtime.api.OrderingInternalApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.internal.AllowPeers;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// Bundles and blocks without Kafka, for the nodes of the network.
@RestController
@AllowPeers({"endorser", "ordering", "committer", "auditor"})
public class OrderingController implements OrderingInternalApi {
    private final BundleDesk desk;
    private final BlockStore blocks;

    public OrderingController(BundleDesk desk, BlockStore blocks) {
        this.desk = desk;
        this.blocks = blocks;
    }

    @Override
    @AllowPeers("endorser")
    @ResponseStatus(HttpStatus.ACCEPTED)
    public void submit(@RequestBody byte[] bundle) {
        switch (desk.submit(bundle)) {
            case TAKEN -> {}
            case UNREADABLE -> throw new ProblemException(ProblemCode.INVALID_REQUEST, "This is no bundle.");
            case FULL -> throw new ProblemException(ProblemCode.UNAVAILABLE, "Too many bundles wait for their block.");
        }
    }

    @Override
    public byte[] block(@PathVariable("number") long number) {
        return blocks.read(number)
                .orElseThrow(() -> new ProblemException(ProblemCode.NOT_FOUND, "This party has no such block yet."));
    }

    @Override
    public ChainHead head() {
        Head head = blocks.head();
        return new ChainHead(head.number(), head.hash().toHex());
    }
}
