package careless;

final class ForgetsToThrow {

    private ForgetsToThrow() {}

    static void check(int amount) {
        if (amount < 0) {
            new IllegalArgumentException("negative");
        }
    }
}
