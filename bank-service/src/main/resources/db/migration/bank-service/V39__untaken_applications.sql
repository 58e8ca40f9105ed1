-- Since when registration has not taken the application for a wallet; null where it has, or where it was not asked.
alter table wallet add column untaken_since timestamptz;
-- Whether these answers say that registration fails or is busy, and not that a rule or a conflict is in the way.
alter table wallet add column untaken_failed boolean not null default false;
