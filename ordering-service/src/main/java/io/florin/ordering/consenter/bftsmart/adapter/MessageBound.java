package io.florin.ordering.consenter.bftsmart.adapter;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/// Carries the library's messages from another party to this party's member and ends a link whose next message says
/// that it is longer than any can be. The library makes room for as many bytes as the first four say, before it looks
/// at anything: four bytes of a lying party would end the process for want of memory, or the thread, if they are
/// negative.
///
/// A message: length, content, a flag, and after a flag of one its HMAC-MD5.
final class MessageBound {
    private static final int LENGTH_BYTES = 4;
    private static final int MAC_BYTES = 16;
    private static final int AUTHENTICATED = 1;
    private static final int PIECE_BYTES = 64 * 1024;

    private final int contentMax;

    MessageBound(int contentMax) {
        this.contentMax = contentMax;
    }

    /// Carries messages until the link ends.
    void carry(InputStream from, OutputStream to) throws IOException {
        var input = new DataInputStream(from);
        while (true) {
            int first = input.read();
            if (first < 0) {
                return;
            }
            int content = first << 24 | input.readUnsignedByte() << 16 | input.readUnsignedShort();
            if (content < 0 || content > contentMax) {
                throw new IOException("a message of " + content + " bytes");
            }
            ByteBuffer head = ByteBuffer.allocate(LENGTH_BYTES + Math.min(content, PIECE_BYTES));
            head.putInt(content);
            input.readFully(head.array(), LENGTH_BYTES, head.remaining());
            to.write(head.array());
            copy(input, to, content - (head.capacity() - LENGTH_BYTES));
            int flag = input.readUnsignedByte();
            byte[] tail = new byte[1 + (flag == AUTHENTICATED ? MAC_BYTES : 0)];
            tail[0] = (byte) flag;
            input.readFully(tail, 1, tail.length - 1);
            to.write(tail);
        }
    }

    private static void copy(InputStream from, OutputStream to, int count) throws IOException {
        byte[] piece = new byte[Math.min(count, PIECE_BYTES)];
        int left = count;
        while (left > 0) {
            int read = from.read(piece, 0, Math.min(left, piece.length));
            if (read < 0) {
                throw new EOFException("in the middle of a message");
            }
            to.write(piece, 0, read);
            left -= read;
        }
    }
}
