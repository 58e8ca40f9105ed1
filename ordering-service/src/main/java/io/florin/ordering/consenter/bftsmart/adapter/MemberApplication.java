package io.florin.ordering.consenter.bftsmart.adapter;

import bftsmart.statemanagement.StateManager;
import bftsmart.tom.MessageContext;
import bftsmart.tom.ReplyContextMessage;
import bftsmart.tom.server.RequestVerifier;
import bftsmart.tom.server.defaultservices.DefaultRecoverable;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ordering.consenter.Decisions;
import io.florin.ordering.protocol.Batch;
import io.florin.ordering.protocol.Certificates;
import io.florin.ordering.protocol.Head;
import io.florin.ordering.protocol.Parties;
import java.util.ArrayList;
import java.util.List;

/// The state machine that the library replicates: from one head and the batches of one consensus to the next head.
///
/// Nothing is answered to clients: a submission has come through when a certified block carries it. The snapshot is the
/// head and the number of the last consensus; blocks come from other parties' stores.
///
/// The library swallows what a state machine throws and goes on with the next decision. That would leave this member
/// behind unnoticed, so the first failure ends it: from then on nothing is carried out, and the member is stopped.
///
/// All calls but [#isValidRequest] come from the library's delivery thread.
final class MemberApplication extends DefaultRecoverable implements RequestVerifier {
    private final long view;
    private final Parties parties;
    private final Certificates certificates;
    private final Decisions decisions;
    private final MemberState state;
    private int lastConsensus = -1;
    private boolean failed;
    private byte[] snapshot;

    MemberApplication(
            long view, Parties parties, Certificates certificates, ReplicaListener listener, Decisions decisions) {
        this.state = new MemberState(listener);
        this.view = view;
        this.parties = parties;
        this.certificates = certificates;
        this.decisions = decisions;
        this.snapshot = encode(decisions.position(view), lastConsensus);
    }

    MemberState state() {
        return state;
    }

    @Override
    public StateManager getStateManager() {
        return state;
    }

    /// Asked when a request comes in and again for each one of a proposal.
    @Override
    public boolean isValidRequest(byte[] request) {
        try {
            Batch batch = Batch.decode(request);
            return batch.view() == view && parties.contains(batch.party()) && batch.isSigned(certificates);
        } catch (DecodeException malformed) {
            return false;
        }
    }

    @Override
    public byte[][] appExecuteBatch(
            byte[][] commands, MessageContext[] contexts, boolean fromConsensus, List<ReplyContextMessage> replies) {
        return appExecuteBatch(commands, contexts, fromConsensus);
    }

    @Override
    public byte[][] appExecuteBatch(byte[][] commands, MessageContext[] contexts, boolean fromConsensus) {
        try {
            int first = 0;
            for (int i = 1; i <= commands.length && !failed; i++) {
                if (i == commands.length || contexts[i].getConsensusId() != contexts[first].getConsensusId()) {
                    consensus(commands, contexts, first, i, fromConsensus);
                    first = i;
                }
            }
        } catch (Throwable failure) {
            fail(failure.toString());
        }
        return new byte[commands.length][0];
    }

    private void consensus(byte[][] commands, MessageContext[] contexts, int from, int to, boolean fromConsensus) {
        int number = contexts[from].getConsensusId();
        if (number <= lastConsensus || fromConsensus && number != lastConsensus + 1) {
            fail("consensus " + number + " after " + lastConsensus);
            return;
        }
        List<Batch> batches = new ArrayList<>(to - from);
        for (int i = from; i < to; i++) {
            if (contexts[i].isNoOp()) {
                continue;
            }
            try {
                Batch batch = Batch.decode(commands[i]);
                if (batch.view() == view && LibraryRequests.isCarrierOf(batch, contexts[i])) {
                    batches.add(batch);
                }
            } catch (DecodeException unreadable) {
                // no correct member accepts such a proposal; all ignore it alike
            }
        }
        Head head = batches.isEmpty() ? decisions.position(view) : decisions.decided(view, batches);
        lastConsensus = number;
        snapshot = encode(head, number);
    }

    /// A consensus without requests for the state machine. The library's own handling fails on a checkpoint.
    @Override
    public void noOp(int consensus, byte[][] operations, MessageContext[] contexts) {
        if (operations == null || contexts == null || operations.length == 0) {
            fail("consensus " + consensus + " without content");
            return;
        }
        List<ReplyContextMessage> replies = new ArrayList<>();
        for (int i = 0; i < operations.length; i++) {
            replies.add(new ReplyContextMessage(null, null));
        }
        executeBatch(operations, contexts, replies);
    }

    private void fail(String reason) {
        if (!failed) {
            failed = true;
            decisions.failed(view, reason);
        }
    }

    @Override
    public byte[] getSnapshot() {
        return snapshot.clone();
    }

    @Override
    public void installSnapshot(byte[] installed) {
        try {
            CanonicalReader.decode(installed, reader -> {
                Head head = Head.readFrom(reader);
                lastConsensus = (int) reader.u32() - 1;
                decisions.install(view, head);
                return head;
            });
            snapshot = installed.clone();
        } catch (Throwable failure) {
            fail(failure.toString());
        }
    }

    private static byte[] encode(Head head, int consensus) {
        CanonicalWriter writer = new CanonicalWriter(64);
        head.writeTo(writer);
        return writer.u32(consensus + 1L).toByteArray();
    }

    @Override
    public byte[] appExecuteUnordered(byte[] command, MessageContext context) {
        return new byte[0];
    }
}
