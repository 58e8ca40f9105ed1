-- What a wallet has and has promised is asked for with each order. Its tokens are read once, and so are its open payments.
create index payment_wallet_promised on payment (wallet) where state in ('ACCEPTED', 'SUBMITTED');
drop index payment_wallet_submitted;

drop view wallet_funds;
create view wallet_funds as
select w.number as wallet,
       coalesce(t.total, 0)::bigint as total,
       coalesce(p.promised, 0)::bigint
         + case when w.number = 0 then
             (select coalesce(sum(s.amount), 0)::bigint from supply_order s
              where s.direction = 'REDEMPTION' and s.state not in ('SETTLED', 'REFUSED'))
           else 0 end
         + coalesce(t.held, 0)::bigint as locked,
       coalesce(t.held, 0)::bigint as held,
       (select l.block from ledger_position l where l.id = 1) as block
from wallet w
left join lateral (
    select sum(t.value) as total, sum(t.value) filter (where t.held) as held
    from token t where t.wallet = w.number and t.spent_block is null) t on true
left join lateral (
    select sum(p.amount) as promised
    from payment p where p.wallet = w.number and p.state in ('ACCEPTED', 'SUBMITTED')) p on true;
