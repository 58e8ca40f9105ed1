package untested;

final class Fixture {}
