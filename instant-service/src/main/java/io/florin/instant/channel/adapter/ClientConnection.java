package io.florin.instant.channel.adapter;

import io.florin.crypto.Bytes;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.channel.RailAnswer;
import io.florin.ledger.rail.channel.RailFrame;
import io.florin.ledger.rail.channel.RailMessage;
import io.florin.ledger.rail.channel.RailRequest;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.rail.FrameStream;
import io.florin.runtime.rail.FrameTooLargeException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// One connection of one client. A request has a place from being read to its answer being sent, and nothing is read
/// while the client has no place: so one that never reads its answers costs as many answers as it has places, and at
/// most so many bytes, and then stands still until it is cut off. A connection that ends gives back the places of
/// answers that wait to be sent; the place of a request that is under way comes back when that is answered. Otherwise a
/// client that connects again and again fills the shards with more than it has places for.
///
/// What is no frame, or no request, is refused by number and costs no signature check; the next ones are read. Only a
/// frame that is too large ends the connection: where the next one begins is not known then. So does a client that
/// says nothing for a while, not even that it lives: a dead one gives its place to the next.
final class ClientConnection implements AutoCloseable {
    /// The number of refusals that answer no request.
    private static final long NO_REQUEST = 0;

    private final Peer caller;
    private final FrameStream stream;
    private final RailRequests requests;
    private final Semaphore places;
    private final ChannelLimits limits;
    private final BlockingQueue<RailMessage> answers = new LinkedBlockingQueue<>();
    /// Places of answers that are not sent yet.
    private final AtomicInteger unsent = new AtomicInteger();
    private final AtomicInteger unsentBytes = new AtomicInteger();
    /// Start of the write that is under way; 0 if none is.
    private final AtomicLong writingSince = new AtomicLong();
    private volatile boolean closed;

    /// @param places of the client, shared by its connections
    ClientConnection(Peer caller, FrameStream stream, RailRequests requests, Semaphore places, ChannelLimits limits) {
        this.caller = caller;
        this.stream = stream;
        this.requests = requests;
        this.places = places;
        this.limits = limits;
    }

    Peer caller() {
        return caller;
    }

    boolean isStalled() {
        long since = writingSince.get();
        return since != 0 && System.nanoTime() - since > limits.stalledAfter().toNanos();
    }

    /// Says no more than this.
    void refuse(RailAnswer answer) {
        try {
            stream.write(RailFrame.encode(List.of(new RailMessage(NO_REQUEST, answer.encode()))));
        } catch (IOException gone) {
            // nobody hears it
        }
        close();
    }

    /// Reads until the connection ends.
    void run() {
        Thread writer = Thread.ofVirtual().name("rail-answers-" + caller).start(this::write);
        try {
            stream.silentAfter(limits.silentAfter());
            while (!closed) {
                readFrame();
            }
        } catch (FrameTooLargeException tooLarge) {
            writer.interrupt();
            refuse(new RailAnswer.Refused(RailRefusal.TOO_LARGE));
        } catch (IOException ended) {
            // the client has left, or is dead
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } finally {
            close();
            writer.interrupt();
        }
    }

    private void readFrame() throws IOException, InterruptedException {
        List<RailMessage> messages;
        byte[] frame = stream.read();
        try {
            messages = RailFrame.decode(frame);
        } catch (DecodeException noFrame) {
            takePlace();
            answer(NO_REQUEST, new RailAnswer.Refused(RailRefusal.MALFORMED));
            return;
        }
        for (RailMessage message : messages) {
            takePlace();
            ask(message);
        }
    }

    private void takePlace() throws InterruptedException, IOException {
        places.acquire();
        if (closed) {
            places.release();
            throw new IOException("closed");
        }
    }

    private void ask(RailMessage message) {
        RailRequest request;
        try {
            request = RailRequest.decode(message.content());
        } catch (DecodeException noRequest) {
            answer(message.request(), new RailAnswer.Refused(RailRefusal.MALFORMED));
            return;
        }
        Consumer<RailAnswer> answer = given -> answer(message.request(), given);
        if (request.isForAuthorities() && caller.role() != NodeRole.INSTANT) {
            answer.accept(new RailAnswer.Refused(RailRefusal.NOT_ALLOWED));
        } else {
            requests.ask(caller, request, answer);
        }
    }

    /// On a shard's thread, mostly.
    private void answer(long request, RailAnswer answer) {
        if (closed) {
            places.release();
            return;
        }
        Bytes encoded = answer.encode();
        if (encoded.size() > RailFrame.CONTENT_BYTES_MAX) {
            encoded = new RailAnswer.Unknown().encode(); // what other authorities hold may exceed it
        }
        if (unsentBytes.addAndGet(encoded.size()) > limits.unsentBytesMax()) {
            close();
        }
        unsent.incrementAndGet();
        answers.add(new RailMessage(request, encoded)); // as many as there are places
        if (closed) {
            drop();
        }
    }

    private void write() {
        try {
            Duration signEvery = FrameStream.signEvery(limits.silentAfter());
            while (!closed) {
                RailMessage first = answers.poll(signEvery.toMillis(), TimeUnit.MILLISECONDS);
                writingSince.set(System.nanoTime());
                List<RailMessage> sent = List.of();
                if (first == null) {
                    stream.sign();
                } else {
                    sent = stream.writeWith(first, answers);
                }
                writingSince.set(0);
                unsentBytes.addAndGet(-sent.stream()
                        .mapToInt(message -> message.content().size())
                        .sum());
                giveBack(sent.size());
            }
        } catch (IOException gone) {
            close();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void giveBack(int count) {
        int before = unsent.getAndUpdate(now -> Math.max(0, now - count));
        places.release(Math.min(before, count));
    }

    private void drop() {
        answers.clear();
        places.release(unsent.getAndSet(0));
    }

    /// Requests under way for it go on and keep their places; their answers are dropped.
    @Override
    public void close() {
        closed = true;
        stream.close();
        drop();
    }
}
