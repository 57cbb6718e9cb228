-- Written by `npm run schema`.

create function record_erasure(kind text, ids uuid[], erased_at timestamptz)
  returns void
  language sql
  security definer
  set search_path to 'public', 'pg_temp'
as $$
  insert into erasures (kind, ids, erased_at)
  select record_erasure.kind, record_erasure.ids, record_erasure.erased_at
  where current_setting('linkshelf.repeats_erasures', true) is distinct from 'on'
$$;
revoke all on function record_erasure(text,uuid[],timestamptz) from public;
