package warned;

import java.util.List;

final class UsesRawTypes {

    private UsesRawTypes() {}

    static int size(List names) {
        return names.size();
    }
}
