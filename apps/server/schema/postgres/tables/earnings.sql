-- Written by `npm run schema`.

create table earnings (
  id                  uuid         not null,
  organization_id     uuid         not null,
  project_id          uuid         not null,
  import_id           uuid,
  transaction_key     text         not null,
  is_current          boolean      not null  default true,
  version_at          timestamptz  not null,
  recorded_at         timestamptz  not null,
  retailer            text         not null,
  kind                text         not null,
  status              text         not null,
  currency            text         not null,
  amount              bigint       not null,
  reversed_amount     bigint       not null,
  sale_amount         bigint       not null,
  quantity            integer      not null,
  occurred_on         date         not null,
  occurred_at         timestamptz,
  is_day_of_shipment  boolean      not null,
  item_id             text,
  item_name           text,
  tracking_id         text,
  sub_id              text,
  network             text,
  matched_at          timestamptz,
  method              text,
  link_id             uuid,
  product_id          uuid,
  country             text,
  referrer            text,
  announced_at        timestamptz,
  shop                text,
  shop_reason         text,
  is_direct           boolean,
  shipped_quantity    integer      not null  default 0,
  fulfilled_quantity  integer      not null  default 0,
  source              text,
  unmatched_reason    text,
  utm_campaign        text,
  video               text,
  constraint earnings_pkey primary key (id),
  constraint earnings_kind_check check (kind = any (array['sale', 'order', 'bounty'])),
  constraint earnings_method_check check (method = any (array['click', 'estimate', 'product'])),
  constraint earnings_retailer_check check (retailer = any (array['amazon', 'ebay', 'aliexpress', 'other'])),
  constraint earnings_status_check check (status = any (array['pending', 'approved', 'reversed'])),
  constraint earnings_unmatched_reason_check check (unmatched_reason = any (array['click_unknown', 'no_product',
    'no_link', 'other_tag', 'no_clicks'])),
  constraint earnings_import_id_project_id_fkey foreign key (import_id, project_id)
    references file_imports(id, project_id) on delete cascade,
  constraint earnings_project_id_organization_id_fkey foreign key (project_id, organization_id)
    references projects(id, organization_id) on delete cascade
);

create index earnings_announced_idx on earnings (organization_id, announced_at) where announced_at is not null;
create unique index earnings_current_idx on earnings (project_id, transaction_key) where is_current;
create index earnings_import_id_idx on earnings (import_id);
create unique index earnings_import_idx on earnings (project_id, transaction_key, import_id) nulls not distinct;
create index earnings_link_id_idx on earnings (link_id, occurred_on) where is_current and link_id is not null;
create index earnings_occurred_on_idx on earnings (project_id, occurred_on) where is_current;
create index earnings_ordered_items_idx on earnings (project_id, item_id)
  where is_current and (kind = 'order' or shipped_quantity > 0);
create index earnings_unannounced_idx on earnings (organization_id)
  where is_current and announced_at is null and kind <> 'order' and status <> 'reversed';
create index earnings_unmatched_idx on earnings (project_id, id)
  where is_current and method is null and unmatched_reason is null;

alter table earnings enable row level security;
alter table earnings force row level security;
create policy for_jobs on earnings for select to linkshelf_jobs
  using (true);
create policy in_organization on earnings to linkshelf_app
  using (organization_id = current_organization_id())
  with check (organization_id = current_organization_id());

grant select, insert, update, delete on earnings to linkshelf_app;
