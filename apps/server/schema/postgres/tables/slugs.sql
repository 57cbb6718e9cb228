-- Written by `npm run schema`.

create table slugs (
  slug         text collate "C"  not null,
  released_to  uuid,
  alias_id     uuid,
  alias_of     uuid,
  is_lost      boolean           not null  default false,
  constraint slugs_pkey primary key (slug)
);

create index slugs_alias_of_idx on slugs (alias_of) where alias_of is not null;

grant select on slugs to linkshelf_edge;
