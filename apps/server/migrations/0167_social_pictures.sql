-- The picture of a store that other sites show next to a link to it. A job draws it from the store's name and colors.
-- It is stored as an upload.
alter table uploads drop constraint uploads_purpose_check, add check (purpose in ('picture', 'icon', 'social'));

create table social_pictures (
  store_id uuid primary key references stores on delete cascade,
  organization_id uuid not null,
  digest text not null references uploads on delete cascade
);
create index social_pictures_digest_idx on social_pictures (digest);

alter table social_pictures enable row level security;
alter table social_pictures force row level security;
create policy in_organization on social_pictures to linkshelf_app
  using (organization_id = current_organization_id()) with check (organization_id = current_organization_id());
create policy for_visitors on social_pictures for select to linkshelf_edge using (true);
grant select, insert, update, delete on social_pictures to linkshelf_app;
grant select on social_pictures to linkshelf_edge;

-- Uses a trigger, so that no statement on stores can omit the job. Pictures are drawn and encoded one at a time.
create function enqueue_social_picture() returns trigger language plpgsql as $$
begin
  perform enqueue_job(
    'draw-social-picture', json_build_object('organizationId', new.organization_id, 'projectId', new.project_id),
    'draw-social-picture:' || new.project_id, null, 5, 'pictures'
  );
  return null;
end $$;
create trigger stores_draw_new after insert on stores for each row execute function enqueue_social_picture();
create trigger stores_draw_changed after update on stores for each row
  when (
    (old.name, old.store_name, old.title, old.description, old.main_color, old.secondary_color, old.logo)
    is distinct from (new.name, new.store_name, new.title, new.description, new.main_color, new.secondary_color, new.logo)
  )
  execute function enqueue_social_picture();
