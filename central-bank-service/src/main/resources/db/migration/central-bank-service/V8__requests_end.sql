-- A request ends without officers too: the bank takes it back, or nobody decides in time.
alter table supply_request drop constraint supply_request_state_check;
alter table supply_request add constraint supply_request_state_check check
    (state in ('REQUESTED', 'APPROVED', 'SUBMITTED', 'SETTLED', 'REFUSED', 'CANCELLED', 'EXPIRED'));
