-- What of the outstanding is on instant rails; before there were any, nothing.
ALTER TABLE audit_supply ADD COLUMN on_rails BIGINT NOT NULL DEFAULT 0;
