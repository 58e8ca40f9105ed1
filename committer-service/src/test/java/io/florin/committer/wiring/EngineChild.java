package io.florin.committer.wiring;

import io.florin.ledger.block.Block;
import io.florin.ledger.fixture.TestNetwork;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A committer engine in a process of its own, to be killed: works on the blocks of a workload until it is done.
public final class EngineChild {

    private EngineChild() {}

    /// Directory of the engine, seed of the network, file of the blocks.
    public static void main(String[] arguments) throws InterruptedException, IOException {
        TestNetwork network = new TestNetwork(Long.parseLong(arguments[1]));
        List<Block> blocks = read(Path.of(arguments[2]));
        CommitterEngine engine = new CommitterEngine(
                EngineSettings.of(Path.of(arguments[0])),
                network.genesis(),
                0,
                network.committer(),
                (component, bug) -> {
                    bug.printStackTrace();
                    Runtime.getRuntime().halt(3);
                },
                CommitterObserver.NONE);
        System.out.println("started");
        for (long number = engine.takenBlock() + 1; number <= blocks.size(); number++) {
            engine.submit(blocks.get((int) number - 1));
            System.out.println("submitted " + number);
        }
        Thread.currentThread().join();
    }

    /// Keeps blocks in a file, so that no child has to make and sign them again.
    static void write(Path file, List<Block> blocks) throws IOException {
        try (var out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            out.writeInt(blocks.size());
            for (Block block : blocks) {
                byte[] encoded = block.encode();
                out.writeInt(encoded.length);
                out.write(encoded);
            }
        }
    }

    private static List<Block> read(Path file) throws IOException {
        try (var in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            int count = in.readInt();
            List<Block> blocks = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                blocks.add(Block.decode(in.readNBytes(in.readInt())));
            }
            return blocks;
        }
    }
}
