-- A payment is accepted, signed and ended: each step writes its row again, and each index of which a column changed, or
-- one that its condition names, makes it write all indexes again. The state changes with each step, so what indexes ask is
-- its phase, which stays while the payment is open: signing writes the row alone, into its page where there is room.
alter table payment add column phase varchar(16) not null
    generated always as (case when state in ('ACCEPTED', 'SUBMITTED') then 'OPEN' else state end) stored;

-- Payments are found by their transaction through the transaction's row, which never changes them.
alter table outgoing add column payments uuid[] not null default '{}';
update outgoing o set payments = p.ids
from (select transaction_id, array_agg(id order by seq) as ids from payment
      where transaction_id is not null group by transaction_id) p
where p.transaction_id = o.transaction_id;

-- Room for the second, somewhat longer version of each row of a page: those of one page are signed together.
alter table payment set (fillfactor = 45);
alter table token set (fillfactor = 70);

drop view wallet_funds;
drop index payment_wallet_open;
drop index payment_wallet_promised;
drop index payment_state;
drop index payment_transaction;
drop index payment_of_file;
drop index payment_payee_open;
drop index payment_account_open;
drop index payment_prepared;
drop index payment_scheduled;
drop index payment_not_settled;
-- What a wallet has is read with all its tokens: no query asked for held ones by their wallet.
drop index token_held;

-- What a wallet is to pay and has promised, which wallets have something to pay, and how many are open.
create index payment_open on payment (wallet, seq) where phase = 'OPEN';
-- What is on its way to a self-held wallet, or to one that is to be closed.
create index payment_payee_open on payment (payee_owner) where phase = 'OPEN';
create index payment_account_open on payment (payee_account) where phase = 'OPEN';
-- Payments for which a split that has ended was to make tokens.
create index payment_prepared on payment (prepared_transaction) where phase = 'OPEN' and prepared_transaction is not null;
-- Whose day has come.
create index payment_scheduled on payment (execution_date, wallet) where phase = 'SCHEDULED';
-- Lines of a file.
create index payment_of_file on payment (file_id, line) where file_id is not null;
-- The list of payments by what has become of them.
create index payment_not_settled on payment (phase, seq) where phase <> 'SETTLED';

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
    from payment p where p.wallet = w.number and p.phase = 'OPEN') p on true;

-- Places are taken one by one.
alter sequence payment_seq increment 1;
alter sequence outgoing_seq increment 1;
