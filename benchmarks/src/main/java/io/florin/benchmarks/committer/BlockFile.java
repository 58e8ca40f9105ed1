package io.florin.benchmarks.committer;

import io.florin.ledger.block.Block;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The blocks of a run as bytes in a file, made before the clock runs, so that memory does not limit how long a run may
/// be. Who reads a block decodes it, as a committer does with what comes from a topic.
final class BlockFile {

    private static final int BUFFER = 1 << 20;

    /// Facts about the blocks that need no reading of them.
    ///
    /// @param transactions of each block, the first one first
    /// @param doubleSpends among the transactions of all blocks, all of which must abort
    record Contents(int seedBlocks, List<Integer> transactions, List<Long> doubleSpends) {
        Contents {
            transactions = List.copyOf(transactions);
            doubleSpends = List.copyOf(doubleSpends);
        }

        int blocks() {
            return transactions.size();
        }

        /// Transactions of a block, numbered from 1.
        int transactionsOf(int block) {
            return transactions.get(block - 1);
        }

        /// Double spends in the blocks up to this one.
        long doubleSpendsUpTo(int block) {
            return doubleSpends.get(block - 1);
        }
    }

    private final Path path;
    private final Contents contents;

    private BlockFile(Path path, Contents contents) {
        this.path = path;
        this.contents = contents;
    }

    /// Writes the seed blocks and transfers, as many as asked for.
    static BlockFile write(Path path, TransferWorkload workload, long transfers, int bundlesPerBlock) {
        List<Integer> sizes = new ArrayList<>();
        List<Long> doubleSpends = new ArrayList<>();
        try (DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(path), BUFFER))) {
            for (Block block : workload.seedBlocks()) {
                add(out, block);
                sizes.add(block.entries().size() * TransferWorkload.BUNDLE);
                doubleSpends.add(0L);
            }
            int seedBlocks = sizes.size();
            while (workload.transfers() < transfers) {
                add(out, workload.next(bundlesPerBlock));
                sizes.add(bundlesPerBlock * TransferWorkload.BUNDLE);
                doubleSpends.add(workload.doubleSpends());
            }
            return new BlockFile(path, new Contents(seedBlocks, sizes, doubleSpends));
        } catch (IOException e) {
            throw new UncheckedIOException("blocks cannot be written: " + path, e);
        }
    }

    private static void add(DataOutputStream out, Block block) throws IOException {
        byte[] encoded = block.encode();
        out.writeInt(encoded.length);
        out.write(encoded);
    }

    Contents contents() {
        return contents;
    }

    Reader open() {
        return new Reader(path, contents.blocks());
    }

    /// Reads the blocks in order.
    static final class Reader implements AutoCloseable {
        private final DataInputStream in;
        private int left;

        private Reader(Path path, int blocks) {
            try {
                in = new DataInputStream(new BufferedInputStream(Files.newInputStream(path), BUFFER));
            } catch (IOException e) {
                throw new UncheckedIOException("blocks cannot be read: " + path, e);
            }
            left = blocks;
        }

        Optional<Block> next() {
            if (left == 0) {
                return Optional.empty();
            }
            left--;
            try {
                return Optional.of(Block.decode(in.readNBytes(in.readInt())));
            } catch (IOException e) {
                throw new UncheckedIOException("blocks cannot be read", e);
            }
        }

        @Override
        public void close() {
            try {
                in.close();
            } catch (IOException e) {
                throw new UncheckedIOException("blocks cannot be closed", e);
            }
        }
    }
}
