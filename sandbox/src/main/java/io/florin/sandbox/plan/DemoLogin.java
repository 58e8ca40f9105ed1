package io.florin.sandbox.plan;

import java.util.List;

/// A person who can log in, as the demo prints it. Roles are in `oidc-issuer.yaml`.
public record DemoLogin(String name, String what) {
    static final List<DemoLogin> ALL = List.of(
            new DemoLogin("officer1", "central bank, approves"),
            new DemoLogin("officer2", "central bank, approves"),
            new DemoLogin("officer3", "central bank, approves"),
            new DemoLogin("cb-viewer", "central bank, reads"),
            new DemoLogin("bank1-clerk", "bank 1, enters"),
            new DemoLogin("bank1-approver", "bank 1, approves"),
            new DemoLogin("bank2-clerk", "bank 2, enters"),
            new DemoLogin("bank2-approver", "bank 2, approves"),
            new DemoLogin("bank3-clerk", "bank 3, enters"),
            new DemoLogin("bank3-approver", "bank 3, approves"),
            new DemoLogin("registrar1", "registration, enters"),
            new DemoLogin("registrar2", "registration, approves"),
            new DemoLogin("auditor", "auditor"),
            new DemoLogin("audit1-officer1", "audit member 1, asks for and approves cases"),
            new DemoLogin("audit1-officer2", "audit member 1, asks for and approves cases"),
            new DemoLogin("audit2-officer1", "audit member 2, asks for and approves cases"),
            new DemoLogin("audit2-officer2", "audit member 2, asks for and approves cases"),
            new DemoLogin("audit3-officer1", "audit member 3, asks for and approves cases"),
            new DemoLogin("audit3-officer2", "audit member 3, asks for and approves cases"),
            new DemoLogin("operator", "operator"));

    /// Of somebody whose pages are there only in a network with passive audit.
    public boolean isOfAuditMember() {
        return what.startsWith("audit member");
    }
}
