package io.florin.testkit.planted.impure.payment;

import java.io.File;

final class ReadsFiles {

    private ReadsFiles() {}

    static boolean exists(String name) {
        return new File(name).toPath().toFile().exists();
    }
}
