-- Serves lists of links, which add up the sales of the shown links. Without this index, each list would read every sale
-- of the period.
create index earnings_link_id_idx on earnings (link_id, occurred_on) where is_current and link_id is not null;
