-- A list of links adds up the sales of those it shows. Without this index it would read every sale of the period.
create index earnings_link_id_idx on earnings (link_id, occurred_on) where is_current and link_id is not null;
