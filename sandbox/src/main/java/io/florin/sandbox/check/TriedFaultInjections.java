package io.florin.sandbox.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Results of all checks for each sabotage. Each sabotage must turn its own check red and no other.
///
/// @param checks names of all checks, in their order
public record TriedFaultInjections(List<String> checks, List<Tried> tried) {
    public TriedFaultInjections {
        checks = List.copyOf(checks);
        tried = List.copyOf(tried);
    }

    /// @param expected the check that must be red
    /// @param verdicts of all checks, by name; empty if the sabotage could not be done
    /// @param failure why it could not be done; empty if it was
    public record Tried(String sabotage, String expected, Map<String, CheckResult> verdicts, String failure) {
        public Tried {
            verdicts = Map.copyOf(verdicts);
        }

        List<String> red(List<String> checks) {
            return checks.stream().filter(this::isRed).toList();
        }

        private boolean isRed(String check) {
            CheckResult verdict = verdicts.get(check);
            return verdict != null && !verdict.holds();
        }

        /// The result as a line for people.
        String line() {
            if (!failure.isEmpty()) {
                return sabotage + " could not be done: " + failure;
            }
            String found = verdicts.entrySet().stream()
                    .filter(each -> !each.getValue().holds())
                    .map(each -> each.getKey() + ": " + each.getValue().evidence())
                    .sorted()
                    .collect(Collectors.joining("; "));
            return sabotage + " → " + (found.isEmpty() ? "nothing is red" : found);
        }
    }

    /// Red checks off the diagonal and missing ones on it; none when all is as it must be.
    public List<String> flaws() {
        List<String> flaws = new ArrayList<>();
        if (tried.isEmpty()) {
            flaws.add("no sabotage was tried");
        }
        for (Tried one : tried) {
            if (!one.verdicts().keySet().containsAll(checks) || checks.isEmpty()) {
                flaws.add(one.failure().isEmpty() ? one.sabotage() + ": not all checks were run" : one.line());
            } else if (!one.red(checks).equals(List.of(one.expected()))) {
                flaws.add(one.sabotage() + ": red is " + one.red(checks) + " instead of [" + one.expected() + "]");
            }
        }
        return List.copyOf(flaws);
    }

    /// Checks that none of these sabotages was meant for.
    public List<String> untried() {
        List<String> meant = tried.stream().map(Tried::expected).toList();
        return checks.stream().filter(check -> !meant.contains(check)).toList();
    }

    /// A row for each sabotage, a column for each check.
    public String table() {
        StringBuilder table = new StringBuilder();
        for (int column = 0; column < checks.size(); column++) {
            table.append(String.format(Locale.ROOT, "%4d  %s%n", column + 1, checks.get(column)));
        }
        table.append(String.format(Locale.ROOT, "%n%-22s", ""));
        for (int column = 0; column < checks.size(); column++) {
            table.append(String.format(Locale.ROOT, "%4d", column + 1));
        }
        for (Tried one : tried) {
            table.append(String.format(Locale.ROOT, "%n%-22s", one.sabotage()));
            for (String check : checks) {
                table.append(String.format(Locale.ROOT, "%4s", cell(one, check)));
            }
        }
        return table.append(String.format("%n")).toString();
    }

    private static String cell(Tried one, String check) {
        if (!one.verdicts().containsKey(check)) {
            return "?";
        }
        boolean red = one.isRed(check);
        return red ? check.equals(one.expected()) ? "RED" : "red" : check.equals(one.expected()) ? "-" : ".";
    }
}
