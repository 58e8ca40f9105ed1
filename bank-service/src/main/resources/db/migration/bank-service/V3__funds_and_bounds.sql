-- When a payment whose transaction failed may be planned again.
alter table payment add column plan_after timestamptz not null default '-infinity';
create index payment_wallet_submitted on payment (wallet) where state = 'SUBMITTED';
create index payment_state on payment (state) where state in ('ACCEPTED', 'SUBMITTED');

drop index payment_file_message;
create unique index payment_file_message on payment_file (message_id, initiator);

alter table supply_order add column attempts int not null default 0;
alter table supply_order add column next_attempt_at timestamptz not null default '-infinity';
create index supply_order_open on supply_order (created_at) where state not in ('SETTLED', 'REFUSED');
create index supply_order_transaction on supply_order (transaction_id);

-- What each wallet has and has promised, in one statement and therefore of one moment.
create view wallet_funds as
select w.number as wallet,
       (select coalesce(sum(t.value), 0)::bigint from token t where t.wallet = w.number and t.spent_block is null) as total,
       (select coalesce(sum(p.amount), 0)::bigint from payment p where p.wallet = w.number and p.state = 'ACCEPTED') as pending,
       (select coalesce(sum(p.amount), 0)::bigint from payment p where p.wallet = w.number and p.state = 'SUBMITTED')
         + case when w.number = 0 then
             (select coalesce(sum(s.amount), 0)::bigint from supply_order s
              where s.direction = 'REDEMPTION' and s.state not in ('SETTLED', 'REFUSED'))
           else 0 end as locked,
       (select l.block from ledger_position l where l.id = 1) as block
from wallet w;

alter table customer add column document_expiry varchar(10);
