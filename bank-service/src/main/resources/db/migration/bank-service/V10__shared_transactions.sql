-- A transaction of a currency that hides owners or values pays several people: which of its outputs pays each, and
-- which token a split made for it before. A payment is alone once a transaction that it shared was refused.
alter table payment add column output int;
alter table payment add column prepared_transaction bytea;
alter table payment add column prepared_output int;
alter table payment add column prepared_at timestamptz;
alter table payment add column alone boolean not null default false;
create index payment_prepared on payment (prepared_transaction)
    where state = 'ACCEPTED' and prepared_transaction is not null;

-- Each payment is an entry of its own, and so is each token that comes with a transaction of somebody else.
alter table entry add column payment_id uuid;
alter table entry add column output int;
