-- Since when registration has not taken the application for a wallet; null where it has, or where it was not asked.
alter table wallet add column untaken_since timestamptz;
