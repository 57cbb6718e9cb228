-- Makes category names unique in a project, ignoring case. If several categories have the same name, the first category
-- in the owner's order keeps it. The names of the others get a number at the end, within the limit of 100 UTF-16 units.
-- Row-level security is not forced during this migration, because FORCE also applies to the table's owner, who runs the
-- migration, unless the owner is a superuser.
alter table categories no force row level security;
do $$
declare
  repeated record;
  nth integer;
  beginning text;
  suffix text;
begin
  for repeated in
    select id, project_id, name
    from (select *, row_number() over (partition by project_id, lower(name) order by position, id) as place from categories) as placed
    where place > 1 order by project_id, position, id
  loop
    nth := 1;
    loop
      nth := nth + 1;
      suffix := ' (' || nth || ')';
      beginning := repeated.name;
      -- Characters of four bytes are two units.
      while length(beginning) + length(regexp_replace(beginning, '[^\U00010000-\U0010FFFF]', '', 'g')) + length(suffix) > 100 loop
        beginning := rtrim(left(beginning, -1));
      end loop;
      exit when not exists (select from categories where project_id = repeated.project_id and lower(name) = lower(beginning || suffix));
    end loop;
    update categories set name = beginning || suffix where id = repeated.id;
  end loop;
end $$;
alter table categories force row level security;

create unique index categories_name_key on categories (project_id, lower(name));
