-- Sales that are older than the clicks are joined to a link by their product and tag (`product`). A sale that no link
-- matches has the reason.
alter table earnings add column unmatched_reason text
  check (unmatched_reason in ('click_unknown', 'no_product', 'no_link', 'other_tag', 'no_clicks'));
alter table earnings drop constraint earnings_method_check,
  add constraint earnings_method_check check (method in ('click', 'estimate', 'product'));

-- Earlier releases stored no reason. Their sales without a link are matched once more, so the index contains them too.
drop index earnings_unmatched_idx;
create index earnings_unmatched_idx on earnings (project_id, id) where is_current and method is null and unmatched_reason is null;
