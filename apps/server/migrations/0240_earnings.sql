-- Reports of retailers that are checked and then imported. The row of a finished import stays. Undoing an import
-- removes the transactions that it added.
create table earnings_imports (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  file_name text not null,
  file_hash text not null,
  file bytea, -- null once all its rows are imported
  state text not null check (state in ('checking', 'ready', 'importing', 'done', 'failed')),
  failure text,
  understood json, -- retailer, report, period, columns, totals and questions, in the API's format; null until checked
  date_order text check (date_order in ('day_first', 'month_first')),
  currency text,
  header json not null default '[]',
  row_count integer not null default 0,
  processed_count integer not null default 0, -- number of rows that are imported or rejected; an import resumes after these rows
  added_count integer not null default 0,
  known_count integer not null default 0,
  rejected_count integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  unique (id, project_id),
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
-- If a report is uploaded twice at once, there is one import.
create unique index earnings_imports_unfinished_idx on earnings_imports (project_id, file_hash) where state in ('checking', 'ready', 'importing');
create index earnings_imports_created_at_idx on earnings_imports (project_id, created_at);

create table earnings_import_issues (
  organization_id uuid not null,
  project_id uuid not null,
  import_id uuid not null,
  line integer not null,
  column_names text[] not null,
  reasons text[] not null,
  cells json not null, -- the row as it is in the file
  primary key (import_id, line),
  foreign key (import_id, project_id) references earnings_imports (id, project_id) on delete cascade
);

-- Reports of transactions: one row for each import or postback that reports the transaction. Only the latest of a
-- transaction's rows is counted (is_current). So the order in which overlapping reports are imported does not matter,
-- and if an import is undone, rows of other imports remain. Amounts are in minor units of the currency.
create table earnings (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid not null,
  import_id uuid, -- null if a postback reported it
  transaction_key text not null, -- equal for the same transaction in every report
  is_current boolean not null default true,
  version_at timestamptz not null, -- when the retailer last changed the transaction, if the report says so
  recorded_at timestamptz not null,
  retailer text not null check (retailer in ('amazon', 'ebay', 'aliexpress', 'other')),
  kind text not null check (kind in ('sale', 'order', 'bounty')),
  status text not null check (status in ('pending', 'approved', 'reversed')),
  currency text not null,
  amount bigint not null, -- the commission that counts as earned: negative for a return, zero if the whole transaction was reversed
  reversed_amount bigint not null, -- the amount that was reversed
  sale_amount bigint not null,
  quantity integer not null,
  occurred_on date not null, -- a calendar day of the retailer
  occurred_at timestamptz, -- null if the report has days but no times
  is_day_of_shipment boolean not null,
  item_id text,
  item_name text,
  tracking_id text,
  sub_id text,
  network text, -- set only if a postback reported it
  matched_at timestamptz, -- null if not joined to a click or a link yet
  method text check (method in ('click', 'estimate')),
  link_id uuid,
  product_id uuid,
  country text, -- country and referrer are set if the sale is joined to a click
  referrer text,
  announced_at timestamptz, -- null if not announced by an email yet
  foreign key (import_id, project_id) references earnings_imports (id, project_id) on delete cascade,
  foreign key (project_id, organization_id) references projects (id, organization_id) on delete cascade
);
create unique index earnings_import_idx on earnings (project_id, transaction_key, import_id) nulls not distinct;
create unique index earnings_current_idx on earnings (project_id, transaction_key) where is_current;
create index earnings_import_id_idx on earnings (import_id);
create index earnings_occurred_on_idx on earnings (project_id, occurred_on) where is_current;
create index earnings_unmatched_idx on earnings (project_id, id) where is_current and matched_at is null;

do $$
declare
  table_name text;
begin
  foreach table_name in array array['earnings_imports', 'earnings_import_issues', 'earnings'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format('alter table %I force row level security', table_name);
    execute format('create policy in_organization on %I to linkshelf_app using (organization_id = current_organization_id())
      with check (organization_id = current_organization_id())', table_name);
    execute format('grant select, insert, update, delete on %I to linkshelf_app', table_name);
  end loop;
end $$;
