package io.florin.ordering.consenter.bftsmart.adapter;

import java.io.ObjectInputFilter;

/// Filter of what members may deserialize: the library reads Java objects from its links without a filter of its own.
/// In the threads of a member only the classes of its messages pass; other threads of the JVM are left alone.
///
/// The JVM takes one such filter for its whole life. One that the operator gave (`-Djdk.serialFilter`) stays.
final class MemberStreamFilter implements ObjectInputFilter {
    static final String GROUP_PREFIX = "florin-consensus-";

    private static final ObjectInputFilter MESSAGES =
            ObjectInputFilter.Config.createFilter("maxdepth=32;maxrefs=1000000;maxarray=33554432;"
                    + "bftsmart.**;java.util.*;java.lang.*;java.net.*;java.security.*;!*");

    private MemberStreamFilter() {}

    static void install() {
        synchronized (MemberStreamFilter.class) {
            if (ObjectInputFilter.Config.getSerialFilter() == null) {
                ObjectInputFilter.Config.setSerialFilter(new MemberStreamFilter());
            }
        }
    }

    @Override
    public Status checkInput(FilterInfo info) {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group != null) {
            if (group.getName().startsWith(GROUP_PREFIX)) {
                return MESSAGES.checkInput(info);
            }
            group = group.getParent();
        }
        return Status.UNDECIDED;
    }
}
