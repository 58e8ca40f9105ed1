-- What part of its tier's holding limit a wallet may hold, in ten thousandths, as registration told: the limit is the
-- person's, over all wallets and banks. What was asked for when it was opened; empty for what is left.
alter table wallet add column holding_share int not null default 10000 check (holding_share between 0 and 10000);
alter table wallet add column share_asked int;
