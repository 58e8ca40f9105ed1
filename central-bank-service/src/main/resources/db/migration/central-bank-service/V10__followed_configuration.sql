-- The configuration in force behind the block that was followed to, canonically encoded. Null at block 0, where it is
-- that of genesis, and where the ledger was followed before this was kept: there it is read once more from genesis on.
alter table ledger_position add column configuration bytea;
