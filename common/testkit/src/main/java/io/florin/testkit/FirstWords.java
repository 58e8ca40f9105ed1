package io.florin.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Comments that begin with a clause instead of their subject, such as "What ... is" or "Who ... does": a reader has to
/// hold the clause in his head until he learns what it is about. Looked at is the first line of each run of `//` or
/// `///` lines; code before a comment on its line is no such run.
final class FirstWords {
    private static final Pattern COMMENT = Pattern.compile("\\s*(///?)(?: (.*))?");
    private static final Pattern CLAUSE = Pattern.compile(
            "((?i:What|Whatever|Who|Whoever|Whose|Whom|That|Which)|Where|Wherever|How|If|When|Whenever|Why)\\b.*");

    private FirstWords() {}

    /// Lines where such a comment begins, the first one is 1.
    static List<Integer> clauses(List<String> lines) {
        List<Integer> found = new ArrayList<>();
        String before = "";
        for (int i = 0; i < lines.size(); i++) {
            var comment = COMMENT.matcher(lines.get(i));
            boolean isComment = comment.matches();
            String text = isComment && comment.group(2) != null ? comment.group(2) : "";
            if (isComment
                    && !before.equals(comment.group(1))
                    && CLAUSE.matcher(text).matches()) {
                found.add(i + 1);
            }
            before = isComment ? comment.group(1) : "";
        }
        return found;
    }
}
