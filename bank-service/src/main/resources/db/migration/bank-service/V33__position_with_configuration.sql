-- The configuration in force after the block, canonically encoded. Null in a database from before: it is found once.
alter table ledger_position add column configuration bytea;
