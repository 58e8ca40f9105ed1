package untested;

final class Untested {}
