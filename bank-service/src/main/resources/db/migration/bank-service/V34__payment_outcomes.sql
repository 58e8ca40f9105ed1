-- Payments in the order in which they became final, for who follows them. One counter for all who append: it is held
-- until the commit, so places have no gaps and appear in their order.
create table payment_outcome (
    place bigint primary key,
    payment_id uuid not null
);

create table payment_outcome_count (
    id int primary key check (id = 1),
    last bigint not null
);

insert into payment_outcome (place, payment_id)
    select row_number() over (order by final_at, seq), id from payment
    where state in ('SETTLED', 'REJECTED', 'CANCELLED');

insert into payment_outcome_count (id, last) select 1, count(*) from payment_outcome;
