package io.florin.runtime.chain;

/// Reasons for which a source is left.
public enum SwitchReason {
    /// It gave a block with a flaw.
    FLAW("flaw"),
    /// Others say that they have more.
    BEHIND("behind"),
    /// Too few parties say how far they are, and the source gives nothing.
    SILENT("silent"),
    /// Its records are gone.
    LOST("lost"),
    /// Back from a block store to a topic, which is the cheaper way.
    RETURN("return");

    private final String label;

    SwitchReason(String label) {
        this.label = label;
    }

    /// The reason in metrics and logs.
    public String label() {
        return label;
    }
}
