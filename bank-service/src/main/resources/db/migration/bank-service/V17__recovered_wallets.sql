-- A wallet that was rebuilt from the custody seed and registration after this bank's database was lost. Whose it is is
-- not known then until somebody says so whom registration confirms.
alter table wallet add column recovered boolean not null default false;
create index wallet_without_holder on wallet (number) where customer_id is null;

-- That this database was rebuilt, and until which block transactions of before may still commit.
create table recovery (
    id              int primary key check (id = 1),
    recovered_at    timestamptz  not null,
    head            bigint       not null,
    closed_until    bigint       not null
);
