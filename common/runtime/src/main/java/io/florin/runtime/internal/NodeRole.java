package io.florin.runtime.internal;

/// Role of a node in its network. The label is part of certificates and of directory names and is never renamed.
public enum NodeRole {
    ORDERING("ordering"),
    ENDORSER("endorser"),
    CERTIFIER("certifier"),
    AUDIT_MEMBER("audit-member"),
    COMMITTER("committer"),
    AUDITOR("auditor"),
    REGISTRATION("registration"),
    CENTRAL_BANK("central-bank"),
    BANK("bank"),
    INSTANT("instant");

    private final String label;

    NodeRole(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    /// @throws IllegalArgumentException if no role has this label
    public static NodeRole ofLabel(String label) {
        for (NodeRole role : values()) {
            if (role.label.equals(label)) {
                return role;
            }
        }
        throw new IllegalArgumentException("no role of a node: " + label);
    }
}
