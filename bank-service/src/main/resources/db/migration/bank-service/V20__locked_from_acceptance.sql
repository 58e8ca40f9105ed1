-- What a payment has promised is locked from its acceptance on, signed or not.
drop view wallet_funds;
create view wallet_funds as
select w.number as wallet,
       (select coalesce(sum(t.value), 0)::bigint from token t where t.wallet = w.number and t.spent_block is null) as total,
       (select coalesce(sum(p.amount), 0)::bigint from payment p where p.wallet = w.number and p.state = 'ACCEPTED')
         + (select coalesce(sum(p.amount), 0)::bigint from payment p where p.wallet = w.number and p.state = 'SUBMITTED')
         + case when w.number = 0 then
             (select coalesce(sum(s.amount), 0)::bigint from supply_order s
              where s.direction = 'REDEMPTION' and s.state not in ('SETTLED', 'REFUSED'))
           else 0 end as locked,
       (select l.block from ledger_position l where l.id = 1) as block
from wallet w;
