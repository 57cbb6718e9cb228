-- Written by `npm run schema`.

create table youtube_shares (
  subject        uuid     not null,
  day            date     not null,
  units_used     integer  not null  default 0,
  searches_used  integer  not null  default 0,
  constraint youtube_shares_pkey primary key (subject, day)
);

create index youtube_shares_day_idx on youtube_shares (day);

grant select, insert, update on youtube_shares to linkshelf_app;
grant delete on youtube_shares to linkshelf_jobs;
