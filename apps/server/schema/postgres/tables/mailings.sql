-- Written by `npm run schema`.

create table mailings (
  id            uuid         not null,
  digest        text         not null,
  notification  text         not null,
  subject       text         not null,
  text          text         not null,
  created_at    timestamptz  not null,
  constraint mailings_pkey primary key (id),
  constraint mailings_digest_key unique (digest)
);

grant select, insert on mailings to linkshelf_jobs;
