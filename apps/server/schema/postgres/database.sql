-- Written by `npm run schema`.

create extension btree_gin;
create extension pg_trgm;

create role linkshelf_app nologin;
create role linkshelf_edge nologin;
create role linkshelf_jobs nologin;
create role linkshelf_listener nologin;
create role linkshelf_search nologin;
create role linkshelf_ship nologin;

grant linkshelf_app to linkshelf_jobs with inherit true, set false;

grant usage on schema public to linkshelf_app;
grant usage on schema public to linkshelf_edge;
grant usage on schema public to linkshelf_search;
grant usage on schema public to linkshelf_ship;
