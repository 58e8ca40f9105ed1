package io.florin.endorser.protocol;

/// Among statuses that were to be kept together a configuration change committed before the last block: what follows it
/// has to be checked under the new configuration. Nothing was kept.
public final class ConfigurationBetween extends RuntimeException {
    public ConfigurationBetween(long block) {
        super("the configuration changes in block " + block);
    }
}
