package io.florin.ordering.chain.adapter;

import io.florin.ledger.block.Block;
import io.florin.ordering.chain.VoteRecord;
import io.florin.ordering.chain.VoteState;
import io.florin.runtime.Failure;
import io.florin.runtime.disk.Directories;
import io.florin.runtime.disk.RecordLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The vote log on disk. A record is safe when [#append] returns; when the file has grown, its sum takes its place.
final class VoteLogFile implements AutoCloseable {
    private static final int RECORD_MAX = 2 * Block.ENCODED_SIZE_MAX;
    private static final long FILE_MAX = 64 * 1024 * 1024;

    private final Path file;
    private final long fileMax;
    private VoteState state = VoteState.EMPTY;
    private RecordLog log;

    VoteLogFile(Path file) {
        this(file, FILE_MAX);
    }

    VoteLogFile(Path file, long fileMax) {
        this.file = file;
        this.fileMax = fileMax;
        this.log = RecordLog.open(
                file, RECORD_MAX, 0, (position, content) -> state = state.with(VoteRecord.decode(content)));
        Directories.force(file.resolveSibling("."));
    }

    VoteState state() {
        return state;
    }

    void append(VoteRecord record) {
        state = state.with(record);
        if (log.size() >= fileMax) {
            compact();
        } else {
            log.append(record.encode());
            log.force();
        }
    }

    private void compact() {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.deleteIfExists(fresh);
        } catch (IOException broken) {
            throw new Failure("file cannot be removed: " + fresh, broken);
        }
        RecordLog shorter = RecordLog.open(fresh, RECORD_MAX, 0, (position, content) -> {});
        state.compacted().forEach(record -> shorter.append(record.encode()));
        shorter.force();
        Directories.replace(fresh, file);
        log.close();
        log = shorter;
    }

    @Override
    public void close() {
        log.close();
    }
}
