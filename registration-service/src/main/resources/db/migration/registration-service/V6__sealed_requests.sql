-- A seal of version 2 covers `requested` too. Rows that are here have version 1, which says the same of them together with
-- the arithmetic: what is signed less the authority's part of K is `requested`. They stay as they are, for ever.
alter table credential_commitment add column seal_version smallint not null default 1 check (seal_version in (1, 2));
alter table credential_commitment alter column seal_version drop default;
